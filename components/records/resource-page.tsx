import { omit, pick } from 'es-toolkit/object'
import dynamic from 'next/dynamic'
import { type ComponentType, type ReactNode, useState } from 'react'
import type { DeleteDialogProps } from '@/components/common/delete-form'
import { type ListFilter, ListFilters } from '@/components/common/list-filters'
import { ReferenceSelect } from '@/components/common/reference-select'
import type { DialogSize } from '@/components/ui/dialog'
import { lateDialog } from '@/components/ui/late-code'
import type { MenuEntry } from '@/components/ui/menu'
import { useCodeAhead } from '@/hooks/use-code-ahead'
import { type Records, useRecords } from '@/hooks/use-record-query'
import { spanLabel } from '@/lib/dates/format'
import { parseSpan } from '@/lib/dates/span'
import type { RecordRow, RecordValues } from '@/lib/records/field'
import { deleteRecords, loadRecord } from '@/lib/records/record-client'
import { isFiltered } from '@/lib/records/record-list'
import type { Resource } from '@/lib/records/resource'
import { may } from '@/lib/session/permissions'
import type { Supabase } from '@/lib/supabase/browser-client'
import { testRecordPath } from '@/lib/telephony/simulator/address'
import { countOf } from '@/lib/words'
import type { BulkAction, PageAction } from './bulk-action'
import type { EditorProps } from './record-form'
import type { NewValues } from './record-panel'
import { ResourceHeader } from './resource-header'
import { ResourceTable } from './resource-table'
import { type SelectionAction, SelectionBar } from './selection-bar'

const RecordPanel = lateDialog(dynamic(() => import('./record-panel').then((module) => module.RecordPanel)))
const DeleteDialog = lateDialog(
  dynamic(() => import('@/components/common/delete-dialog').then((module) => module.DeleteDialog)),
)

export interface ResourcePageProps<Row extends RecordRow> {
  resource: Resource<Row>
  /** Custom cells, by column id; null draws the column's own value, a dash if it is empty. */
  cells?: Readonly<Record<string, (row: Row) => ReactNode>>
  /** Replaces the generated form; reads the values with useFormContext. */
  editor?: ComponentType<EditorProps>
  /** Below the generated form. */
  sections?: ComponentType<EditorProps>
  editorSize?: DialogSize
  /** Shows a record instead of its form, if there is nothing to edit. */
  dialog?: ComponentType<{ id: string; onClose: () => void }>
  newValues?: NewValues
  /** Replaces the delete dialog. */
  deleteDialog?: ComponentType<DeleteDialogProps>
  /** What is lost for good with records that are deleted, for the question about many of them. */
  deletesForGood?: string
  rowActions?: (row: Row) => readonly MenuEntry[]
  bulkActions?: readonly (BulkAction<Row> | PageAction<Row>)[]
  /** Between the heading and the list. */
  above?: ReactNode
  /** More buttons in the heading. */
  actions?: ReactNode
  emptyText?: string
  /** Called with the values of the records that an import has added. */
  onImported?: (added: readonly RecordValues[]) => void
  onCreated?: (row: RecordRow) => void
  /** Opens a record, or 'new', on its own page; records cannot be cloned then. */
  onOpen?: (record: string) => void
}

