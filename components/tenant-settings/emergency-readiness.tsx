import { CircleCheck, TriangleAlert } from 'lucide-react'
import Link from 'next/link'
import { Loaded } from '@/components/common/loaded'
import { Badge } from '@/components/ui/badge'
import { Card } from '@/components/ui/card'
import { Skeleton } from '@/components/ui/skeleton'
import { useCurrentTenantId } from '@/hooks/use-tenant'
import { useEmergencySituation } from '@/hooks/use-tenant-settings'
import { tenantPath } from '@/lib/record-paths'
import {
  emergencyReadiness,
  isReady,
  type ReadinessCheck,
  type Remedy,
  settingsPart,
} from '@/lib/telephony/emergency-readiness'

/** Number of problems listed before the list is expanded. */
const NAMED = 5

/** Whether the tenant's 911 calls get through, are located and notify someone; each problem links to its fix. */
export function EmergencyReadiness() {
  const tenantId = useCurrentTenantId()
  const query = useEmergencySituation()
  const checks = query.data && emergencyReadiness(query.data)
  const ready = checks && isReady(checks)

  return (
    <Card
      title="911 readiness"
      actions={
        checks ? (
          <Badge tone={ready ? 'success' : 'warning'}>
            {ready
              ? 'Ready'
              : `${checks.filter(({ shortcomings }) => shortcomings.length > 0).length} of ${checks.length} to fix`}
          </Badge>
        ) : undefined
      }
      flush
    >
      <Loaded query={query} pending={<Skeleton className="m-4 h-40" />}>
        {() => (
          <ul className="divide-y divide-border">
            {checks?.map((check) => (
              <li key={check.id} className="px-4 py-3">
                <Check check={check} tenantId={tenantId} />
              </li>
            ))}
          </ul>
        )}
      </Loaded>
    </Card>
  )
}

function Check({ check, tenantId }: { check: ReadinessCheck; tenantId: string }) {
  const { title, reason, shortcomings } = check
  const met = shortcomings.length === 0
  const [named, others] = [shortcomings.slice(0, NAMED), shortcomings.slice(NAMED)]
  const items = (some: ReadinessCheck['shortcomings']) => (
    <ul className="mt-1 flex flex-col gap-1">
      {some.map(({ text, remedy }) => (
        <li key={text} className="flex flex-wrap justify-between gap-x-4">
          <span className="min-w-0">{text}</span>
          <Link
            href={hrefOf(tenantId, check, remedy)}
            className="shrink-0 text-accent-text underline-offset-2 hover:underline touch:py-2"
          >
            {LINKS[remedy.page]}
            <span className="sr-only">: {text}</span>
          </Link>
        </li>
      ))}
    </ul>
  )
  return (
    <div className="flex items-start gap-2.5">
      {met ? (
        <CircleCheck aria-hidden size={16} className="mt-0.5 shrink-0 text-success-text" />
      ) : (
        <TriangleAlert aria-hidden size={16} className="mt-0.5 shrink-0 text-warning-text" />
      )}
      <div className="min-w-0 flex-1 text-sm">
        <h3 className="text-base font-medium">
          <span className="sr-only">{met ? 'Met: ' : 'To fix: '}</span>
          {title}
        </h3>
        <p className="text-text-muted">{reason}</p>
        {named.length > 0 ? items(named) : null}
        {others.length > 0 ? (
          <details className="mt-1">
            <summary className="cursor-pointer text-text-muted">{`${others.length} more`}</summary>
            {items(others)}
          </details>
        ) : null}
      </div>
    </div>
  )
}

const LINKS: Record<Remedy['page'], string> = {
  settings: 'Set it here',
  extensions: 'Open the extension',
  devices: 'Open the device',
  'dids/inbound': 'Open the numbers',
  'dids/outbound': 'Open the outbound routes',
}

function hrefOf(tenantId: string, check: ReadinessCheck, { page, record }: Remedy): string {
  if (page === 'settings') return `#${settingsPart(check)}`
  return `${tenantPath(tenantId)}/${page}${record ? `?record=${record}` : ''}`
}
