import { Elapsed } from '@/components/live-calls/elapsed'
import { cn } from '@/components/ui/cn'
import { StatusBadge } from '@/components/ui/status-badge'
import { formatFigure, NO_VALUE } from '@/lib/figures'
import type { LiveCall } from '@/lib/live/live-calls'
import { type BoardQueue, serviceLevel } from '@/lib/telephony/queue-board'
import { clockText } from '@/lib/validation/duration'

/** A queue: waiting callers, available agents, and today's figures. */
export function QueueTile({
  queue,
  waiting,
  ready,
  agents,
  now,
}: {
  queue: BoardQueue
  /** Longest wait first. */
  waiting: readonly LiveCall[]
  /** Undefined where it is not known who is on a call, and who waits. */
  ready: number | undefined
  agents: number
  now: number
}) {
  const level = serviceLevel([queue])
  const [longest] = waiting
  const isLate = longest !== undefined && now - longest.stateAt > queue.service_level_seconds * 1000
  return (
    <section
      aria-labelledby={`queue-${queue.id}`}
      className={cn(
        'min-w-0 rounded-lg border bg-surface p-4 shadow-card',
        isLate ? 'border-danger' : waiting.length > 0 ? 'border-warning' : 'border-border',
      )}
    >
      <h3 id={`queue-${queue.id}`} className="flex items-baseline justify-between gap-2">
        <span className="truncate text-lg font-semibold">{queue.name}</span>
        <span className="numeric shrink-0 text-base text-text-muted">
          {queue.enabled ? null : <StatusBadge>Disabled</StatusBadge>} {queue.number}
        </span>
      </h3>
      <div className="mt-2 flex items-end justify-between gap-3">
        <p>
          <span
            className={cn(
              'numeric text-[3.25rem] leading-none font-semibold tracking-tight',
              isLate ? 'text-danger-text' : waiting.length > 0 ? 'text-warning-text' : 'text-text-muted',
            )}
          >
            {ready === undefined ? NO_VALUE : waiting.length}
          </span>{' '}
          <span className="text-base text-text-muted">waiting</span>
        </p>
        <p className="text-right">
          <span
            className={cn(
              'numeric block text-2xl leading-none font-semibold',
              ready === undefined
                ? 'text-text-muted'
                : ready === 0
                  ? 'text-danger-text'
                  : 'text-success-text',
            )}
          >
            {ready ?? NO_VALUE}
          </span>
          <span className="text-sm text-text-muted">of {agents} ready</span>
        </p>
      </div>
      <p className="mt-2 h-5 text-base">
        {longest ? (
          <span className={isLate ? 'text-danger-text' : 'text-warning-text'}>
            Longest wait <Elapsed since={longest.stateAt} />
          </span>
        ) : null}
      </p>
      <dl className="mt-3 flex justify-between gap-2 border-t border-border pt-3">
        <Today term="In time" details={level === undefined ? NO_VALUE : `${level}%`} />
        <Today term="Answered" details={formatFigure(queue.answered)} />
        <Today term="Gave up" details={formatFigure(queue.abandoned)} />
        <Today term="Sent on" details={formatFigure(queue.left)} />
        <Today
          term="Avg. wait"
          details={queue.answered > 0 ? clockText(queue.waited_seconds / queue.answered) : NO_VALUE}
        />
      </dl>
    </section>
  )
}

function Today({ term, details }: { term: string; details: string }) {
  return (
    <div className="flex min-w-0 flex-col-reverse">
      <dt className="truncate text-xs text-text-muted">{term}</dt>
      <dd className="numeric text-lg font-medium">{details}</dd>
    </div>
  )
}
