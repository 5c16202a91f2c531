import { DeleteDialog } from '@/components/common/delete-dialog'
import { type DeleteDialogProps, DeleteForm } from '@/components/common/delete-form'
import { Alert } from '@/components/ui/alert'
import type { Tables } from '@/lib/supabase/database.types'

/** Deletes a draft or canceled port order; says why another cannot be deleted. */
export function DeletePortOrder(props: DeleteDialogProps) {
  const { state } = props.row as Tables<'port_orders'>
  if (state === 'draft' || state === 'cancelled') return <DeleteDialog {...props} />
  return (
    <DeleteForm {...props} ready={false} remove={async () => undefined}>
      <Alert tone="warning" quiet>
        {state === 'ported'
          ? 'Its numbers have been ported. The order is kept as a record.'
          : 'It has been submitted. Cancel it before you delete it.'}
      </Alert>
    </DeleteForm>
  )
}
