import Link from 'next/link'
import { SeatUsage } from '@/components/tenants/seat-usage'
import { UntilTenant } from '@/components/tenants/until-tenant'
import { Alert } from '@/components/ui/alert'
import { Skeleton } from '@/components/ui/skeleton'
import { useMember } from '@/hooks/use-member'
import { useCurrentTenant } from '@/hooks/use-tenant'
import { tenantPath } from '@/lib/record-paths'
import { may } from '@/lib/session/permissions'

/** How many of the tenant's licensed seats are used; once all are, that no more can be added. */
export function SeatNotice() {
  return (
    <UntilTenant fallback={<Skeleton className="mb-3 h-4 w-40" />}>
      <Seats />
    </UntilTenant>
  )
}

function Seats() {
  const { id, extensions: used, extension_limit: licensed } = useCurrentTenant()
  const { permissions } = useMember()
  if (used >= licensed) {
    return (
      <Alert tone="warning" quiet className="mb-3">
        This tenant has {used} of {licensed} extension seats in use. Before a new hire or any other extension,{' '}
        {may(permissions, 'billing') ? (
          <>
            free a seat or add more under{' '}
            <Link className="underline" href={`${tenantPath(id)}/licensing`}>
              Licensing
            </Link>
            .
          </>
        ) : (
          'delete one that nobody needs, or ask an admin to add seats under Licensing.'
        )}
      </Alert>
    )
  }
  return (
    <p className="mb-3 flex items-center gap-2 text-sm text-text-muted">
      Seats <SeatUsage used={used} licensed={licensed} />
    </p>
  )
}
