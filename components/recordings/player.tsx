import { Pause, Play } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import WaveSurfer from 'wavesurfer.js'
import { Button } from '@/components/ui/button'
import { IconButton } from '@/components/ui/icon-button'
import type { SoundAddress } from '@/hooks/use-stored-file'
import { styleNonce } from '@/lib/browser/style-nonce'
import { formatLength } from '@/lib/recordings/format'

/** Step of the arrow keys, in seconds. */
const STEP_S = 2

/**
 * Plays a recording over its waveform, drawn from stored peaks before any audio has loaded. When its URL expires, it requests
 * another (`onOutdated`) and resumes. After any other failure, it offers to try again from there.
 */
export function Player({
  address: { url, until },
  onOutdated,
  peaks,
  durationMs,
  name,
  autoPlay = false,
}: {
  address: SoundAddress
  onOutdated: () => void
  peaks: readonly number[]
  durationMs: number
  name: string
  autoPlay?: boolean
}) {
  const container = useRef<HTMLDivElement>(null)
  const surfer = useRef<WaveSurfer>(null)
  const [playing, setPlaying] = useState(false)
  const [second, setSecond] = useState(0)
  const [failed, setFailed] = useState(false)
  const [attempt, setAttempt] = useState(0)
  // Another address, or the record read again, makes a new waveform.
  const resume = useRef({ plays: autoPlay, second: 0 })

  useEffect(() => {
    if (!container.current) return
    const colors = getComputedStyle(container.current)
    const made = WaveSurfer.create({
      container: container.current,
      url,
      peaks: [peaks.map((peak) => peak / 100)],
      duration: durationMs / 1000,
      height: 56,
      barWidth: 2,
      barGap: 1,
      barRadius: 1,
      waveColor: colors.getPropertyValue('--color-border-control') || '#888',
      progressColor: colors.getPropertyValue('--color-accent') || '#2f55d4',
      cursorColor: colors.color,
      cspNonce: styleNonce(),
    })
    const { plays, second: from } = resume.current
    if (from > 0) made.setTime(from)
    if (plays) made.once('ready', () => void made.play())
    const show = (plays: boolean) => {
      resume.current.plays = plays
      setPlaying(plays)
    }
    made.on('play', () => show(true))
    made.on('pause', () => show(false))
    made.on('finish', () => show(false))
    made.on('timeupdate', (at) => {
      resume.current.second = at
      setSecond(at)
    })
    made.on('error', () => {
      resume.current = { plays: true, second: made.getCurrentTime() }
      if (Date.now() > until) onOutdated()
      else setFailed(true)
    })
    surfer.current = made
    return () => {
      made.destroy()
      setFailed(false)
    }
  }, [url, until, onOutdated, peaks, durationMs, attempt])

  function seek(to: number) {
    surfer.current?.setTime(Math.max(0, Math.min(durationMs / 1000, to)))
  }

  return (
    <div className="flex items-center gap-3">
      <IconButton
        label={playing ? `Pause ${name}` : `Play ${name}`}
        icon={playing ? Pause : Play}
        disabled={failed}
        onClick={() => void surfer.current?.playPause()}
      />
      <div
        ref={container}
        role="slider"
        tabIndex={0}
        aria-label={`Position in ${name}`}
        aria-valuemin={0}
        aria-valuemax={Math.round(durationMs / 1000)}
        aria-valuenow={Math.round(second)}
        aria-valuetext={`${shownSecond(second)} of ${formatLength(durationMs)}`}
        className="min-w-0 flex-1 rounded-md text-text"
        onKeyDown={(event) => {
          const by = { ArrowRight: STEP_S, ArrowUp: STEP_S, ArrowLeft: -STEP_S, ArrowDown: -STEP_S }[
            event.key
          ]
          if (by === undefined) return
          event.preventDefault()
          seek(second + by)
        }}
      />
      {failed ? (
        <span role="alert" className="flex shrink-0 items-center gap-2 text-sm text-text-muted">
          Not playable
          <Button size="sm" onClick={() => setAttempt(attempt + 1)}>
            Try again
          </Button>
        </span>
      ) : (
        <span className="numeric w-20 text-right text-sm text-text-muted">
          {shownSecond(second)} / {formatLength(durationMs)}
        </span>
      )}
    </div>
  )
}

function shownSecond(second: number): string {
  return second < 0.5 ? '0:00' : formatLength(second * 1000)
}
