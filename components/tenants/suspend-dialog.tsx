import { useState } from 'react'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { DraftNotice } from '@/components/ui/draft-notice'
import { FormRow } from '@/components/ui/form-row'
import { Input } from '@/components/ui/input'
import { useDraft } from '@/hooks/use-draft'
import { useWrite } from '@/hooks/use-write'
import { setTenantStatus } from '@/lib/tenants/setup-client'
import { SUSPENSION } from '@/lib/tenants/suspension'

type SuspendDialogProps = { tenant: { id: string; name: string; status: string }; onClose: () => void }

/** Confirms suspending a tenant, with a reason, or resuming it. */
export function SuspendDialog({ tenant, onClose }: SuspendDialogProps) {
  const write = useWrite()
  const resume = tenant.status === 'suspended'
  const [reason, setReason] = useState('')
  const draft = useDraft(`suspend ${tenant.id}`, null, reason === '' ? {} : { reason }, (typed) =>
    setReason(typed.reason ?? ''),
  )

  function close() {
    if (reason) draft.forget()
    onClose()
  }

  return (
    <ConfirmDialog
      open
      onOpenChange={close}
      title={`${resume ? 'Resume' : 'Suspend'} ${tenant.name}?`}
      confirmLabel={resume ? 'Resume' : 'Suspend'}
      tone={resume ? 'primary' : 'danger'}
      onConfirm={async () => {
        if (!resume && !reason.trim())
          throw new Error('Enter a reason. It is shown on every page of the tenant.')
        await write(
          (supabase) => setTenantStatus(supabase, tenant.id, resume ? 'active' : 'suspended', reason),
          `${tenant.name} is ${resume ? 'active again' : 'suspended'}`,
        )
      }}
    >
      {resume ? (
        <p>Its phones can download their configuration again, and you can add numbers, phones and users.</p>
      ) : (
        <div className="flex flex-col gap-4">
          <DraftNotice {...draft} />
          <ul className="ml-4 list-disc">
            {SUSPENSION.map((effect) => (
              <li key={effect}>{effect}</li>
            ))}
          </ul>
          <FormRow label="Reason" required>
            <Input
              value={reason}
              maxLength={200}
              placeholder="Two invoices overdue"
              onChange={(event) => setReason(event.target.value)}
            />
          </FormRow>
        </div>
      )}
    </ConfirmDialog>
  )
}
