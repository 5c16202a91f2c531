import { useRouter } from 'next/router'
import { useState } from 'react'
import { failureOf } from '@/components/common/loaded'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { ConfirmDialog } from '@/components/ui/lazy-confirm-dialog'
import { useMember } from '@/hooks/use-member'
import { useCurrentTenant } from '@/hooks/use-tenant'
import { useTenantTerms } from '@/hooks/use-tenant-settings'
import { useWrite } from '@/hooks/use-write'
import { deleteRecord } from '@/lib/records/record-client'
import { may } from '@/lib/session/permissions'
import { KEPT_DAYS } from '@/lib/supabase/kept-days'
import { TENANTS_PATH } from '@/lib/tenants/paths'

/** Deletes the tenant and everything it owns; what would outlive it has to be removed first. */
export function DeleteTenant() {
  const { id, domain, has_numbers } = useCurrentTenant()
  const { permissions } = useMember()
  const query = useTenantTerms(id)
  const { data: terms } = query
  const write = useWrite()
  const router = useRouter()
  const [asking, setAsking] = useState(false)
  if (!may(permissions, 'tenants', 'delete')) return null
  if (!terms) {
    const failure = failureOf(query)
    return failure ? <Card title="Delete this tenant">{failure}</Card> : null
  }

  const remove = async () => {
    await write((supabase) => deleteRecord(supabase, 'tenants', null, terms), `Deleted ${domain}`)
    await router.push(TENANTS_PATH)
  }

  return (
    <Card title="Delete this tenant">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="max-w-prose text-sm text-text-muted">
          {has_numbers ? 'Its numbers have to be released first. ' : null}
          With invoices, payments or port orders it can only be suspended.
        </p>
        <Button variant="danger" disabled={has_numbers} onClick={() => setAsking(true)}>
          Delete tenant
        </Button>
      </div>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={`Delete ${domain}?`}
        confirmLabel="Delete tenant"
        typeToConfirm={domain}
        onConfirm={remove}
      >
        Its extensions, phones, routing and recordings are deleted; for {KEPT_DAYS.dropped} days a superadmin
        can restore them from the audit trail. Its calls, voicemail and faxes are permanently deleted. Its
        customer stays.
      </ConfirmDialog>
    </Card>
  )
}
