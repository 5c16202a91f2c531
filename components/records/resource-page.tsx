import dynamic from 'next/dynamic'
import { type ComponentType, type ReactNode, useContext, useState } from 'react'
import type { DialogSize } from '@/components/ui/dialog'
import type { MenuEntry } from '@/components/ui/menu'
import { useMember } from '@/hooks/use-member'
import { useRecordLabels } from '@/hooks/use-record-labels'
import { useRecordList, useRecordQuery } from '@/hooks/use-record-query'
import { useSelectAll } from '@/hooks/use-select-all'
import { TenantContext } from '@/hooks/use-tenant'
import { failureMessage } from '@/lib/errors'
import { notify } from '@/lib/notify'
import type { RecordRow, RecordValues } from '@/lib/records/field'
import { loadRecord } from '@/lib/records/record-client'
import type { Resource } from '@/lib/records/resource'
import { may } from '@/lib/session/permissions'
import { getSupabase } from '@/lib/supabase/browser-client'
import { type BulkAction, bulkDelete } from './bulk-action'
import type { EditorProps } from './record-form'
import { ResourceHeader } from './resource-header'
import { ResourceTable } from './resource-table'
import { ResourceToolbar } from './resource-toolbar'
import { SelectionBar } from './selection-bar'

const RecordPanel = dynamic(() => import('./record-panel').then((module) => module.RecordPanel))
const DeleteDialog = dynamic(() => import('./delete-dialog').then((module) => module.DeleteDialog))
const ImportDialog = dynamic(() => import('./import-dialog').then((module) => module.ImportDialog))
const BulkDialog = dynamic(() => import('./bulk-dialog').then((module) => module.BulkDialog))

export interface ResourcePageProps<Row extends RecordRow> {
  resource: Resource<Row>
  /** Cells that a field's kind does not draw, by column id. */
  cells?: Readonly<Record<string, (row: Row) => ReactNode>>
  /** Instead of the generated form; its values are those of useFormContext. */
  editor?: ComponentType<EditorProps>
  /** Under the generated form. */
  sections?: ComponentType<EditorProps>
  editorSize?: DialogSize
  /** What a new record starts with, over the blank's values. */
  newValues?: RecordValues
  /** Why a record cannot be deleted whatever is done with its references, or null. Throws RequestFailure. */
  whyKept?: (id: string) => Promise<string | null>
  /** Removes what a deleted record leaves outside its table, such as a stored file. */
  afterDelete?: (row: RecordRow) => Promise<void>
  /** More entries of a row's menu. */
  rowActions?: (row: Row) => readonly MenuEntry[]
  /** More to do with all selected rows. */
  bulkActions?: readonly BulkAction<Row>[]
  /** Between the heading and the list: a banner, a picture. */
  above?: ReactNode
  /** More buttons in the heading. */
  actions?: ReactNode
  /** What an empty list says. */
  emptyText?: string
  /** Opens a record, or 'new', on a page of its own; nothing is cloned then. */
  onOpen?: (record: string) => void
}

