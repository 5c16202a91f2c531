import { Play } from 'lucide-react'
import { useState } from 'react'
import { StoredSound } from '@/components/recordings/stored-sound'
import { cn } from '@/components/ui/cn'
import { IconButton } from '@/components/ui/icon-button'
import { RECORDINGS_BUCKET } from '@/lib/recordings/object-path'
import type { Path, PhoneRing } from '@/lib/telephony/routing/path'
import type { Reason } from '@/lib/telephony/routing/reason'
import { reasonText } from '@/lib/telephony/routing/reason-text'
import type { TenantSnapshot } from '@/lib/telephony/routing/snapshot'
import { assumedIn, barsOf, type Line, type PhoneBar } from '@/lib/telephony/simulator/answer'
import { type Heard, promptsIn } from '@/lib/telephony/simulator/prompts'
import { ReasonSentence } from './reason-sentence'

/** Reasons that point to a misconfiguration. */
const BROKEN: readonly Reason['why'][] = ['loop', 'too many steps', 'missing', 'number without route']

export const STEP_ROW = 'grid grid-cols-[3rem_minmax(0,1fr)] gap-x-3 px-4 py-2.5'

/** How long after the call's start, in seconds. */
export function At({ seconds }: { seconds: number }) {
  return (
    <span className="numeric text-right text-sm leading-5 text-text-muted">
      <span className="sr-only">After </span>
      {seconds} s
    </span>
  )
}

/** A step of a path: its reason, other effects, assumptions, sounds, caller ID, and ringing phones. */
export function StepLine({ snapshot, path, line }: { snapshot: TenantSnapshot; path: Path; line: Line }) {
  const { at, reason, notes, stage } = line
  const tenantId = snapshot.tenant.id
  const bars = stage ? barsOf(path, stage) : []
  const assumed = stage ? assumedIn(stage.step) : undefined
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
        {assumed ? <p className="mt-1 text-sm text-text-muted">{assumed}</p> : null}
        {stage ? <HeardList heard={promptsIn(snapshot, stage.step)} /> : null}
        {stage && bars.length > 0 ? (
          <div className="mt-2">
            <RingChart bars={bars} from={stage.at} until={stage.at + stage.seconds} />
          </div>
        ) : null}
      </div>
    </li>
  )
}

const OUTCOMES: Readonly<Record<PhoneRing['outcome'], string>> = {
  answered: 'answered',
  'not answered': 'not answered',
  'not confirmed': 'not accepted',
  stopped: 'stopped',
}

/** Maximum rings of one phone described in words. */
const SAID = 3

/** The phones ringing in a step on one timeline: a row per phone, and the same in words. */
function RingChart({ bars, from, until }: { bars: readonly PhoneBar[]; from: number; until: number }) {
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
          <span className="text-sm tabular-nums">{humanize(rings)}</span>
        </li>
      ))}
    </ol>
  )
}

function humanize(rings: readonly PhoneRing[]): string {
  const said = rings.slice(0, SAID).map(({ start, end }) => `${start}–${end} s`)
  const rest = rings.length - said.length
  const last = rings.at(-1)
  return [...said, ...(rest > 0 ? [`${rest} more`] : []), ...(last ? [OUTCOMES[last.outcome]] : [])].join(
    ', ',
  )
}

/** What the caller hears and the phones show; recordings can be played. */
function HeardList({ heard }: { heard: readonly Heard[] }) {
  if (heard.length === 0) return null
  return (
    <dl aria-label="Heard and seen" className="mt-1.5 flex flex-col gap-1 text-sm">
      {heard.map((each, place) => (
        <Item key={place} heard={each} />
      ))}
    </dl>
  )
}

function Item({ heard: { what, text, recording } }: { heard: Heard }) {
  const [playing, setPlaying] = useState(false)
  return (
    <div className="flex flex-wrap items-center gap-x-2">
      <dt className="text-text-muted">{what}</dt>
      <dd className="flex min-w-0 items-center gap-1 wrap-anywhere">
        {text}
        {recording && !playing ? (
          <IconButton
            size="sm"
            label={`Listen to ${recording.name}`}
            icon={Play}
            onClick={() => setPlaying(true)}
          />
        ) : null}
      </dd>
      {recording && playing ? (
        <dd className="w-full">
          <StoredSound
            file={{ bucket: RECORDINGS_BUCKET, path: recording.path }}
            peaks={NO_PEAKS}
            durationMs={recording.duration_ms}
            name={recording.name}
          />
        </dd>
      ) : null}
    </div>
  )
}

/** Snapshots contain no waveforms. */
const NO_PEAKS: readonly number[] = [0]
