import { Badge } from '@/components/ui/badge'
import { cn } from '@/components/ui/cn'
import { type RingMember, ringsInTurn, type RingStrategy, ringTimeline } from '@/lib/telephony/ring-timeline'

export interface TimelineMember extends RingMember {
  label: string
  /** Why it does not ring; undefined if it does. */
  silence: string | undefined
}

export type RingTimelineBarProps = {
  strategy: RingStrategy
  /** Seconds. */
  callTimeout: number
  members: readonly TimelineMember[]
  /** Where the call goes if nobody answers; undefined hangs up. */
  afterwards: string | undefined
}

/** Who rings when, if nobody answers: a bar per member, and the same in words. */
export function RingTimelineBar({ strategy, callTimeout, members, afterwards }: RingTimelineBarProps) {
  const { rings, end, tooLate } = ringTimeline(strategy, callTimeout, members)
  const ringOf = new Map(rings.map((ring) => [ring.id, ring]))
  const scale = Math.max(end, 1)
  const then = afterwards ? `the call goes to ${afterwards}` : 'the call is hung up'

  return (
    <section aria-label="Who rings when" className="flex flex-col gap-2">
      <h3 className="text-base font-semibold">Who rings when</h3>
      {strategy === 'random' && rings.length > 1 ? (
        <p className="text-sm text-text-muted">
          One example: the order is random for every call.
          {tooLate.length > 0 || rings.some(({ cut }) => cut)
            ? ' The last one drawn may not ring for the full time.'
            : ''}
        </p>
      ) : null}
      <ol className="flex flex-col gap-1.5">
        {members.map((member) => {
          const ring = ringOf.get(member.id)
          return (
            <li
              key={member.id}
              className="grid items-center gap-x-3 gap-y-0.5 sm:grid-cols-[11rem_minmax(0,1fr)_6.5rem]"
            >
              <span className={cn('truncate text-sm', !ring && 'text-text-muted')}>{member.label}</span>
              <span aria-hidden className="relative h-4 rounded-sm bg-surface-sunken">
                {ring ? (
                  <span
                    className={cn('absolute inset-y-0 rounded-sm bg-accent', ring.cut && 'rounded-r-none')}
                    style={{
                      left: `${(ring.start / scale) * 100}%`,
                      width: `${((ring.end - ring.start) / scale) * 100}%`,
                    }}
                  />
                ) : null}
              </span>
              <span className="text-sm whitespace-nowrap tabular-nums">
                {ring ? (
                  `${ring.start}–${ring.end} s${ring.cut ? ', cut' : ''}`
                ) : (
                  <Badge tone="warning">
                    {member.silence ?? (tooLate.includes(member.id) ? 'Too late' : 'Does not ring')}
                  </Badge>
                )}
              </span>
            </li>
          )
        })}
      </ol>
      <p className="text-sm text-text-muted">
        {rings.length === 0 ? `Nobody rings: ${then} at once.` : `After ${end} s without an answer ${then}.`}
        {tooLate.length > 0 && !ringsInTurn(strategy)
          ? ' A delay beyond the call timeout never rings.'
          : null}
        {tooLate.length > 0 && ringsInTurn(strategy)
          ? ` Raise the call timeout for ${tooLate.length === 1 ? 'the member' : 'those'} whose turn never comes.`
          : null}
      </p>
    </section>
  )
}
