import { ScrollRegion } from '@/components/ui/scroll-region'
import { callLadder, type LadderStep } from '@/lib/cdr/call-ladder'
import type { CallDetail } from '@/lib/cdr/call-list'
import { callNumber, callTime } from '@/lib/cdr/call-text'

/** The legs as a ladder diagram: a column per party, a step for each event between two of them. */
export function CallLadder({ call, zone }: { call: CallDetail; zone: string }) {
  const { parties, steps } = callLadder(call, call.legs)
  const columns = parties.length
  const grid = { gridTemplateColumns: `4.5rem repeat(${columns}, minmax(5.5rem, 1fr))` }
  return (
    <ScrollRegion label="Legs of the call">
      <div className="min-w-max rounded-md border border-border">
        <div
          aria-hidden
          className="grid border-b border-border py-1.5 text-xs font-medium text-text-muted"
          style={grid}
        >
          <span className="px-2">After</span>
          {parties.map((party) => (
            <span key={party} className="numeric truncate px-1 text-center">
              {callNumber(party)}
            </span>
          ))}
        </div>
        <ol>
          {steps.map((step, index) => (
            <li key={`${step.at} ${index}`} className="grid items-center py-1 text-sm" style={grid}>
              <time
                dateTime={step.at}
                title={callTime(step.at, zone)}
                className="numeric px-2 text-xs text-text-muted"
              >
                {step.seconds} s
              </time>
              <Rung step={step} columns={columns} parties={parties} />
            </li>
          ))}
        </ol>
      </div>
    </ScrollRegion>
  )
}

function Rung({ step, columns, parties }: { step: LadderStep; columns: number; parties: string[] }) {
  const [left, right] = [Math.min(step.from, step.to), Math.max(step.from, step.to)]
  const forwards = step.to > step.from
  const share = 100 / columns
  return (
    <div className="relative h-9" style={{ gridColumn: `2 / span ${columns}` }}>
      {parties.map((party, index) => (
        <span
          key={party}
          aria-hidden
          className="absolute -inset-y-1 w-px bg-border"
          style={{ left: `${(index + 0.5) * share}%` }}
        />
      ))}
      <span
        className="absolute top-0 text-center text-xs whitespace-nowrap"
        style={
          left === right
            ? { left: `${left * share}%`, width: `${share}%` }
            : { left: `${(left + 0.5) * share}%`, width: `${(right - left) * share}%` }
        }
      >
        <span className="sr-only">
          {callNumber(parties[step.from] ?? '')} to {callNumber(parties[step.to] ?? '')}:{' '}
        </span>
        <span className="bg-surface-raised px-1">{step.what}</span>
      </span>
      {left === right ? (
        <span
          aria-hidden
          className="absolute bottom-1.5 size-2 -translate-x-1/2 rounded-full bg-accent"
          style={{ left: `${(left + 0.5) * share}%` }}
        />
      ) : (
        <span
          aria-hidden
          className="absolute bottom-2 h-px bg-accent-text"
          style={{ left: `${(left + 0.5) * share}%`, width: `${(right - left) * share}%` }}
        >
          <span
            className="absolute -top-[3px] size-[7px] rotate-45 border-accent-text"
            style={
              forwards
                ? { right: 0, borderTopWidth: 1, borderRightWidth: 1 }
                : { left: 0, borderBottomWidth: 1, borderLeftWidth: 1 }
            }
          />
        </span>
      )}
    </div>
  )
}
