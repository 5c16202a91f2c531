import { PhoneCall } from 'lucide-react'
import dynamic from 'next/dynamic'
import { useState } from 'react'
import { failureOf } from '@/components/common/loaded'
import { DataTable } from '@/components/ui/data-table'
import { EmptyState } from '@/components/ui/empty-state'
import { lateDialog } from '@/components/ui/late-code'
import { NoMatchState } from '@/components/ui/no-match-state'
import { Pagination } from '@/components/ui/pagination'
import { formatFigure } from '@/lib/figures'
import { PAGE_SIZE } from '@/lib/lists/page'
import type { LiveCall, LiveCallsState } from '@/lib/live/live-calls'
import { useCallCommand } from './call-actions'
import { liveCallColumns } from './live-call-columns'

const LiveCallDialog = lateDialog(
  dynamic(() => import('./live-call-dialog').then((module) => module.LiveCallDialog)),
)

interface LiveCallListProps {
  /** The source of the calls, and which to show. */
  live: LiveCallsState & { retry: () => Promise<void> }
  shown: readonly LiveCall[] | undefined
  ofAll: boolean
  filtered: boolean
  onClear: () => void
}

/** Live calls, newest first; a row opens the call's details, which stay open when the call ends. */
export function LiveCallList({ live, shown, ofAll, filtered, onClear }: LiveCallListProps) {
  const [open, setOpen] = useState<LiveCall | null>(null)
  const { ask, dialog } = useCallCommand()
  const [page, setPage] = useState(0)
  const count = shown?.length ?? 0
  const at = Math.min(page, Math.max(0, Math.ceil(count / PAGE_SIZE) - 1))
  const rows = shown?.slice(at * PAGE_SIZE, (at + 1) * PAGE_SIZE)
  const current = open && live.calls?.find(({ id }) => id === open.id)
  return (
    <>
      <DataTable
        label="Calls"
        columns={liveCallColumns(ofAll, ask)}
        rows={rows}
        rowKey={({ id }) => id}
        rowHref={() => '#'}
        onRowOpen={setOpen}
        error={failureOf(
          { error: live.error, loading: false, retry: live.retry },
          'The calls could not be loaded',
        )}
        filtered={filtered}
        noMatch={
          <NoMatchState title="No call matches" onClear={onClear} clearLabel="Clear filters">
            Calls that match appear here as they begin.
          </NoMatchState>
        }
        empty={
          <EmptyState icon={<PhoneCall size={18} />} title="No calls at present">
            {live.reportedAt === null
              ? 'No switch reports live calls. Install the switch agent to see them.'
              : 'Calls appear here as they begin.'}
          </EmptyState>
        }
        footer={
          count > PAGE_SIZE ? (
            <Pagination
              page={at}
              range={`${at * PAGE_SIZE + 1}–${Math.min(count, (at + 1) * PAGE_SIZE)} of ${formatFigure(count)}`}
              onPrevious={at > 0 ? () => setPage(at - 1) : undefined}
              onNext={(at + 1) * PAGE_SIZE < count ? () => setPage(at + 1) : undefined}
            />
          ) : undefined
        }
      />
      {open ? (
        <LiveCallDialog call={current ?? open} hasEnded={!current} onClose={() => setOpen(null)} />
      ) : null}
      {dialog}
    </>
  )
}
