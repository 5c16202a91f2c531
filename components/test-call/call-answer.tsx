import { Card } from '@/components/ui/card'
import { cn } from '@/components/ui/cn'
import type { Path } from '@/lib/telephony/routing/path'
import type { Reason } from '@/lib/telephony/routing/reason'
import { reasonText } from '@/lib/telephony/routing/reason-text'
import type { TenantSnapshot } from '@/lib/telephony/routing/snapshot'
import { barsOf, endsAt, endText, type Line, linesOf } from '@/lib/telephony/simulator/answer'
import { formatDuration } from '@/lib/validation/duration'
import { ReasonSentence } from './reason-sentence'
import { RingChart } from './ring-chart'

const GOOD_ENDS: readonly Path['end']['how'][] = ['answered', 'left the tenant', 'feature done']
const BAD_ENDS: readonly Path['end']['how'][] = ['refused', 'gave up']

/** What becomes of a call: its end, its steps with their reasons, and the phones that ring. */
export function CallAnswer({ snapshot, path }: { snapshot: TenantSnapshot; path: Path }) {
  const tenantId = snapshot.tenant.id
  const { how, cause } = path.end
  const lines = linesOf(path)
  const ends = endsAt(path)
  const bars = barsOf(path)
  return (
    <div className="flex min-w-0 flex-col gap-4">
      <output
        aria-live="polite"
        className={cn(
          'block rounded-lg border px-4 py-3 text-lg font-semibold',
          GOOD_ENDS.includes(how) && 'border-success/35 bg-success-soft',
          BAD_ENDS.includes(how) && 'border-danger/35 bg-danger-soft',
          !GOOD_ENDS.includes(how) && !BAD_ENDS.includes(how) && 'border-info/35 bg-info-soft',
        )}
      >
        {endText(path)}
        {ends > 0 ? ` after ${formatDuration(ends)}` : ''}.
        {cause ? (
          <span className="mt-0.5 block text-sm font-normal">
            The switch gives the cause <span className="code">{cause}</span>.
          </span>
        ) : null}
      </output>
      <Card title="Steps" flush>
        <ol aria-label="Steps" className="divide-y divide-border">
          {lines.map((line, place) => (
            <StepLine key={place} tenantId={tenantId} line={line} />
          ))}
          <li className={ROW}>
            <At seconds={ends} />
            <p className="font-medium">{endText(path)}.</p>
          </li>
        </ol>
      </Card>
      <Card title="Phones that ring">
        {bars.length === 0 ? <p className="text-text-muted">No phone rings.</p> : <RingChart bars={bars} />}
      </Card>
    </div>
  )
}

/** Reasons that a call should never come to. */
const BROKEN: readonly Reason['why'][] = ['loop', 'too many steps', 'missing', 'number without route']

const ROW = 'grid grid-cols-[3rem_minmax(0,1fr)] gap-x-3 px-4 py-2.5'

function At({ seconds }: { seconds: number }) {
  return (
    <span className="numeric text-right text-sm leading-5 text-text-muted">
      <span className="sr-only">After </span>
      {seconds} s
    </span>
  )
}

function StepLine({ tenantId, line: { at, reason, notes } }: { tenantId: string; line: Line }) {
  return (
    <li className={ROW}>
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
      </div>
    </li>
  )
}
