import dynamic from 'next/dynamic'
import { type ComponentType, type FormEvent, useId, useState } from 'react'
import { FormProvider } from 'react-hook-form'
import { TestUnsaved } from '@/components/test-call/test-unsaved'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { Dialog, type DialogSize } from '@/components/ui/dialog'
import { DraftNotice } from '@/components/ui/draft-notice'
import { EmptyState } from '@/components/ui/empty-state'
import { latePart } from '@/components/ui/late-code'
import { Tabs } from '@/components/ui/tabs'
import { useDiscard } from '@/components/ui/use-discard'
import { useWhileShown } from '@/components/ui/use-while-shown'
import { AfterSaveContext } from '@/hooks/after-save'
import { HoldSaveContext } from '@/hooks/held-save'
import { useMember } from '@/hooks/use-member'
import { useRecordForm } from '@/hooks/use-record-form'
import { useTenantId } from '@/hooks/use-tenant'
import type { RecordRow, RecordValues } from '@/lib/records/field'
import type { Resource } from '@/lib/records/resource'
import { may } from '@/lib/session/permissions'
import { RecordFields } from './fields'
import { OvertakenNotice, SaveNotices } from './save-notices'

const RecordHistory = dynamic(
  () => import('@/components/trail/record-history').then((module) => module.RecordHistory),
  { loading: latePart(null) },
)
const UsesList = dynamic(() => import('@/components/common/uses-list').then((module) => module.UsesList), {
  loading: latePart(null),
})

/** Props of a resource's own form component, which reads the values from the surrounding form (useFormContext). */
export interface EditorProps {
  resource: Resource
  recordId: string
  stored: RecordRow | null
  mayEdit: boolean
}

export interface RecordFormProps {
  resource: Resource
  /** The stored record with its children; null for a new one. */
  stored: RecordRow | null
  /** Initial values of a new record, on top of the blank ones. */
  initial?: RecordValues
  /** Whether these are a copy of another record's. */
  copied?: boolean
  /** The field or list to begin with, by name. */
  part?: string | null
  /** Replaces the generated fields. */
  editor?: ComponentType<EditorProps>
  /** Below the fields. */
  sections?: ComponentType<EditorProps>
  size?: DialogSize
  onClose: () => void
  onSaved: (row: RecordRow) => void
  onDelete?: () => void
}

/** A record's form in a dialog, for a stored record with its uses and history. Asks before unsaved input is lost. */
export function RecordForm({
  resource,
  stored,
  initial,
  copied = false,
  part = null,
  editor: Editor,
  sections: Sections,
  size = 'lg',
  onClose,
  onSaved,
  onDelete,
}: RecordFormProps) {
  const { noun } = resource
  const formId = useId()
  const tenantId = useTenantId()
  const { permissions } = useMember()
  const place = Object.values({ tenantId, ...resource.within }).join(' ')
  const draftName = `${resource.table} ${place} ${stored?.id ?? 'new'}`
  const record = useRecordForm({
    resource,
    stored,
    initial,
    draftName,
    onSaved: useWhileShown(onSaved),
  })
  const { id, form, unsaved, draft, save, saving, conflict } = record
  const [tab, setTab] = useState('details')
  const mayEdit = may(permissions, resource.section, stored ? 'edit' : 'create')
  const mayDelete = may(permissions, resource.section, 'delete') && !resource.elsewhere.includes('delete')
  const editorProps: EditorProps = { resource, recordId: id, stored, mayEdit }

  function leave() {
    if (unsaved) record.discard()
    onClose()
  }
  const { close, question } = useDiscard(unsaved, leave)

  function submit(event: FormEvent<HTMLFormElement>) {
    // Events of a dialog opened by an editor bubble through, but this is not their form.
    if (event.target === event.currentTarget) void save(event)
  }

  const details = (
    <form id={formId} noValidate onSubmit={submit} className="flex flex-col gap-4">
      {mayEdit ? <DraftNotice {...draft} /> : null}
      <SaveNotices resource={resource} record={record} />
      {copied && resource.fields.some(({ kind }) => kind === 'secret') ? (
        <Alert quiet>Everything is copied but passwords, PINs and files.</Alert>
      ) : null}
      <fieldset disabled={!mayEdit} className="flex min-w-0 flex-col gap-4">
        <legend className="sr-only">{`${noun} fields`}</legend>
        {Editor ? <Editor {...editorProps} /> : <RecordFields resource={resource} stored={stored} />}
        {Sections ? <Sections {...editorProps} /> : null}
      </fieldset>
    </form>
  )

  const uses = (
    <UsesList
      resource={resource}
      id={id}
      tone="info"
      empty={<EmptyState title="Nothing uses it">{`No record refers to this ${noun}.`}</EmptyState>}
    />
  )
  const history = stored ? (
    <RecordHistory resource={resource} stored={stored} unsaved={unsaved} onReverted={leave} />
  ) : null

  return (
    <>
      <Dialog
        open
        onOpenChange={close}
        size={size}
        initialPart={part}
        dismissable={!saving}
        title={stored ? resource.label(stored) || 'No name' : `New ${noun}`}
        footer={
          <>
            {mayEdit ? <OvertakenNotice resource={resource} record={record} /> : null}
            {stored && onDelete && mayDelete ? (
              <Button variant="ghost" className="mr-auto text-danger-text!" onClick={onDelete}>
                Delete
              </Button>
            ) : null}
            <TestUnsaved resource={resource} id={id} record={record} />
            <Button disabled={saving} onClick={close}>
              {mayEdit ? 'Cancel' : 'Close'}
            </Button>
            {mayEdit && !conflict && tab === 'details' ? (
              <Button type="submit" form={formId} variant="primary" loading={saving}>
                {stored ? 'Save' : `Create ${noun}`}
              </Button>
            ) : null}
          </>
        }
      >
        <FormProvider {...form}>
          <AfterSaveContext value={record.follow}>
            <HoldSaveContext value={record.hold}>
              {stored ? (
                <Tabs
                  label={`Sections of the ${noun}`}
                  selected={tab}
                  onSelect={setTab}
                  tabs={[
                    { id: 'details', label: 'Details', content: details, kept: true },
                    { id: 'uses', label: 'Used by', content: uses },
                    { id: 'history', label: 'History', content: history },
                  ]}
                />
              ) : (
                details
              )}
            </HoldSaveContext>
          </AfterSaveContext>
        </FormProvider>
      </Dialog>
      {question}
    </>
  )
}
