import { DirectionMark } from '@/components/cdr/direction-mark'
import { MosFigure } from '@/components/cdr/mos-figure'
import { cn } from '@/components/ui/cn'
import type { Column } from '@/components/ui/data-table'
import { callNumber } from '@/lib/cdr/call-text'
import { NO_VALUE } from '@/lib/figures'
import type { LiveCall } from '@/lib/live/live-calls'
import { type Ask, CallActions } from './call-actions'
import { LiveState } from './call-state'
import { Elapsed } from './elapsed'

/** A party of a call; a dash if there is none. */
export function Party({
  number,
  name,
  heads = false,
}: {
  number: string | null
  name: string | null
  /** Whether it stands at the left on phones, as the title of a card or below its term in a dialog. */
  heads?: boolean
}) {
  if (!number && !name) return <span className="text-text-muted">{NO_VALUE}</span>
  return (
    <span className={cn('inline-flex min-w-0 flex-col', !heads && 'max-sm:items-end')}>
      <span className="numeric">{number ? callNumber(number) : name}</span>
      {number && name ? <span className="max-w-40 truncate text-xs text-text-muted">{name}</span> : null}
    </span>
  )
}

const COLUMNS: readonly (Column<LiveCall> & { ofAll?: boolean })[] = [
  {
    id: 'from',
    header: 'From',
    cell: (call) => <Party heads number={call.caller_number || 'Withheld'} name={call.caller_name} />,
  },
  {
    id: 'to',
    header: 'Called',
    cell: (call) => <span className="numeric">{callNumber(call.called_number)}</span>,
  },
  {
    id: 'with',
    header: 'With',
    cell: (call) => <Party number={call.other_number} name={call.other_name} />,
  },
  { id: 'state', header: 'State', cell: (call) => <LiveState call={call} /> },
  {
    id: 'tenant',
    header: 'Tenant',
    ofAll: true,
    cell: (call) => <span className="block max-w-48 truncate">{call.tenant}</span>,
  },
  {
    id: 'direction',
    header: 'Direction',
    phone: 'hidden',
    cell: (call) => <DirectionMark direction={call.direction} />,
  },
  { id: 'duration', header: 'Duration', numeric: true, cell: (call) => <Elapsed since={call.startedAt} /> },
  { id: 'mos', header: 'MOS', numeric: true, phone: 'hidden', cell: (call) => <MosFigure mos={call.mos} /> },
]

/** Columns of a live call list, with the tenant if it covers all of them. */
export const liveCallColumns = (ofAll: boolean, onAsk: Ask): readonly Column<LiveCall>[] => [
  ...COLUMNS.filter((column) => ofAll || !column.ofAll),
  {
    id: 'actions',
    header: 'Actions',
    headerHidden: true,
    phone: 'edge',
    width: 'w-12',
    cell: (call) => <CallActions call={call} onAsk={onAsk} />,
  },
]
