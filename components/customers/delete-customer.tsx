import { Loaded } from '@/components/common/loaded'
import { DeleteDialog, type DeleteDialogProps } from '@/components/records/delete-dialog'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { keys } from '@/hooks/keys'
import { useQuery } from '@/hooks/use-query'
import { deletionObstacle } from '@/lib/customers/customer-records'

/** Deletes a customer, or names what has to be removed first: its tenant, numbers and open invoices. */
export function DeleteCustomer(props: DeleteDialogProps) {
  const { resource, row, onClose } = props
  const query = useQuery(keys.companies('kept', row.id), (supabase) => deletionObstacle(supabase, row.id))
  if (query.data === null) return <DeleteDialog {...props} />
  return (
    <Dialog
      open
      onOpenChange={onClose}
      role="alertdialog"
      size="md"
      fullScreenOnPhone={false}
      zIndex={60}
      title={`Delete the ${resource.noun} ${resource.label(row)}?`}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="danger" disabled>
            Delete
          </Button>
        </>
      }
    >
      <Loaded query={query}>
        {(reason) => (
          <Alert tone="warning" quiet>
            {reason}
          </Alert>
        )}
      </Loaded>
    </Dialog>
  )
}
