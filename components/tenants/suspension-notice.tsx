import { useState } from 'react'
import { LocalDate } from '@/components/common/local-date'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { useMember } from '@/hooks/use-member'
import { may } from '@/lib/session/permissions'
import type { Tenant } from '@/lib/tenants/tenant'
import { SuspendDialog } from './lazy-tenant-dialogs'

/** On every page of a suspended tenant: since when, why, the effects, and a way to resume. */
export function SuspensionNotice({ tenant }: { tenant: Tenant }) {
  const { permissions } = useMember()
  const [resuming, setResuming] = useState(false)
  return (
    <>
      <Alert
        tone="warning"
        quiet
        title={
          <>
            This tenant is suspended
            {tenant.suspended_at ? (
              <>
                {' since '}
                <LocalDate at={tenant.suspended_at} />
              </>
            ) : null}
          </>
        }
        className="mb-4"
        action={
          may(permissions, 'tenants', 'edit') ? (
            <Button size="sm" className="print:hidden" onClick={() => setResuming(true)}>
              Resume
            </Button>
          ) : undefined
        }
      >
        {tenant.suspension_reason ? <p>Reason: {tenant.suspension_reason}</p> : null}
        <p>
          New phones get no configuration, and nothing can be added. Existing records can be changed; calls
          and billing continue.
        </p>
      </Alert>
      {resuming ? (
        <SuspendDialog
          tenant={{ ...tenant, name: tenant.company_name ?? tenant.domain }}
          onClose={() => setResuming(false)}
        />
      ) : null}
    </>
  )
}
