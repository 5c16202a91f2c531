import { CallStatusBadge } from '@/components/cdr/call-status-badge'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { DataTable } from '@/components/ui/data-table'
import { DescriptionList } from '@/components/ui/description-list'
import { EmptyState } from '@/components/ui/empty-state'
import { useMember } from '@/hooks/use-member'
import { downloadCsv } from '@/lib/browser/download'
import { STATUS_LABELS } from '@/lib/cdr/call-text'
import { formatDateTime } from '@/lib/dates/format'
import { formatFigure } from '@/lib/figures'
import { lineTypeLabel, MAX_LOOKUPS, type NumberFacts, type RecentCall } from '@/lib/numbers/number-facts'
import { may } from '@/lib/session/permissions'
import { KEPT_DAYS } from '@/lib/supabase/kept-days'
import { shownNumber } from '@/lib/validation/phone'
import { InventoryStatus } from './inventory-status'
import { known, UNKNOWN } from './known'
import { NumberCheck } from './number-check'
import { SourceAge } from './source-age'

/** Facts about one number as a card, or about several as a table. */
export function NumberLookup() {
  return (
    <NumberCheck<NumberFacts>
      title="Number lookup"
      description="Carrier, location and line type of a number, and who has it here."
      path="/api/sales/number-lookup"
      most={MAX_LOOKUPS}
      verb="Look up"
    >
      {(facts, working) => {
        const [only] = facts
        return (
          <>
            <p role="status" className="sr-only">
              {working ? '' : `${formatFigure(facts.length)} looked up`}
            </p>
            {facts.length > 1 ? <LookupTable facts={facts} outdated={working} /> : null}
            {facts.length === 1 && only ? <LookupCard facts={only} /> : null}
          </>
        )
      }}
    </NumberCheck>
  )
}

function LookupCard({ facts }: { facts: NumberFacts }) {
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
          { term: 'Here', details: <InventoryStatus held={held} /> },
          { term: 'Line type', details: known(lineType && lineTypeLabel(lineType)) },
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
  if (calls.length === 0) return <span className="text-text-muted">None in {KEPT_DAYS.looked_up} days</span>
  return (
    <ul className="text-sm">
      {calls.map(({ id, start_at, from_number, status }) => (
        <li key={id} className="numeric flex flex-wrap gap-x-3">
          <span>{formatDateTime(start_at)}</span>
          <span>from {shownNumber(from_number) || 'a withheld number'}</span>
          <CallStatusBadge status={status} />
        </li>
      ))}
    </ul>
  )
}

const place = ({ city, state }: NumberFacts) => [city, state].filter(Boolean).join(', ') || null

function LookupTable({ facts, outdated }: { facts: readonly NumberFacts[]; outdated: boolean }) {
  const { permissions } = useMember()
  async function exportAll() {
    await downloadCsv(
      'numbers.csv',
      [
        'Number',
        'National',
        'International',
        'Valid',
        'Line type',
        'Carrier',
        'Place',
        'Time zone',
        'Caller name',
        'Tenant',
        'Last call',
        'Last call status',
        'Source',
        'As of',
      ],
      facts.map((one) => [
        one.number,
        one.national,
        one.international,
        one.valid ? 'yes' : 'no',
        one.lineType ? lineTypeLabel(one.lineType) : '',
        one.carrier ?? '',
        place(one) ?? '',
        one.timeZone ?? '',
        one.callerName ?? '',
        one.held?.tenant_name ?? '',
        one.calls[0]?.start_at ?? '',
        one.calls[0] ? STATUS_LABELS[one.calls[0].status] : '',
        one.source,
        one.fetchedAt,
      ]),
    )
  }

  return (
    <section aria-label="Result" className="flex flex-col gap-3">
      {may(permissions, 'sales', 'export') ? (
        <div>
          <Button onClick={exportAll}>Export</Button>
        </div>
      ) : null}
      <DataTable
        label="Numbers looked up"
        rows={facts}
        rowKey={({ number }) => number}
        outdated={outdated}
        columns={[
          {
            id: 'number',
            header: 'Number',
            phone: 'primary',
            cell: ({ number, national, valid }) => (
              <span className="numeric">
                {national}
                {valid ? null : <span className="ml-2 text-sm text-warning-text">not in use</span>}
                <span className="block text-sm text-text-muted">{number}</span>
              </span>
            ),
          },
          {
            id: 'here',
            header: 'Here',
            phone: 'secondary',
            cell: ({ held }) => <InventoryStatus held={held} />,
          },
          {
            id: 'lastCall',
            header: 'Last call',
            cell: ({ held, calls }) => (held ? <LastCalls calls={calls.slice(0, 1)} /> : null),
          },
          {
            id: 'lineType',
            header: 'Line type',
            cell: ({ lineType }) => known(lineType && lineTypeLabel(lineType)),
          },
          { id: 'carrier', header: 'Carrier', phone: 'secondary', cell: ({ carrier }) => known(carrier) },
          { id: 'place', header: 'Place', cell: (one) => known(place(one)) },
          { id: 'timeZone', header: 'Time zone', phone: 'hidden', cell: ({ timeZone }) => known(timeZone) },
          { id: 'callerName', header: 'Caller name', cell: ({ callerName }) => known(callerName) },
          { id: 'source', header: 'Source', cell: (one) => <SourceAge {...one} /> },
        ]}
        empty={<EmptyState title="Nothing looked up" />}
      />
    </section>
  )
}
