import dynamic from 'next/dynamic'
import Link from 'next/link'
import { useRef, useState } from 'react'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { lateDialog } from '@/components/ui/late-code'
import { useMember } from '@/hooks/use-member'
import { downloadCsv } from '@/lib/browser/download'
import { formatFigure } from '@/lib/figures'
import { lineTypeLabel, type Portability } from '@/lib/numbers/number-facts'
import { opportunityPath, portOrderPath } from '@/lib/record-paths'
import { may } from '@/lib/session/permissions'

const AttachDialog = lateDialog(
  dynamic(() => import('./attach-dialog').then((module) => module.AttachDialog)),
)
const PortOrderDialog = lateDialog(
  dynamic(() => import('./port-order-dialog').then((module) => module.PortOrderDialog)),
)

type PortActionsProps = {
  checked: readonly Portability[]
  /** The numbers to attach or order. */
  chosen: readonly Portability[]
  working: boolean
}

/** How many numbers are portable, and what can be done with them: a file, an opportunity, a port order. */
export function PortActions({ checked, chosen, working }: PortActionsProps) {
  const { permissions } = useMember()
  const [dialog, setDialog] = useState<'attach' | 'order' | null>(null)
  const [opportunity, setOpportunity] = useState<string | null>(null)
  const [order, setOrder] = useState<string | null>(null)
  // For the same numbers it is the same order however often its dialog opens, as after a lost response; for others it is another one.
  const orderIds = useRef(new Map<string, string>())
  const [nextOrder, setNextOrder] = useState({ id: '', numbers: '' })
  const count = (answer: boolean | null) => checked.filter(({ portable }) => portable === answer).length
  const carriers = new Set(chosen.map(({ carrier }) => carrier).filter(Boolean))
  const numbers = chosen.map(({ number }) => number)

  function openOrder() {
    const ordered = numbers.join()
    const id = orderIds.current.get(ordered) ?? crypto.randomUUID()
    orderIds.current.set(ordered, id)
    setNextOrder({ id, numbers: ordered })
    setDialog('order')
  }

  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <p role="status" className="numeric text-base">
          {working ? 'Checking… ' : ''}
          {`${count(true)} portable, ${count(false)} not portable, ${count(null)} not known`}
        </p>
        <div className="flex flex-wrap gap-2">
          {may(permissions, 'sales', 'export') ? (
            <Button onClick={() => download(checked)} disabled={working}>
              Export
            </Button>
          ) : null}
          {may(permissions, 'sales', 'edit') ? (
            <Button disabled={working || chosen.length === 0} onClick={() => setDialog('attach')}>
              Attach {formatFigure(chosen.length)} to an opportunity
            </Button>
          ) : null}
          {may(permissions, 'sales', 'create') ? (
            <Button variant="primary" disabled={working || chosen.length === 0} onClick={openOrder}>
              Create a port order for {formatFigure(chosen.length)}
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
          orderId={nextOrder.id}
          numbers={numbers}
          opportunityId={opportunity}
          losingCarrier={carriers.size === 1 ? String([...carriers][0]) : ''}
          onClose={() => setDialog(null)}
          onMade={() => {
            setOrder(nextOrder.id)
            // Those it was opened with: by now, others may be chosen.
            orderIds.current.delete(nextOrder.numbers)
            setDialog(null)
          }}
        />
      ) : null}
    </>
  )
}

const inWord = (answer: boolean | null) => (answer === null ? 'not known' : answer ? 'yes' : 'no')

async function download(checked: readonly Portability[]) {
  await downloadCsv(
    'port-availability.csv',
    ['Number', 'Portable', 'Fast port', 'Reason', 'Carrier', 'Line type', 'Rate center', 'Source', 'As of'],
    checked.map((one) => [
      one.number,
      inWord(one.portable),
      inWord(one.fastPort),
      one.reason,
      one.carrier ?? '',
      one.lineType ? lineTypeLabel(one.lineType) : '',
      one.rateCenter ?? '',
      one.source,
      one.fetchedAt,
    ]),
  )
}
