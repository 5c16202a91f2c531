import { FormDialog, type FormDialogProps } from '@/components/common/form-dialog'
import { useWhileShown } from '@/components/ui/use-while-shown'
import { useWrite } from '@/hooks/use-write'
import type { RecordRow } from '@/lib/records/field'
import type { Resource } from '@/lib/records/resource'
import type { Supabase } from '@/lib/supabase/browser-client'

export interface DeleteDialogProps {
  resource: Resource
  row: RecordRow
  onClose: () => void
  onDeleted: () => void
}

interface DeleteFormProps extends DeleteDialogProps, Pick<FormDialogProps, 'ready' | 'children'> {
  submitLabel?: string
  /** Rejects if the record was not deleted; the dialog then shows why. */
  remove: (supabase: Supabase) => Promise<unknown>
}

/** The question before a record is deleted, with what has to be known or chosen first as its children. */
export function DeleteForm({
  resource,
  row,
  submitLabel = 'Delete',
  remove,
  onDeleted,
  onClose,
  ...form
}: DeleteFormProps) {
  const write = useWrite()
  // Gone with its record, it may have been followed by the question about another.
  const close = useWhileShown(onClose)
  const name = `the ${resource.noun} ${resource.label(row)}`.trim()
  return (
    <FormDialog
      {...form}
      onClose={close}
      title={`Delete ${name}?`}
      submitLabel={submitLabel}
      tone="danger"
      role="alertdialog"
      zIndex={60}
      dirty={false}
      draft={null}
      onSave={async () => {
        await write(async (supabase) => {
          await remove(supabase)
          onDeleted()
        }, `Deleted ${name}`)
        return true
      }}
    />
  )
}
