import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { useTenantSetup } from '@/hooks/use-tenant-setup'
import { notify } from '@/lib/notify'

type SuspendDialogProps = { tenant: { id: string; name: string; status: string }; onClose: () => void }

/** Asks before a tenant is suspended, or resumed. */
export function SuspendDialog({ tenant, onClose }: SuspendDialogProps) {
  const setup = useTenantSetup()
  const resume = tenant.status === 'suspended'
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={`${resume ? 'Resume' : 'Suspend'} ${tenant.name}?`}
      confirmLabel={resume ? 'Resume' : 'Suspend'}
      tone={resume ? 'primary' : 'danger'}
      onConfirm={async () => {
        await setup.setStatus(tenant.id, resume ? 'active' : 'suspended')
        void notify('success', `${tenant.name} is ${resume ? 'active again' : 'suspended'}`)
      }}
    >
      {resume
        ? 'The tenant is active again, with the configuration it has.'
        : 'The tenant is marked as suspended. Its configuration, numbers and invoices are kept, and it can be resumed at any time.'}
    </ConfirmDialog>
  )
}
