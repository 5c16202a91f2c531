import { SeatUsage } from '@/components/tenants/seat-usage'
import { UntilTenant } from '@/components/tenants/until-tenant'
import { Alert } from '@/components/ui/alert'
import { Skeleton } from '@/components/ui/skeleton'
import { useCurrentTenant } from '@/hooks/use-tenant'

/** How many of the tenant's licensed seats are used; once all are, that no more can be added. */
export function SeatNotice() {
  return (
    <UntilTenant fallback={<Skeleton className="mb-3 h-4 w-40" />}>
      <Seats />
    </UntilTenant>
  )
}

function Seats() {
  const { extensions: used, extension_limit: licensed } = useCurrentTenant()
  if (used >= licensed) {
    return (
      <Alert tone="warning" quiet className="mb-3">
        This tenant has {used} of {licensed} extension seats in use. More can be added once more are licensed.
      </Alert>
    )
  }
  return (
    <p className="mb-3 flex items-center gap-2 text-sm text-text-muted">
      Seats <SeatUsage used={used} licensed={licensed} />
    </p>
  )
}
