import { PhoneCall } from 'lucide-react'
import { Card } from '@/components/ui/card'
import { LinkButton } from '@/components/ui/link-button'
import { StatusBadge } from '@/components/ui/status-badge'
import { TextLink } from '@/components/ui/text-link'
import { useCurrentTenant } from '@/hooks/use-tenant'
import { tenantPath } from '@/lib/record-paths'
import { testCallPath } from '@/lib/telephony/simulator/address'
import type { ProblemCounts } from '@/lib/tenants/tenant'
import { countOf } from '@/lib/words'
import { SEVERITIES } from './severity'

/** The overview card with the number of configuration problems, linked to them and to the call test. */
export function CheckCard() {
  const { id, check } = useCurrentTenant()
  return (
    <Card
      title="Configuration check"
      actions={
        <TextLink tone="accent" href={`${tenantPath(id)}/configuration-check`}>
          See all<span className="sr-only"> problems of the configuration</span>
        </TextLink>
      }
    >
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        {check ? <Counts counts={check} /> : <StatusBadge>Not checked yet</StatusBadge>}
        <LinkButton href={testCallPath(id)} icon={PhoneCall}>
          Test a call
        </LinkButton>
      </div>
    </Card>
  )
}

function Counts({ counts }: { counts: ProblemCounts }) {
  const found = SEVERITIES.filter(({ counted }) => counts[counted] > 0)
  if (found.length === 0) return <StatusBadge tone="success">Nothing to fix</StatusBadge>
  return (
    <ul aria-label="Problems" className="flex flex-wrap gap-x-4 gap-y-1">
      {found.map(({ severity, counted, tone }) => (
        <li key={severity}>
          <StatusBadge tone={tone}>{countOf(counts[counted], severity)}</StatusBadge>
        </li>
      ))}
    </ul>
  )
}
