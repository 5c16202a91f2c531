import { DeleteDialog } from '@/components/common/delete-dialog'
import { type DeleteDialogProps, DeleteForm } from '@/components/common/delete-form'
import { Loaded } from '@/components/common/loaded'
import { Alert } from '@/components/ui/alert'
import { keys } from '@/hooks/keys'
import { useQuery } from '@/hooks/use-query'
import { deletionObstacle } from '@/lib/customers/customer-records'

/** Deletes a customer, or names what has to be removed first: its tenant, numbers and open invoices. */
export function DeleteCustomer(props: DeleteDialogProps) {
  const { id } = props.row
  const query = useQuery(keys.companies('kept', id), (supabase) => deletionObstacle(supabase, id))
  if (query.data === null) return <DeleteDialog {...props} />
  return (
    <DeleteForm {...props} ready={false} remove={async () => undefined}>
      <Loaded query={query}>
        {(reason) => (
          <Alert tone="warning" quiet>
            {reason}
          </Alert>
        )}
      </Loaded>
    </DeleteForm>
  )
}
