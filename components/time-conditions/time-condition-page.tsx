import dynamic from 'next/dynamic'
import { ResourcePage } from '@/components/records/resource-page'
import { Badge } from '@/components/ui/badge'
import { cn } from '@/components/ui/cn'
import { latePart } from '@/components/ui/late-code'
import { Skeleton } from '@/components/ui/skeleton'
import { useDestinations } from '@/hooks/use-destinations'
import { useMinute } from '@/hooks/use-minute'
import { prefetchRecords } from '@/hooks/use-record-query'
import { zoneName } from '@/lib/dates/zones'
import { NO_VALUE } from '@/lib/figures'
import { timeCondition } from '@/lib/resources/time-condition'
import { nextChange, outcomeAt } from '@/lib/telephony/schedule'
import { describeMoment } from '@/lib/telephony/schedule-text'
import type { RoutingTimeCondition } from '@/lib/telephony/tenant-routing'
import { StateBadge } from './state-badge'

const TimeConditionEditor = dynamic(
  () => import('./time-condition-editor').then((module) => module.TimeConditionEditor),
  { loading: latePart(<Skeleton className="h-96 w-full" />) },
)

/** Maximum number of destinations named in a row. */
const NAMED = 2
/** Additional columns of the list: the rules and the zone. */
const listed = (row: unknown) => row as RoutingTimeCondition

/** A tenant's time conditions, with their current state and next change. */
export function TimeConditionPage() {
  return (
    <ResourcePage
      resource={timeCondition}
      editor={TimeConditionEditor}
      editorSize="xl"
      cells={{
        now: (row) => <Now condition={listed(row)} />,
        next_change: (row) => <NextChange condition={listed(row)} />,
        zone: (row) => zoneName(listed(row).zone),
        destinations: (row) => <Destinations condition={listed(row)} />,
      }}
      emptyText="A time condition sends calls somewhere else at night, on weekends and on holidays."
    />
  )
}
TimeConditionPage.ahead = prefetchRecords(timeCondition)

function Now({ condition }: { condition: RoutingTimeCondition }) {
  const now = useMinute()
  if (!condition.enabled) return <Badge tone="warning">Disabled</Badge>
  const { state, rule } = outcomeAt(condition, now)
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2 gap-y-0.5">
      <StateBadge state={state} />
      {rule?.name ? <span className="text-text-muted">{rule.name}</span> : null}
    </span>
  )
}

function NextChange({ condition }: { condition: RoutingTimeCondition }) {
  const now = useMinute()
  if (!condition.enabled) return <span className="text-text-muted">{NO_VALUE}</span>
  const next = nextChange(condition, now)
  if (!next) return <span className="text-text-muted">Stays as it is</span>
  const { state } = next.outcome
  const what =
    state === outcomeAt(condition, now).state
      ? (next.outcome.rule?.name ?? '') || 'Other destination'
      : state === 'open'
        ? 'Opens'
        : 'Closes'
  return (
    // Around a holiday it is longer than on other days.
    <time dateTime={new Date(next.at).toISOString()} className="whitespace-normal">
      {what} {describeMoment(condition.zone, next.at, now)}
    </time>
  )
}

function Destinations({ condition }: { condition: RoutingTimeCondition }) {
  const ids = [
    ...new Set([...condition.rules.map((rule) => rule.destination_id), condition.otherwise_destination_id]),
  ]
  const { labelOf } = useDestinations(ids)
  const rest = ids.slice(NAMED).map((id) => labelOf(id))
  return (
    // On phones the names take two lines, so that nothing moves once they are known.
    <span className={cn('inline-block whitespace-normal sm:min-w-56', ids.length > 1 && 'max-sm:min-h-10')}>
      {ids
        .slice(0, NAMED)
        .map((id) => labelOf(id))
        .join(', ')}
      {rest.length > 0 ? (
        <span className="whitespace-nowrap text-text-muted" title={rest.join(', ')}>
          {' '}
          and {rest.length} more
        </span>
      ) : null}
    </span>
  )
}
