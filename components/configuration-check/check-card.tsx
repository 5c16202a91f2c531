import { PhoneCall } from 'lucide-react'
import Link from 'next/link'
import { Loaded } from '@/components/common/loaded'
import { Card } from '@/components/ui/card'
import { LinkButton } from '@/components/ui/link-button'
import { Skeleton } from '@/components/ui/skeleton'
import { StatusBadge } from '@/components/ui/status-badge'
import { useProblems } from '@/hooks/use-problems'
import { useCurrentTenantId } from '@/hooks/use-tenant'
import { formatCount } from '@/lib/lists/page'
import { tenantPath } from '@/lib/paths'
import type { Problem } from '@/lib/telephony/routing/problems/problem'
import { testCallPath } from '@/lib/telephony/simulator/address'
import { SEVERITIES } from './severity'

/** On a tenant's overview: how many problems its configuration has, and the way to them and to a call to test. */
export function CheckCard() {
  const tenantId = useCurrentTenantId()
  const query = useProblems(tenantId)
  return (
    <Card
      title="Configuration check"
      actions={
        <Link
          href={`${tenantPath(tenantId)}/configuration-check`}
          className="inline-flex min-h-6 items-center rounded-sm text-sm font-medium text-accent-text hover:underline"
        >
          See all<span className="sr-only"> problems of the configuration</span>
        </Link>
      }
    >
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <Loaded
          query={query}
          pending={<Skeleton className="h-5 w-48" />}
          empty={<StatusBadge tone="success">Nothing to mend.</StatusBadge>}
        >
          {(problems) => <Counts problems={problems} />}
        </Loaded>
        <LinkButton href={testCallPath(tenantId)} icon={<PhoneCall aria-hidden size={14} />}>
          Test a call
        </LinkButton>
      </div>
    </Card>
  )
}

function Counts({ problems }: { problems: readonly Problem[] }) {
  return (
    <ul aria-label="Problems" className="flex flex-wrap gap-x-4 gap-y-1">
      {SEVERITIES.map(({ severity, tone, one, many }) => {
        const count = problems.filter((problem) => problem.severity === severity).length
        if (count === 0) return null
        return (
          <li key={severity}>
            <StatusBadge tone={tone}>
              {formatCount(count)} {count === 1 ? one : many}
            </StatusBadge>
          </li>
        )
      })}
    </ul>
  )
}
