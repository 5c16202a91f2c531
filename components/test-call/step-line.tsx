import { cn } from '@/components/ui/cn'
import type { Path } from '@/lib/telephony/routing/path'
import type { Reason } from '@/lib/telephony/routing/reason'
import { reasonText } from '@/lib/telephony/routing/reason-text'
import type { TenantSnapshot } from '@/lib/telephony/routing/snapshot'
import { barsOf, type Line } from '@/lib/telephony/simulator/answer'
import { heardIn } from '@/lib/telephony/simulator/heard'
import { HeardList } from './heard-list'
import { ReasonSentence } from './reason-sentence'
import { RingChart } from './ring-chart'

/** Reasons that a call should never come to. */
const BROKEN: readonly Reason['why'][] = ['loop', 'too many steps', 'missing', 'number without route']

export const STEP_ROW = 'grid grid-cols-[3rem_minmax(0,1fr)] gap-x-3 px-4 py-2.5'

export function At({ seconds }: { seconds: number }) {
  return (
    <span className="numeric text-right text-sm leading-5 text-text-muted">
      <span className="sr-only">After </span>
      {seconds} s
    </span>
  )
}

/** A step of a path: why, what else took effect, what is heard and seen, and which phones ring. */
export function StepLine({ snapshot, path, line }: { snapshot: TenantSnapshot; path: Path; line: Line }) {
  const { at, reason, notes, stage } = line
  const tenantId = snapshot.tenant.id
  const bars = stage ? barsOf(path, stage) : []
  return (
    <li className={STEP_ROW}>
      <At seconds={at} />
      <div className="min-w-0">
        <p className={cn('break-words', BROKEN.includes(reason.why) && 'font-medium text-danger-text')}>
          <ReasonSentence tenantId={tenantId} reason={reason} />
        </p>
        {notes.length > 0 ? (
          <ul className="mt-1 flex flex-col gap-0.5 text-sm text-text-muted">
            {notes.map((note, place) => (
              <li key={place} className="break-words">
                {note.record.id === reason.record.id ? (
                  reasonText(note)
                ) : (
                  <ReasonSentence tenantId={tenantId} reason={note} />
                )}
              </li>
            ))}
          </ul>
        ) : null}
        {stage ? <HeardList heard={heardIn(snapshot, stage.step)} /> : null}
        {stage && bars.length > 0 ? (
          <div className="mt-2">
            <RingChart bars={bars} from={stage.at} until={stage.at + stage.seconds} />
          </div>
        ) : null}
      </div>
    </li>
  )
}
