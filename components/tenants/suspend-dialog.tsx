import { useState } from 'react'
import { FormDialog } from '@/components/common/form-dialog'
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
  // The page shows the new status before the dialog has closed, or what someone else has done meanwhile.
  const [resume] = useState(tenant.status === 'suspended')
  const [reason, setReason] = useState('')
  const [missing, setMissing] = useState(false)
  const draft = useDraft(`suspend ${tenant.id}`, null, reason === '' ? {} : { reason }, (typed) =>
    setReason(typed.reason ?? ''),
  )

  async function save() {
    const lacksReason = !resume && !reason.trim()
    setMissing(lacksReason)
    if (lacksReason) return false
    await write(
      (supabase) => setTenantStatus(supabase, tenant.id, resume ? 'active' : 'suspended', reason),
      `${tenant.name} is ${resume ? 'active again' : 'suspended'}`,
    )
    return true
  }

  return (
    <FormDialog
      role="alertdialog"
      size="sm"
      title={`${resume ? 'Resume' : 'Suspend'} ${tenant.name}?`}
      submitLabel={resume ? 'Resume' : 'Suspend'}
      tone={resume ? 'primary' : 'danger'}
      dirty={reason !== ''}
      draft={resume ? null : draft}
      onSave={save}
      onClose={onClose}
    >
      {resume ? (
        <p className="text-base text-text-muted">
          New phones can download their configuration again, and you can add numbers, phones and users.
        </p>
      ) : (
        <>
          <ul className="ml-4 list-disc text-base text-text-muted">
            {SUSPENSION.map((effect) => (
              <li key={effect}>{effect}</li>
            ))}
          </ul>
          <FormRow
            label="Reason"
            required
            error={missing ? 'Enter a reason. It is shown on every page of the tenant.' : undefined}
          >
            <Input
              value={reason}
              maxLength={200}
              placeholder="Two invoices overdue"
              onChange={(event) => setReason(event.target.value)}
            />
          </FormRow>
        </>
      )}
    </FormDialog>
  )
}
