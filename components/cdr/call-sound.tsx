import { Download, Play } from 'lucide-react'
import { useState } from 'react'
import { StoredSound } from '@/components/recordings/stored-sound'
import { Button } from '@/components/ui/button'
import { useFileDownload } from '@/hooks/use-stored-file'
import type { CallSound as Sound } from '@/lib/cdr/call-list'
import { formatLength, formatSize } from '@/lib/recordings/format'
import { CALL_RECORDINGS_BUCKET } from '@/lib/recordings/object-path'
import type { StoredFile } from '@/lib/recordings/stored-file'

/** Plays a recorded call, or downloads it under `name`; both are audited. */
export function CallSound({
  sound,
  call,
  name,
}: {
  sound: Sound
  call: NonNullable<StoredFile['call']>
  name: string
}) {
  const { download, pending } = useFileDownload()
  const [listening, setListening] = useState(false)
  const file = { bucket: CALL_RECORDINGS_BUCKET, path: sound.path, call } as const
  return (
    <section aria-labelledby="call-sound" className="rounded-lg border border-border p-3">
      <h3 id="call-sound" className="sr-only">
        Recording
      </h3>
      {listening ? (
        <StoredSound
          file={file}
          peaks={sound.peaks}
          durationMs={sound.duration_ms}
          name="the call"
          autoPlay
        />
      ) : null}
      <div
        className={listening ? 'mt-2 flex flex-wrap items-center gap-2' : 'flex flex-wrap items-center gap-2'}
      >
        {listening ? null : (
          <Button size="sm" icon={Play} onClick={() => setListening(true)}>
            Play the call
          </Button>
        )}
        <Button
          size="sm"
          icon={Download}
          loading={pending}
          onClick={() => void download(file, `${name}.${sound.format}`)}
        >
          Download
        </Button>
        <span className="numeric ml-auto text-sm text-text-muted">
          {formatLength(sound.duration_ms)}, {sound.format.toUpperCase()}, {formatSize(sound.size_bytes)}
        </span>
      </div>
    </section>
  )
}