/** The page of a kind of record: its list and all actions. Its state is in the address. */
export function ResourcePage<Row extends RecordRow>(page: ResourcePageProps<Row>) {
  const { resource, editor, dialog: Shown, newValues, deleteDialog: Delete = DeleteDialog, onOpen } = page
  const records = useRecords(resource)
  const { address, list, query, mayDo } = records
  const { tenantId } = records.source
  useCodeAhead(list.page !== undefined && !onOpen, Shown ? [Shown] : [RecordPanel, editor])
  const [cloned, setCloned] = useState<string | null>(null)
  const [deleting, setDeleting] = useState<RecordRow | null>(null)

  function open(record: string | null, clonedFrom: string | null = null) {
    setCloned(clonedFrom)
    if (record && onOpen) onOpen(record)
    else address.open(record)
  }

  async function cloneOf(id: string, supabase: Supabase) {
    const stored = await loadRecord(supabase, resource, tenantId, id)
    const fresh = typeof newValues === 'function' ? await newValues(supabase) : newValues
    return stored ? copyOf(resource, stored, fresh) : { ...fresh }
  }

  function entriesOf(row: Row): MenuEntry[] {
    const test = tenantId && testRecordPath(tenantId, resource.table, row)
    const entries: MenuEntry[] = [
      { kind: 'action', label: 'Open', onSelect: () => open(row.id) },
      ...(page.rowActions?.(row) ?? []),
    ]
    if (test) entries.push({ kind: 'link', label: 'Test a call', href: test })
    if (mayDo('create') && !onOpen)
      entries.push({ kind: 'action', label: 'Clone', onSelect: () => open('new', row.id) })
    if (mayDo('delete'))
      entries.push(
        { kind: 'separator' },
        { kind: 'action', label: 'Delete', danger: true, onSelect: () => setDeleting(row) },
      )
    return entries
  }

  const bulkDelete: BulkAction<Row> = {
    label: 'Delete',
    danger: true,
    question: (count) =>
      `This deletes ${countOf(count, resource)}. Any that are in use are kept, and listed with what uses them. ${page.deletesForGood ?? ''}`.trim(),
    act: (supabase, rows, _chosen, run) => deleteRecords(supabase, resource, tenantId, rows, run),
  }
  const selectionActions: readonly SelectionAction<Row>[] = [
    ...(mayDo('edit') && resource.fields.some(({ bulk }) => bulk) ? ['edit' as const] : []),
    ...(mayDo('edit') ? (page.bulkActions ?? []) : []),
    ...(mayDo('delete') ? [bulkDelete] : []),
  ]
  const onCreate = mayDo('create') ? () => open('new') : undefined

  return (
    <>
      <ResourceHeader
        records={records}
        actions={page.actions}
        onImported={page.onImported}
        onCreate={onCreate}
      />
      {page.above}
      <ListFilters
        label={`Search ${resource.plural}`}
        placeholder={resource.search}
        search={query.search}
        onSearch={address.search}
        filters={filtersOf(records)}
        onClear={isFiltered(query) ? address.clear : undefined}
      />
      <div className="flex flex-col">
        <SelectionBar records={records} actions={selectionActions} />
        <ResourceTable
          records={records}
          cells={page.cells}
          emptyText={page.emptyText}
          entriesOf={Shown ? undefined : entriesOf}
          selectable={selectionActions.length > 0}
          onOpen={open}
          onCreate={onCreate}
        />
      </div>
      {!address.record ? null : Shown ? (
        <Shown id={address.record} onClose={() => open(null)} />
      ) : (
        <RecordPanel
          resource={resource}
          record={address.record}
          part={address.part}
          initial={cloned ? (supabase) => cloneOf(cloned, supabase) : newValues}
          copied={cloned !== null}
          editor={editor}
          sections={page.sections}
          size={page.editorSize}
          onClose={() => open(null)}
          onDelete={setDeleting}
          onCreated={page.onCreated}
        />
      )}
      {deleting ? (
        <Delete
          resource={resource}
          row={deleting}
          onClose={() => setDeleting(null)}
          onDeleted={() => {
            setDeleting(null)
            if (address.record) open(null)
          }}
        />
      ) : null}
    </>
  )
}

/** The filters of a list that the user may use; a date range only if the link to the list contains one. */
function filtersOf<Row extends RecordRow>(records: Records<Row>): ListFilter[] {
  const { resource, address, query, permissions } = records
  return resource.filters.flatMap(({ name, label, options, to, section }) => {
    if (section && !may(permissions, section)) return []
    const value = query.filters[name] ?? ''
    const onChange = (chosen: string | null) => address.filter(name, chosen ?? '')
    const filter = { label, value, onChange }
    if (!to) return { ...filter, options }
    if (to === 'own control') return []
    if (to === 'days') {
      const span = parseSpan(value)
      const words = span && `${label}: ${spanLabel(span)}`
      return words ? { ...filter, options: [{ value, label: words }], wide: true } : []
    }
    const chosen = { to, value: value || null, onChange }
    return { ...filter, control: <ReferenceSelect {...chosen} noneLabel={`${label}: any`} /> }
  })
}

/** A clone's values; unique columns start blank. Its children become new rows. */
function copyOf(
  { blank, unique, children }: Resource,
  stored: RecordRow,
  fresh: RecordValues = {},
): RecordValues {
  const values = { ...blank, ...pick(stored, Object.keys(blank)), ...pick({ ...blank, ...fresh }, unique) }
  for (const { table } of children)
    values[table] = ((stored[table] as RecordRow[] | undefined) ?? []).map((row) => ({
      ...omit(row, ['version', 'created_at', 'updated_at']),
      id: crypto.randomUUID(),
    }))
  return values
}
