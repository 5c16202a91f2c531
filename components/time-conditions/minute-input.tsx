import { useId, useState } from 'react'
import { Input } from '@/components/ui/input'
import { clockToMinutes, minutesToClock, minutesToTime, timeToMinutes } from '@/lib/validation/time'

export type MinuteInputProps = {
  /** A minute of the day, 0–1439; null while the text is not a time. */
  value: number | null
  onChange: (value: number | null) => void
  'aria-label'?: string
  'aria-describedby'?: string
  invalid?: boolean
}

/** A time of day as HH:MM on the 24-hour clock, with the 12-hour time below; the latter can be typed as well. */
export function MinuteInput({
  value,
  onChange,
  invalid = false,
  'aria-describedby': described,
  ...rest
}: MinuteInputProps) {
  const complaintId = useId()
  const [typed, setTyped] = useState<string | null>(null)
  const [complaint, setComplaint] = useState<string | null>(null)
  const text = typed ?? (value === null ? '' : minutesToTime(value))

  function type(next: string) {
    setTyped(next)
    setComplaint(null)
    onChange(minuteOf(next))
  }

  function leave() {
    if (typed === null || minuteOf(typed) !== null) {
      setTyped(null)
      return
    }
    setComplaint(complaintAbout(typed))
  }

  return (
    <span className="flex min-w-0 flex-col gap-0.5">
      <Input
        {...rest}
        aria-describedby={[complaint && complaintId, described].filter(Boolean).join(' ') || undefined}
        className="max-w-20 font-mono tabular-nums touch:max-w-24"
        inputMode="text"
        autoComplete="off"
        maxLength={10}
        placeholder="HH:MM"
        aria-invalid={invalid || complaint !== null || undefined}
        value={text}
        onChange={(event) => type(event.target.value)}
        onBlur={leave}
      />
      {complaint ? (
        <span id={complaintId} role="alert" className="max-w-40 text-xs text-danger-text">
          {complaint}
        </span>
      ) : (
        <span className="h-4 text-xs text-text-muted">{value === null ? '' : minutesToClock(value)}</span>
      )}
    </span>
  )
}

function minuteOf(text: string): number | null {
  const minute = clockToMinutes(text)
  if (minute !== null) return minute
  try {
    return timeToMinutes(text)
  } catch {
    return null
  }
}

function complaintAbout(text: string): string | null {
  if (text === '') return null
  try {
    timeToMinutes(text)
    return null
  } catch (error) {
    return error instanceof Error ? error.message : null
  }
}
