import dynamic from 'next/dynamic'
import { type ComponentType, type FormEvent, useId, useState } from 'react'
import { FormProvider, useForm } from 'react-hook-form'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { Dialog, type DialogSize } from '@/components/ui/dialog'
import { DraftNotice } from '@/components/ui/draft-notice'
import { Tabs } from '@/components/ui/tabs'
import { recordResolver } from '@/hooks/record-resolver'
import { useFormDraft } from '@/hooks/use-draft'
import { useMember } from '@/hooks/use-member'
import { useRecordLabels } from '@/hooks/use-record-labels'
import { useRecordSave } from '@/hooks/use-record-save'
import { useTenantOfPage } from '@/hooks/use-tenant'
import { useUnsavedChanges } from '@/hooks/use-unsaved-changes'
import type { RecordRow, RecordValues } from '@/lib/records/field'
import { columnLabel, type Resource } from '@/lib/records/resource'
import { may } from '@/lib/session/permissions'
import { ConflictNotice } from './conflict-notice'
import { RecordFields } from './record-fields'

const ConfirmDialog = dynamic(() =>
  import('@/components/ui/confirm-dialog').then((module) => module.ConfirmDialog),
)
const HistoryPanel = dynamic(() => import('./history-panel').then((module) => module.HistoryPanel))
const UsesList = dynamic(() => import('./uses-list').then((module) => module.UsesList))

/** What a resource's own form component is told; the values are those of the form around it (useFormContext). */
export interface EditorProps {
  resource: Resource
  tenantId: string | null
  recordId: string
  /** The record as it is stored; null while it is new. */
  stored: RecordRow | null
  mayEdit: boolean
}

export interface RecordFormProps {
  resource: Resource
  /** The stored record with its children; null for a new one. */
  stored: RecordRow | null
  /** What a new record starts with, over the blank's values. */
  initial?: RecordValues
  /** Instead of the generated fields. */
  editor?: ComponentType<EditorProps>
  /** Under the fields. */
  sections?: ComponentType<EditorProps>
  size?: DialogSize
  onClose: () => void
  onSaved: (row: RecordRow) => void
  onDelete?: () => void
}

/** A record in a dialog: its fields, and for a stored one what uses it and its history. Nothing typed is lost unasked. */
export function RecordForm({
  resource,
  stored,
  initial,
  editor: Editor,
  sections: Sections,
  size = 'lg',
  onClose,
  onSaved,
  onDelete,
}: RecordFormProps) {
  const formId = useId()
  const tenant = useTenantOfPage()
  const { permissions } = useMember()
  const names = useRecordLabels(resource, tenant?.id ?? null)
  const [id] = useState(() => stored?.id ?? crypto.randomUUID())
  const [resolver] = useState(() => recordResolver(resource.schema))
  const { blank } = resource
  const columns = Object.keys(blank)
  const form = useForm<RecordValues>({
    defaultValues: stored
      ? Object.fromEntries(columns.map((column) => [column, stored[column] ?? blank[column]]))
      : { ...blank, ...initial },
    resolver,
  })
  const { dirtyFields, errors } = form.formState
  const unsaved = Object.keys(dirtyFields).length > 0
  const draft = useFormDraft(
    form,
    `${resource.table} ${tenant?.id ?? ''} ${stored?.id ?? 'new'}`,
    stored?.version ?? null,
  )
  const { leave } = useUnsavedChanges(unsaved, draft.forget)
  const { save, takeTheirs, overwrite, saving, failure, conflict } = useRecordSave({
    resource,
    form,
    id,
    stored,
    columns,
    tenantId: tenant?.id ?? null,
    onSaved(row) {
      draft.forget()
      leave()
      onSaved(row)
    },
  })
  const [tab, setTab] = useState('details')
  const [asking, setAsking] = useState(false)
  const mayEdit = may(permissions, resource.section, stored ? 'edit' : 'create')
  const mayDelete = may(permissions, resource.section, 'delete') && !resource.elsewhere?.includes('delete')
  const refused = Object.keys(errors)
  const editorProps: EditorProps = { resource, tenantId: tenant?.id ?? null, recordId: id, stored, mayEdit }

  function close() {
    if (unsaved) setAsking(true)
    else onClose()
  }

  function submit(event: FormEvent<HTMLFormElement>) {
    // A dialog's own form that an editor opens is no part of this one, though its events come by here.
    if (event.target === event.currentTarget) void save(event)
  }

  const details = (
    <form id={formId} noValidate onSubmit={submit} className="flex flex-col gap-4">
      {mayEdit ? <DraftNotice {...draft} /> : null}
      {conflict || failure || refused.length > 0 ? (
        <div ref={bringIntoView} className="flex scroll-mt-4 flex-col gap-4">
          {conflict ? (
            <ConflictNotice
              resource={resource}
              conflict={conflict}
              mine={form.getValues()}
              names={names}
              working={saving}
              onTakeTheirs={takeTheirs}
              onOverwrite={overwrite}
            />
          ) : null}
          {failure ? <Alert tone="danger">{failure}</Alert> : null}
          {refused.length > 0 ? (
            <Alert tone="danger" title="Not saved yet">
              Check {refused.map((name) => columnLabel(resource, name)).join(', ')}.
            </Alert>
          ) : null}
        </div>
      ) : null}
      <fieldset disabled={!mayEdit} className="flex min-w-0 flex-col gap-4">
        <legend className="sr-only">{`${resource.noun} fields`}</legend>
        {Editor ? <Editor {...editorProps} /> : <RecordFields resource={resource} stored={stored} />}
        {Sections ? <Sections {...editorProps} /> : null}
      </fieldset>
    </form>
  )

  return (
    <>
      <Dialog
        open
        onOpenChange={close}
        size={size}
        dismissable={!saving}
        title={stored ? resource.label(stored) || 'No name' : `New ${resource.noun}`}
        footer={
          <>
            {stored && onDelete && mayDelete ? (
              <Button variant="ghost" className="mr-auto text-danger-text!" onClick={onDelete}>
                Delete
              </Button>
            ) : null}
            <Button onClick={close}>{mayEdit ? 'Cancel' : 'Close'}</Button>
            {mayEdit && !conflict && tab === 'details' ? (
              <Button type="submit" form={formId} variant="primary" loading={saving}>
                {stored ? 'Save' : `Create ${resource.noun}`}
              </Button>
            ) : null}
          </>
        }
      >
        <FormProvider {...form}>
          {stored ? (
            <Tabs
              label={`Parts of the ${resource.noun}`}
              selected={tab}
              onSelect={setTab}
              tabs={[
                { id: 'details', label: 'Details', content: details },
                { id: 'uses', label: 'Used by', content: <UsesList resource={resource} id={id} /> },
                {
                  id: 'history',
                  label: 'History',
                  content: (
                    <HistoryPanel
                      resource={resource}
                      stored={stored}
                      names={names}
                      unsaved={unsaved}
                      onReverted={onClose}
                    />
                  ),
                },
              ]}
            />
          ) : (
            details
          )}
        </FormProvider>
      </Dialog>
      {asking ? (
        <ConfirmDialog
          open
          onOpenChange={setAsking}
          title="Discard your changes?"
          confirmLabel="Discard"
          zIndex={60}
          onConfirm={() => {
            draft.forget()
            leave()
            onClose()
          }}
        >
          It has not been saved.
        </ConfirmDialog>
      ) : null}
    </>
  )
}

/** What is said above a long form is of no use below the fold. */
function bringIntoView(notice: HTMLElement | null) {
  notice?.scrollIntoView?.({ block: 'nearest' })
}
