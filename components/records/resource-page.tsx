import dynamic from 'next/dynamic'
import { type ComponentType, type ReactNode, useEffect, useState } from 'react'
import type { DialogSize } from '@/components/ui/dialog'
import type { MenuEntry } from '@/components/ui/menu'
import { useRecords } from '@/hooks/use-record-query'
import { useTenantId } from '@/hooks/use-tenant'
import { noRefresh, useAction } from '@/hooks/use-write'
import { preloadCode } from '@/lib/preload-code'
import type { RecordRow, RecordValues } from '@/lib/records/field'
import { loadRecord } from '@/lib/records/record-client'
import type { Resource } from '@/lib/records/resource'
import { deleteRecords } from '@/lib/records/run-bulk'
import { countOf } from '@/lib/records/text'
import { whenIdle } from '@/lib/when-idle'
import type { BulkAction, BulkDialogAction } from './bulk-action'
import type { DeleteDialogProps } from './delete-dialog'
import type { EditorProps } from './record-form'
import type { NewValues } from './record-panel'
import { type AfterImport, ResourceHeader } from './resource-header'
import { ResourceTable } from './resource-table'
import { ResourceToolbar } from './resource-toolbar'
import { SelectionBar } from './selection-bar'

const RecordPanel = dynamic(() => import('./record-panel').then((module) => module.RecordPanel))
const DeleteDialog = dynamic(() => import('./delete-dialog').then((module) => module.DeleteDialog))

export interface ResourcePageProps<Row extends RecordRow> {
  resource: Resource<Row>
  /** Custom cells, by column id. */
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
  rowActions?: (row: Row) => readonly MenuEntry[]
  bulkActions?: readonly (BulkAction<Row> | BulkDialogAction<Row>)[]
  /** Between the heading and the list. */
  above?: ReactNode
  /** More buttons in the heading. */
  actions?: ReactNode
  emptyText?: string
  afterImport?: AfterImport
  onCreated?: (row: RecordRow) => void
  /** Opens a record, or 'new', on its own page; records cannot be cloned then. */
  onOpen?: (record: string) => void
}

/** The page of a kind of record: its list and all actions. Its state is in the address. */
export function ResourcePage<Row extends RecordRow>({
  resource,
  cells,
  editor,
  sections,
  editorSize,
  dialog: Shown,
  newValues,
  deleteDialog: Delete = DeleteDialog,
  rowActions,
  bulkActions = [],
  above,
  actions,
  emptyText,
  afterImport,
  onCreated,
  onOpen,
}: ResourcePageProps<Row>) {
  const tenantId = useTenantId()
  const records = useRecords(resource)
  const { address, list, mayDo } = records
  useCodeAhead(list.page !== undefined && !onOpen, Shown ? [Shown] : [RecordPanel, editor])
  const [initial, setInitial] = useState<RecordValues>()
  const [deleting, setDeleting] = useState<RecordRow | null>(null)
  const { act } = useAction(noRefresh)

  async function clone({ id }: Row) {
    await act(async (supabase) => {
      const stored = await loadRecord(supabase, resource, tenantId, id)
      const fresh = typeof newValues === 'function' ? await newValues(supabase) : newValues
      setInitial(stored ? copyOf(resource, stored, fresh) : undefined)
      address.open('new')
    })
  }

  function openRecord(record: string | null) {
    setInitial(undefined)
    if (record && onOpen) onOpen(record)
    else address.open(record)
  }

  const bulkDelete: BulkAction<Row> = {
    label: 'Delete',
    danger: true,
    question: (count) => `This deletes ${countOf(count, resource)}. Any that are in use are kept and listed.`,
    runMany: (supabase, rows, _chosen, run) => deleteRecords(supabase, resource, tenantId, rows, run),
  }
  const mayBulkEdit = mayDo('edit') && resource.fields.some((field) => field.bulk)
  const allBulkActions = [...(mayDo('edit') ? bulkActions : []), ...(mayDo('delete') ? [bulkDelete] : [])]
  const onCreate = mayDo('create') ? () => openRecord('new') : undefined

  return (
    <>
      <ResourceHeader records={records} onCreate={onCreate} afterImport={afterImport} actions={actions} />
      {above}
      <ResourceToolbar records={records} />
      <SelectionBar records={records} actions={allBulkActions} mayEdit={mayBulkEdit} />
      <ResourceTable
        records={records}
        cells={cells}
        rowActions={rowActions}
        menu={!Shown}
        selectable={mayBulkEdit || allBulkActions.length > 0}
        onOpen={openRecord}
        onCreate={onCreate}
        onClone={mayDo('create') && !onOpen ? clone : undefined}
        onDelete={mayDo('delete') ? setDeleting : undefined}
        emptyText={emptyText}
      />
      {address.record && Shown ? <Shown id={address.record} onClose={() => openRecord(null)} /> : null}
      {address.record && !Shown ? (
        <RecordPanel
          resource={resource}
          record={address.record}
          initial={initial ?? newValues}
          editor={editor}
          sections={sections}
          size={editorSize}
          onClose={() => openRecord(null)}
          onDelete={setDeleting}
          onCreated={onCreated}
        />
      ) : null}
      {deleting ? (
        <Delete
          resource={resource}
          row={deleting}
          onClose={() => setDeleting(null)}
          onDeleted={() => {
            setDeleting(null)
            if (address.record) openRecord(null)
          }}
        />
      ) : null}
    </>
  )
}

/** Preloads the code that opening a row needs, while the list is loading. */
function useCodeAhead(listed: boolean, parts: readonly unknown[]): void {
  const [wanted] = useState(parts)
  useEffect(() => {
    if (!listed) return undefined
    return whenIdle(() => {
      for (const part of wanted) preloadCode(part)?.catch(() => undefined)
    })
  }, [listed, wanted])
}

/** A clone's values; unique columns start blank. Its children become new rows. */
function copyOf(
  { blank, unique, children }: Resource,
  stored: RecordRow,
  fresh: RecordValues | undefined,
): RecordValues {
  const own = Object.keys(blank).map((column) => [
    column,
    unique.includes(column) ? (fresh?.[column] ?? blank[column]) : stored[column],
  ])
  const copied = children.map(({ table }) => [
    table,
    ((stored[table] as RecordRow[] | undefined) ?? []).map(
      ({ version: _version, created_at: _created, updated_at: _updated, ...row }) => ({
        ...row,
        id: crypto.randomUUID(),
      }),
    ),
  ])
  return Object.fromEntries([...own, ...copied])
}
