import { Loaded } from '@/components/common/loaded'
import { Badge } from '@/components/ui/badge'
import { Card } from '@/components/ui/card'
import { EmptyState } from '@/components/ui/empty-state'
import { LinkButton } from '@/components/ui/link-button'
import { Skeleton } from '@/components/ui/skeleton'
import { useLiveCalls } from '@/hooks/use-live-calls'
import { callNumber } from '@/lib/cdr/call-text'
import { formatFigure } from '@/lib/figures'
import { CALLS_PATH } from '@/lib/paths'
import { CallActions, useCallCommand } from './call-actions'
import { LiveState } from './call-state'
import { OutdatedNotice } from './outdated-notice'

const SHOWN = 8

/** A tenant's live calls, on its overview. */
export function LiveCallsCard({ tenantId }: { tenantId: string }) {
  const { calls, reportedAt, error, retry } = useLiveCalls(tenantId)
  const { ask, dialog } = useCallCommand()
  const more = (calls?.length ?? 0) - SHOWN
  return (
    <Card
      flush
      title={
        <span className="inline-flex items-center gap-2">
          Calls now {calls?.length ? <Badge tone="success">{formatFigure(calls.length)}</Badge> : null}
        </span>
      }
      actions={
        calls?.length ? (
          <LinkButton size="sm" href={`${CALLS_PATH}?tenant=${encodeURIComponent(tenantId)}`}>
            {more > 0 ? `${formatFigure(more)} more` : 'Open'}
          </LinkButton>
        ) : undefined
      }
    >
      <div className="px-4 pt-4 empty:hidden">
        <OutdatedNotice reportedAt={reportedAt} />
      </div>
      <Loaded
        query={{ data: calls, error, loading: false, retry }}
        title="The calls could not be loaded"
        pending={<Skeleton className="m-4 h-8" />}
        empty={
          <EmptyState title="No calls at present">
            {reportedAt === null
              ? 'No switch agent reports calls for this tenant.'
              : 'Calls appear here as they begin.'}
          </EmptyState>
        }
      >
        {(all) => (
          <ul aria-label="Calls now" className="divide-y divide-border">
            {all.slice(0, SHOWN).map((call) => (
              <li key={call.id} className="flex min-h-12 items-center gap-3 px-4 py-2">
                <span className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3">
                  <span className="min-w-0 flex-1 basis-56">
                    <span className="numeric block truncate font-medium">
                      {callNumber(call.caller_number) || 'Withheld'} <span aria-hidden>→</span>{' '}
                      <span className="sr-only">to </span>
                      {call.other_number ? callNumber(call.other_number) : callNumber(call.called_number)}
                    </span>
                    <span className="block truncate text-sm text-text-muted">
                      {[call.caller_name, call.other_name].filter(Boolean).join(' with ')}
                    </span>
                  </span>
                  <span className="max-w-full text-sm">
                    <LiveState call={call} />
                  </span>
                </span>
                <CallActions call={call} onAsk={ask} />
              </li>
            ))}
          </ul>
        )}
      </Loaded>
      {dialog}
    </Card>
  )
}
