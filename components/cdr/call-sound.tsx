import { Download } from 'lucide-react'
import { StoredSound } from '@/components/recordings/stored-sound'
import { Button } from '@/components/ui/button'
import { useDownload } from '@/hooks/use-recordings'
import type { CallSound as Sound } from '@/lib/cdr/call-list'
import { formatSize } from '@/lib/recordings/format'
import { CALL_RECORDINGS_BUCKET } from '@/lib/recordings/object-path'

/** Hear what was said in a recorded call, or keep its file under `name`. */
export function CallSound({ sound, name }: { sound: Sound; name: string }) {
  const download = useDownload()
  const file = { bucket: CALL_RECORDINGS_BUCKET, path: sound.path } as const
  return (
    <section aria-labelledby="call-sound" className="rounded-lg border border-border p-3">
      <h3 id="call-sound" className="sr-only">
        Recording
      </h3>
      <StoredSound file={file} peaks={sound.peaks} durationMs={sound.duration_ms} name="the call" />
      <div className="mt-2 flex flex-wrap items-center gap-2">
        <Button
          size="sm"
          icon={<Download aria-hidden size={14} />}
          onClick={() => void download(file, `${name}.${sound.format}`)}
        >
          Download
        </Button>
        <span className="numeric ml-auto text-sm text-text-muted">
          {sound.format.toUpperCase()}, {formatSize(sound.size_bytes)}
        </span>
      </div>
    </section>
  )
}