/** The page of a kind of record: its list, and what can be done with it, all of it in the address. */
export function ResourcePage<Row extends RecordRow>({
  resource,
  cells,
  editor,
  sections,
  editorSize,
  newValues,
  whyKept,
  afterDelete,
  rowActions,
  bulkActions = [],
  above,
  actions,
  emptyText,
  onOpen,
}: ResourcePageProps<Row>) {
  const tenantId = useContext(TenantContext)?.id ?? null
  const { permissions } = useMember()
  const address = useRecordQuery(resource)
  const source = { table: resource.table, tenantId }
  const list = useRecordList<Row>(source, address.query)
  const names = useRecordLabels(resource, tenantId)
  const [selected, setSelected] = useState<ReadonlyMap<string, Row>>(new Map())
  const [initial, setInitial] = useState<RecordValues>()
  const [deleting, setDeleting] = useState<RecordRow | null>(null)
  const [importing, setImporting] = useState<Resource | null>(null)
  const [exporting, setExporting] = useState(false)
  const everything = useSelectAll({
    resource,
    source,
    query: address.query,
    list,
    selected,
    onSelect: setSelected,
  })
  const [bulk, setBulk] = useState<{ action?: BulkAction<Row> } | null>(null)
  const mayDo = (action: 'create' | 'edit' | 'delete' | 'export') =>
    may(permissions, resource.section, action) && !resource.elsewhere?.some((one) => one === action)

  async function exportAll(file: Resource) {
    setExporting(true)
    try {
      const { exportRecords } = await import('@/lib/records/export-records')
      await exportRecords(await getSupabase(), { resource, file, tenantId, query: address.query })
    } catch (error) {
      void notify('error', failureMessage(error))
    } finally {
      setExporting(false)
    }
  }

  async function clone(row: RecordRow) {
    try {
      const stored = await loadRecord(await getSupabase(), resource, tenantId, row.id)
      setInitial(stored ? copyOf(resource, stored) : undefined)
      address.open('new')
    } catch (error) {
      void notify('error', failureMessage(error))
    }
  }

  function openRecord(record: string | null) {
    setInitial(undefined)
    if (record && onOpen) onOpen(record)
    else address.open(record)
  }

  const allBulkActions = [
    ...(mayDo('edit') ? bulkActions : []),
    ...(mayDo('delete') ? [bulkDelete(resource, tenantId, afterDelete)] : []),
  ]
  const mayBulkEdit = mayDo('edit') && resource.fields.some((field) => field.bulk)

  return (
    <>
      <ResourceHeader
        resource={resource}
        count={list.count}
        onCreate={mayDo('create') ? () => openRecord('new') : undefined}
        onImport={resource.importKey && (mayDo('create') || mayDo('edit')) ? setImporting : undefined}
        onExport={mayDo('export') ? exportAll : undefined}
        exporting={exporting}
        actions={actions}
      />
      {above}
      <ResourceToolbar
        resource={resource}
        query={address.query}
        onSearch={address.search}
        onFilter={address.filter}
        onClear={address.clear}
      />
      <SelectionBar
        count={selected.size}
        actions={allBulkActions}
        onEdit={mayBulkEdit ? () => setBulk({}) : undefined}
        onAction={(action) => setBulk({ action })}
        onClear={() => setSelected(new Map())}
        all={everything}
      />
      <ResourceTable
        resource={resource}
        list={list}
        address={address}
        names={names}
        cells={cells}
        rowActions={rowActions}
        selected={mayBulkEdit || allBulkActions.length > 0 ? selected : undefined}
        onSelect={setSelected}
        onOpen={openRecord}
        onCreate={mayDo('create') ? () => openRecord('new') : undefined}
        onClone={mayDo('create') && !onOpen ? clone : undefined}
        onDelete={mayDo('delete') ? setDeleting : undefined}
        emptyText={emptyText}
      />
      {address.record ? (
        <RecordPanel
          key={address.record}
          resource={resource}
          record={address.record}
          initial={initial ?? newValues}
          editor={editor}
          sections={sections}
          size={editorSize}
          onClose={() => openRecord(null)}
          onDelete={setDeleting}
        />
      ) : null}
      {deleting ? (
        <DeleteDialog
          resource={resource}
          row={deleting}
          whyKept={whyKept}
          afterDelete={afterDelete}
          onClose={() => setDeleting(null)}
          onDeleted={() => {
            setDeleting(null)
            if (address.record) openRecord(null)
          }}
        />
      ) : null}
      {importing ? (
        <ImportDialog resource={importing} tenantId={tenantId} onClose={() => setImporting(null)} />
      ) : null}
      {bulk ? (
        <BulkDialog
          resource={resource}
          rows={fresh([...selected.values()], list.page?.rows)}
          tenantId={tenantId}
          action={bulk.action}
          onClose={() => setBulk(null)}
          onDone={(refused) => setSelected(new Map([...selected].filter(([id]) => refused.has(id))))}
        />
      ) : null}
    </>
  )
}

/** The rows as the list has them now, where it has them: they may have been saved since they were selected. */
function fresh<Row extends RecordRow>(rows: readonly Row[], listed: readonly Row[] = []): Row[] {
  const byId = new Map(listed.map((row) => [row.id, row]))
  return rows.map((row) => byId.get(row.id) ?? row)
}

/** A record's values without what two records cannot share; its children become new rows. */
function copyOf(resource: Resource, stored: RecordRow): RecordValues {
  const { unique = [], children = [] } = resource
  const { blank } = resource
  const own = Object.fromEntries(
    Object.keys(blank).map((column) => [column, unique.includes(column) ? blank[column] : stored[column]]),
  )
  const copied = children.map(({ table }) => [
    table,
    ((stored[table] as RecordRow[] | undefined) ?? []).map(
      ({ id: _id, version: _version, created_at: _created, updated_at: _updated, ...rest }) => ({
        ...rest,
        id: crypto.randomUUID(),
      }),
    ),
  ])
  return { ...own, ...Object.fromEntries(copied) }
}
