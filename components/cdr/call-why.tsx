import dynamic from 'next/dynamic'
import { LinkButton } from '@/components/ui/link-button'
import { Skeleton } from '@/components/ui/skeleton'
import type { CallDetail } from '@/lib/cdr/call-list'
import { testAgainPath } from '@/lib/telephony/simulator/address'
import { toldPath } from '@/lib/telephony/simulator/told-path'

/** The engine comes with the calls that say their path. */
const WaysBeside = dynamic(() => import('./ways-beside').then((module) => module.WaysBeside), {
  loading: () => <Skeleton className="h-24 w-full" />,
})

/** Why a call went where it went, as the switch was told, beside where it would go today. */
export function CallWhy({
  tenantId,
  zone,
  call,
}: {
  tenantId: string
  zone: string
  call: CallDetail & { path?: unknown }
}) {
  const told = toldPath(call.path)
  return (
    <section aria-labelledby="call-why">
      <div className="mb-2 flex flex-wrap items-center justify-between gap-2">
        <h3 id="call-why" className="text-base font-semibold">
          Why did this call go there?
        </h3>
        <LinkButton size="sm" href={testAgainPath(tenantId, zone, call)}>
          Test this call
        </LinkButton>
      </div>
      {told ? (
        <WaysBeside tenantId={tenantId} zone={zone} call={call} told={told} />
      ) : (
        <p className="text-sm text-text-muted">
          This call has no path: the switch did not follow this configuration, or did not say how.
        </p>
      )}
    </section>
  )
}
