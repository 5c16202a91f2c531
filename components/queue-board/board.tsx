import type { ReactNode } from 'react'
import { Elapsed } from '@/components/live-calls/elapsed'
import { Card } from '@/components/ui/card'
import { cn } from '@/components/ui/cn'
import { EmptyState } from '@/components/ui/empty-state'
import { useSecond } from '@/hooks/use-second'
import { callNumber } from '@/lib/cdr/call-text'
import { formatFigure, NO_VALUE } from '@/lib/figures'
import type { LiveCall } from '@/lib/live/live-calls'
import { agentsNow } from '@/lib/telephony/agent-moment'
import { callersIn, type QueueBoard, serviceLevel } from '@/lib/telephony/queue-board'
import { BoardAgents } from './board-agents'
import { QueueTile } from './queue-tile'

/** Service level (percent) that counts as good, and as fair. */
const WELL = 80
const FAIR = 60

/** The key figures first, then each queue, its waiting callers and agents. */
export function Board({
  board,
  calls,
  onChanged,
}: {
  board: QueueBoard
  /** Null where no switch reports them: then it is not known who waits or talks. */
  calls: readonly LiveCall[] | null
  onChanged: () => Promise<void>
}) {
  const now = useSecond()
  const { queues } = board
  const waiting = (calls ?? [])
    .filter(({ state, queue_id }) => state === 'waiting' && queue_id !== null)
    .sort((one, other) => one.stateAt - other.stateAt)
  const agents = agentsNow(board.agents, calls, now, board.ahead)
  const present = agents.filter(({ moment }) => moment !== 'logged out' && moment !== 'on break')
  const ready = agents.filter(({ moment }) => moment === 'ready')
  const level = serviceLevel(queues)
  const [longest] = waiting
  const patience = new Map(queues.map((queue) => [queue.id, queue.service_level_seconds * 1000]))
  const isLate = waiting.some(
    ({ queue_id, stateAt }) => now - stateAt > (patience.get(queue_id ?? '') ?? Number.POSITIVE_INFINITY),
  )
  const left = callersIn(queues, 'left')
  const today = `${formatFigure(callersIn(queues, 'answered'))} answered, ${formatFigure(callersIn(queues, 'abandoned'))} gave up`

  return (
    <div className="flex flex-col gap-4">
      <div className="grid grid-cols-2 gap-4 lg:grid-cols-4">
        <BigFigure label="Waiting" tone={isLate ? 'bad' : waiting.length > 0 ? 'watch' : 'plain'}>
          {calls ? waiting.length : NO_VALUE}
        </BigFigure>
        <BigFigure label="Longest wait" tone={isLate ? 'bad' : longest ? 'watch' : 'plain'}>
          {longest ? <Elapsed since={longest.stateAt} /> : calls ? '0:00' : NO_VALUE}
        </BigFigure>
        <BigFigure
          label="Agents ready"
          tone={!calls ? 'plain' : ready.length === 0 ? 'bad' : 'good'}
          detail={`of ${present.length} signed in`}
        >
          {calls ? ready.length : NO_VALUE}
        </BigFigure>
        <BigFigure
          label="In time today"
          tone={level === undefined ? 'plain' : level >= WELL ? 'good' : level >= FAIR ? 'watch' : 'bad'}
          detail={left > 0 ? `${today}, ${formatFigure(left)} sent on` : today}
        >
          {level === undefined ? NO_VALUE : `${level}%`}
        </BigFigure>
      </div>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,20rem),1fr))] gap-4">
        {queues.map((queue) => (
          <QueueTile
            key={queue.id}
            queue={queue}
            waiting={waiting.filter(({ queue_id }) => queue_id === queue.id)}
            ready={calls ? ready.filter(({ agent }) => agent.queues.includes(queue.id)).length : undefined}
            agents={agents.filter(({ agent }) => agent.queues.includes(queue.id)).length}
            now={now}
          />
        ))}
      </div>
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <Card title="Waiting callers" flush>
          {waiting.length === 0 ? (
            <EmptyState title={calls ? 'Nobody is waiting' : 'Who is waiting is not known'} />
          ) : (
            <ol aria-label="Waiting callers" className="divide-y divide-border">
              {waiting.map((call) => (
                <li key={call.id} className="flex min-h-12 items-center gap-3 px-4 py-1.5">
                  <span className="min-w-0 flex-1">
                    <span className="numeric block truncate text-lg font-medium">
                      {callNumber(call.caller_number) || 'Withheld'}
                    </span>
                    <span className="block truncate text-sm text-text-muted">
                      {[call.caller_name, call.queue].filter(Boolean).join(', ')}
                    </span>
                  </span>
                  <span className="text-2xl font-semibold">
                    <Elapsed since={call.stateAt} />
                  </span>
                </li>
              ))}
            </ol>
          )}
        </Card>
        <Card title="Agents" flush>
          {agents.length === 0 ? (
            <EmptyState title="No agents yet" />
          ) : (
            <BoardAgents agents={agents} queues={queues} onChanged={onChanged} />
          )}
        </Card>
      </div>
    </div>
  )
}

type FigureTone = 'plain' | 'good' | 'watch' | 'bad'

const TONES: Record<FigureTone, string> = {
  plain: 'text-text',
  good: 'text-success-text',
  watch: 'text-warning-text',
  bad: 'text-danger-text',
}

/** A figure readable from across a room. */
function BigFigure({
  label,
  tone = 'plain',
  detail,
  children,
}: {
  label: string
  tone?: FigureTone
  detail?: ReactNode
  children: ReactNode
}) {
  return (
    <div className="min-w-0 rounded-lg border border-border bg-surface px-4 py-3 shadow-card">
      <p className="truncate text-base font-medium text-text-muted">{label}</p>
      <p className={cn('numeric mt-1 text-[3.25rem] leading-none font-semibold tracking-tight', TONES[tone])}>
        {children}
      </p>
      <p className="mt-2 min-h-5 text-sm text-text-muted">{detail}</p>
    </div>
  )
}
