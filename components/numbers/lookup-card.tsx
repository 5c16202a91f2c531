import { Badge } from '@/components/ui/badge'
import { Card } from '@/components/ui/card'
import { DescriptionList } from '@/components/ui/description-list'
import { formatDateTime } from '@/lib/dates/format'
import type { NumberFacts, RecentCall } from '@/lib/numbers/number-facts'
import { formatNorthAmericanPhone } from '@/lib/validation/phone'
import { HeldHere } from './held-here'
import { SourceAge } from './source-age'

const UNKNOWN = <span className="text-text-muted">Not known</span>

export function LookupCard({ facts }: { facts: NumberFacts }) {
  const {
    number,
    national,
    international,
    valid,
    lineType,
    carrier,
    city,
    state,
    timeZone,
    callerName,
    held,
    calls,
  } = facts
  return (
    <Card title={national} className="max-w-4xl">
      <DescriptionList
        items={[
          {
            term: 'Formats',
            details: (
              <span className="numeric">
                {number} · {international}
              </span>
            ),
          },
          {
            term: 'Validity',
            details: valid ? <Badge tone="success">Valid</Badge> : <Badge tone="warning">Not in use</Badge>,
          },
          { term: 'Here', details: <HeldHere held={held} /> },
          { term: 'Line type', details: lineType ?? UNKNOWN },
          { term: 'Carrier', details: carrier ?? UNKNOWN },
          { term: 'Place', details: [city, state].filter(Boolean).join(', ') || UNKNOWN },
          { term: 'Time zone', details: timeZone ?? UNKNOWN },
          { term: 'Caller name', details: callerName ?? UNKNOWN },
          ...(held ? [{ term: 'Last calls', details: <LastCalls calls={calls} /> }] : []),
          { term: 'Source', details: <SourceAge {...facts} /> },
        ]}
      />
    </Card>
  )
}

function LastCalls({ calls }: { calls: readonly RecentCall[] }) {
  if (calls.length === 0) return <span className="text-text-muted">None in 30 days</span>
  return (
    <ul className="text-sm">
      {calls.map(({ id, start_at, from_number, status }) => (
        <li key={id} className="numeric flex flex-wrap gap-x-3">
          <span>{formatDateTime(start_at)}</span>
          <span>from {formatNorthAmericanPhone(from_number) ?? (from_number || 'a withheld number')}</span>
          <span className="text-text-muted">{status}</span>
        </li>
      ))}
    </ul>
  )
}
