import { Play } from 'lucide-react'
import { useState } from 'react'
import { StoredSound } from '@/components/recordings/stored-sound'
import { IconButton } from '@/components/ui/icon-button'
import { RECORDINGS_BUCKET } from '@/lib/recordings/object-path'
import type { Heard } from '@/lib/telephony/simulator/heard'

/** What the caller hears and the phones show in a step; recordings can be played. */
export function HeardList({ heard }: { heard: readonly Heard[] }) {
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
            icon={<Play aria-hidden size={14} />}
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

/** A snapshot is without waveforms. */
const NO_PEAKS: readonly number[] = [0]
