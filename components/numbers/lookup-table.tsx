import { Button } from '@/components/ui/button'
import { DataTable } from '@/components/ui/data-table'
import { EmptyState } from '@/components/ui/empty-state'
import { writeCsv } from '@/lib/csv'
import { downloadText } from '@/lib/download'
import type { NumberFacts } from '@/lib/numbers/number-facts'
import { HeldHere } from './held-here'
import { SourceAge } from './source-age'

const known = (text: string | null) => text ?? <span className="text-text-muted">Not known</span>
const place = ({ city, state }: NumberFacts) => [city, state].filter(Boolean).join(', ') || null

export function LookupTable({ facts, loading }: { facts: readonly NumberFacts[]; loading: boolean }) {
  async function exportAll() {
    const csv = await writeCsv(
      [
        'Number',
        'Valid',
        'Line type',
        'Carrier',
        'Place',
        'Time zone',
        'Caller name',
        'Tenant',
        'Source',
        'As of',
      ],
      facts.map((one) => [
        one.number,
        one.valid ? 'yes' : 'no',
        one.lineType ?? '',
        one.carrier ?? '',
        place(one) ?? '',
        one.timeZone ?? '',
        one.callerName ?? '',
        one.held?.tenant_name ?? '',
        one.source,
        one.fetchedAt,
      ]),
    )
    downloadText(csv, 'numbers.csv', 'text/csv')
  }

  return (
    <section aria-label="Result" className="flex flex-col gap-3">
      <div>
        <Button onClick={exportAll}>Export</Button>
      </div>
      <DataTable
        label="Numbers looked up"
        rows={facts}
        rowKey={({ number }) => number}
        loading={loading}
        columns={[
          {
            id: 'number',
            header: 'Number',
            phone: 'primary',
            cell: ({ national, valid }) => (
              <span className="numeric">
                {national}
                {valid ? null : <span className="ml-2 text-sm text-warning-text">not in use</span>}
              </span>
            ),
          },
          { id: 'here', header: 'Here', phone: 'secondary', cell: ({ held }) => <HeldHere held={held} /> },
          { id: 'lineType', header: 'Line type', cell: ({ lineType }) => known(lineType) },
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
