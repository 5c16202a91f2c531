import { cn } from '@/components/ui/cn'
import type { PhoneRing } from '@/lib/telephony/routing/path'
import type { PhoneBar } from '@/lib/telephony/simulator/answer'

const OUTCOMES: Readonly<Record<PhoneRing['outcome'], string>> = {
  answered: 'answered',
  'not answered': 'not answered',
  'not confirmed': 'not accepted',
  stopped: 'stopped',
}

/** How many rings of one phone are put in words. */
const SAID = 3

/** The phones that ring in a step on one time line, from its first to its last second: a row a phone, and the same in words. */
export function RingChart({ bars, from, until }: { bars: readonly PhoneBar[]; from: number; until: number }) {
  const scale = Math.max(1, until - from)
  return (
    <ol aria-label="Phones that ring" className="flex flex-col gap-2">
      {bars.map(({ target, rings }) => (
        <li
          key={target.number}
          className="grid items-center gap-x-3 gap-y-0.5 sm:grid-cols-[10rem_minmax(0,1fr)_11rem]"
        >
          <span className="truncate text-sm">{target.label}</span>
          <span aria-hidden className="relative h-4 rounded-sm bg-surface-sunken">
            {rings.map(({ start, end, outcome }) => (
              <span
                key={start}
                className={cn(
                  'absolute inset-y-0 min-w-1 rounded-sm',
                  outcome === 'answered' ? 'bg-success' : 'bg-accent',
                )}
                style={{
                  left: `${((start - from) / scale) * 100}%`,
                  width: `${((end - start) / scale) * 100}%`,
                }}
              />
            ))}
          </span>
          <span className="text-sm tabular-nums">{inWords(rings)}</span>
        </li>
      ))}
    </ol>
  )
}

function inWords(rings: readonly PhoneRing[]): string {
  const said = rings.slice(0, SAID).map(({ start, end }) => `${start}–${end} s`)
  const rest = rings.length - said.length
  const last = rings.at(-1)
  return [...said, ...(rest > 0 ? [`${rest} more`] : []), ...(last ? [OUTCOMES[last.outcome]] : [])].join(
    ', ',
  )
}
