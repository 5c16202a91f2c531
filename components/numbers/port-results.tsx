import dynamic from 'next/dynamic'
import Link from 'next/link'
import { useState } from 'react'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { DataTable } from '@/components/ui/data-table'
import { EmptyState } from '@/components/ui/empty-state'
import { StatusBadge } from '@/components/ui/status-badge'
import { useMember } from '@/hooks/use-member'
import { downloadCsv } from '@/lib/download'
import type { Portability } from '@/lib/numbers/number-facts'
import { opportunityPath, portOrderPath } from '@/lib/record-paths'
import { may } from '@/lib/session/permissions'
import { shownNumber } from '@/lib/validation/phone'
import { SourceAge } from './source-age'

const AttachDialog = dynamic(() => import('./attach-dialog').then((module) => module.AttachDialog))
const PortOrderDialog = dynamic(() => import('./port-order-dialog').then((module) => module.PortOrderDialog))

const inWord = (answer: boolean | null) => (answer === null ? 'not known' : answer ? 'yes' : 'no')
const known = (text: string | null) => text ?? <span className="text-text-muted">Not known</span>

/** The results number by number, with actions on the selected numbers, or on all that were not refused. */
export function PortResults({ checked, working }: { checked: readonly Portability[]; working: boolean }) {
  const { permissions } = useMember()
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const [dialog, setDialog] = useState<'attach' | 'order' | null>(null)
  const [opportunity, setOpportunity] = useState<string | null>(null)
  const [order, setOrder] = useState<string | null>(null)
  const [nextOrder, setNextOrder] = useState(() => crypto.randomUUID())
  const count = (answer: boolean | null) => checked.filter(({ portable }) => portable === answer).length
  const chosen = checked.filter(({ number, portable }) =>
    selected.size > 0 ? selected.has(number) : portable !== false,
  )
  const carriers = new Set(chosen.map(({ carrier }) => carrier).filter(Boolean))

  async function exportAll() {
    await downloadCsv(
      'port-availability.csv',
      ['Number', 'Portable', 'Fast port', 'Reason', 'Carrier', 'Line type', 'Rate center', 'Source', 'As of'],
      checked.map((one) => [
        one.number,
        inWord(one.portable),
        inWord(one.fastPort),
        one.reason,
        one.carrier ?? '',
        one.lineType ?? '',
        one.rateCenter ?? '',
        one.source,
        one.fetchedAt,
      ]),
    )
  }

  return (
    <section aria-label="Result" className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <p role="status" className="numeric text-base">
          {working ? 'Checking… ' : ''}
          {`${count(true)} portable, ${count(false)} not portable, ${count(null)} not known`}
        </p>
        <div className="flex flex-wrap gap-2">
          <Button onClick={exportAll} disabled={working}>
            Export
          </Button>
          {may(permissions, 'sales', 'edit') ? (
            <Button disabled={working || chosen.length === 0} onClick={() => setDialog('attach')}>
              Attach {chosen.length} to an opportunity
            </Button>
          ) : null}
          {may(permissions, 'sales', 'create') ? (
            <Button
              variant="primary"
              disabled={working || chosen.length === 0}
              onClick={() => setDialog('order')}
            >
              Create a port order for {chosen.length}
            </Button>
          ) : null}
        </div>
      </div>
      {opportunity && dialog !== 'attach' ? (
        <Alert tone="success">
          Attached to the{' '}
          <Link href={opportunityPath(opportunity)} className="underline">
            opportunity
          </Link>
          .
        </Alert>
      ) : null}
      {order ? (
        <Alert tone="success">
          The port order is created.{' '}
          {may(permissions, 'numbers') ? (
            <Link href={portOrderPath(order)} className="underline">
              Open it in Numbers
            </Link>
          ) : (
            'Someone who manages numbers will submit it.'
          )}
        </Alert>
      ) : null}
      <DataTable
        label="Checked numbers"
        rows={checked}
        rowKey={({ number }) => number}
        loading={working}
        selection={{
          selected,
          onChange: setSelected,
          rowLabel: ({ number }) => shownNumber(number),
        }}
        columns={[
          {
            id: 'number',
            header: 'Number',
            phone: 'primary',
            cell: ({ number }) => <span className="numeric">{shownNumber(number)}</span>,
          },
          {
            id: 'portable',
            header: 'Portable',
            phone: 'secondary',
            cell: ({ portable }) => (
              <StatusBadge tone={portable === null ? 'neutral' : portable ? 'success' : 'danger'}>
                {portable === null ? 'Not known' : portable ? 'Portable' : 'Not portable'}
              </StatusBadge>
            ),
          },
          {
            id: 'fastPort',
            header: 'Fast port',
            cell: ({ fastPort }) => known(fastPort === null ? null : fastPort ? 'Yes' : 'No'),
          },
          { id: 'reason', header: 'Reason', phone: 'secondary', cell: ({ reason }) => reason || '—' },
          { id: 'carrier', header: 'Carrier', cell: ({ carrier }) => known(carrier) },
          { id: 'lineType', header: 'Line type', cell: ({ lineType }) => known(lineType) },
          { id: 'rateCenter', header: 'Rate center', cell: ({ rateCenter }) => known(rateCenter) },
          { id: 'source', header: 'Source', phone: 'hidden', cell: (one) => <SourceAge {...one} /> },
        ]}
        empty={<EmptyState title="Nothing checked" />}
      />
      {dialog === 'attach' ? (
        <AttachDialog
          checked={chosen}
          onClose={() => setDialog(null)}
          onAttached={(id) => {
            setOpportunity(id)
            setDialog(null)
          }}
        />
      ) : null}
      {dialog === 'order' ? (
        <PortOrderDialog
          orderId={nextOrder}
          numbers={chosen.map(({ number }) => number)}
          opportunityId={opportunity}
          losingCarrier={carriers.size === 1 ? String([...carriers][0]) : ''}
          onClose={() => setDialog(null)}
          onMade={() => {
            setOrder(nextOrder)
            setNextOrder(crypto.randomUUID())
            setDialog(null)
          }}
        />
      ) : null}
    </section>
  )
}
