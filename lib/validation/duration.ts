/**
 * A duration in seconds as text: `2 hrs 5 mins 30 secs`, `1 hr 1 min 1 sec`.
 *
 * Specification section 5: "Seconds to text such as 'N hrs N mins N secs', with a plural s when the count is above 1." Zero parts
 * are left out (`1 hr 5 secs`); a duration of zero is `0 sec`. Fractions of a second are cut off. Hours do not carry into days.
 *
 * @returns undefined for a negative or non-finite number of seconds.
 */
export function formatDuration(seconds: number): string | undefined {
  if (!Number.isFinite(seconds) || seconds < 0) return undefined
  const whole = Math.floor(seconds)
  const parts = [
    { count: Math.floor(whole / 3600), unit: 'hr' },
    { count: Math.floor(whole / 60) % 60, unit: 'min' },
    { count: whole % 60, unit: 'sec' },
  ].filter(({ count }) => count > 0)
  if (parts.length === 0) return '0 sec'
  return parts.map(({ count, unit }) => `${count} ${unit}${count > 1 ? 's' : ''}`).join(' ')
}

/** A duration in seconds as a clock shows it: `0:05`, `12:34`, `1:02:03`. Fractions of a second are cut off. */
export function clockText(seconds: number): string {
  const whole = Math.floor(seconds)
  const two = (count: number) => String(count).padStart(2, '0')
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60]
  return hours > 0 ? `${hours}:${two(minutes)}:${two(whole % 60)}` : `${minutes}:${two(whole % 60)}`
}
