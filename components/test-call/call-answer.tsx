import { Card } from '@/components/ui/card'
import { cn } from '@/components/ui/cn'
import { useMember } from '@/hooks/use-member'
import { may } from '@/lib/session/permissions'
import type { Path } from '@/lib/telephony/routing/path'
import type { TenantSnapshot } from '@/lib/telephony/routing/snapshot'
import { connectedOutside, endsAt, endText, linesOf, outsideNumbers } from '@/lib/telephony/simulator/answer'
import { formatDuration } from '@/lib/validation/duration'
import { CallCost } from './call-cost'
import { At, STEP_ROW, StepLine } from './step-line'

const GOOD_ENDS: readonly Path['end']['how'][] = [
  'answered',
  'left the tenant',
  'feature done',
  'joined a room',
  'paged',
  'fax received',
]
const BAD_ENDS: readonly Path['end']['how'][] = ['refused', 'gave up']

/** What becomes of a call: its end, its steps with their reasons, what is heard and rings in each, and what it costs. */
export function CallAnswer({ snapshot, path }: { snapshot: TenantSnapshot; path: Path }) {
  const { how, cause } = path.end
  const lines = linesOf(path)
  const ends = endsAt(path)
  const outside = outsideNumbers(path)
  const { permissions } = useMember()
  return (
    <div className="flex min-w-0 flex-col gap-4">
      <output
        aria-live="polite"
        className={cn(
          'block rounded-lg border px-4 py-3 text-lg font-semibold',
          GOOD_ENDS.includes(how) && 'border-success/35 bg-success-soft',
          BAD_ENDS.includes(how) && 'border-danger/35 bg-danger-soft',
          !GOOD_ENDS.includes(how) && !BAD_ENDS.includes(how) && 'border-info/35 bg-info-soft',
        )}
      >
        {endText(path)}
        {ends > 0 ? ` after ${formatDuration(ends)}` : ''}.
        {cause ? (
          <span className="mt-0.5 block text-sm font-normal">
            The switch gives the cause <span className="code">{cause}</span>.
          </span>
        ) : null}
      </output>
      <Card title="Steps" flush>
        <ol aria-label="Steps" className="divide-y divide-border">
          {lines.map((line, place) => (
            <StepLine key={place} snapshot={snapshot} path={path} line={line} />
          ))}
          <li className={STEP_ROW}>
            <At seconds={ends} />
            <p className="font-medium">{endText(path)}.</p>
          </li>
        </ol>
        {path.rings.length === 0 ? (
          <p className="border-t border-border px-4 py-2.5 text-text-muted">No phone rings.</p>
        ) : null}
      </Card>
      {outside.length > 0 && may(permissions, 'billing') ? (
        <CallCost tenantId={snapshot.tenant.id} numbers={outside} connected={connectedOutside(path)} />
      ) : null}
    </div>
  )
}
