/** Minutes in a day (specification section 9). */
export const MINUTES_IN_A_DAY = 1440

/**
 * Minute of the day (0–1439) to `HH:MM` on the 24-hour clock.
 *
 * Specification section 5: "must be from 0 up to but not including 1440, else error". A fraction of a minute has no HH:MM, so it
 * is rejected like a value out of range.
 *
 * @throws Error 'Invalid input. Minutes should be between 1 and 1440 inclusive.' (the specification's text)
 */
export function minutesToTime(minutes: number): string {
  const { hours, rest } = split(minutes)
  return `${twoDigits(hours)}:${twoDigits(rest)}`
}

/**
 * `HH:MM` on the 24-hour clock to the minute of the day (0–1439).
 *
 * Specification section 5: "exactly two colon-separated parts, else error …; hours 0-23 and minutes 0-59, else error …". A part
 * is one or two digits; a part with anything else in it (a sign, a space, nothing) is invalid.
 *
 * @throws Error 'Invalid time format. Time should be in HH:MM format.' unless there are two parts
 * @throws Error 'Invalid time value. Time should be between 00:00 and 23:59.' when a part is out of range
 */
export function timeToMinutes(time: string): number {
  const found = /^([^:]*):([^:]*)$/.exec(time)
  if (!found) throw new Error('Invalid time format. Time should be in HH:MM format.')
  const [hours = Number.NaN, minutes = Number.NaN] = found.slice(1).map(numberOf)
  if (!(hours <= 23 && minutes <= 59)) {
    throw new Error('Invalid time value. Time should be between 00:00 and 23:59.')
  }
  return hours * 60 + minutes
}

function numberOf(part: string): number {
  return /^[0-9]{1,2}$/.test(part) ? Number(part) : Number.NaN
}

/**
 * Minute of the day (0–1439) to 12-hour clock text: `12:00 AM`, `9:05 AM`, `12:30 PM`.
 *
 * Specification section 5: "Minutes to 12-hour clock text with AM/PM." Same range as {@link minutesToTime}.
 *
 * @throws Error 'Invalid input. Minutes should be between 1 and 1440 inclusive.'
 */
export function minutesToClock(minutes: number): string {
  const { hours, rest } = split(minutes)
  return `${hours % 12 || 12}:${twoDigits(rest)} ${hours < 12 ? 'AM' : 'PM'}`
}

/** A time on the 12-hour clock as people type it, `9:05 AM`, `9:05pm` or `9 am`, to the minute of the day; null for any other text. */
export function clockToMinutes(text: string): number | null {
  const [, hours, minutes = '0', half] =
    /^(1[0-2]|0?[1-9])(?::([0-5]\d))? ?([ap])\.?m\.?$/i.exec(text.trim()) ?? []
  if (!hours || !half) return null
  return (Number(hours) % 12) * 60 + Number(minutes) + (half.toLowerCase() === 'p' ? 720 : 0)
}

function split(minutes: number): { hours: number; rest: number } {
  if (!Number.isInteger(minutes) || minutes < 0 || minutes >= MINUTES_IN_A_DAY) {
    throw new Error('Invalid input. Minutes should be between 1 and 1440 inclusive.')
  }
  return { hours: Math.floor(minutes / 60), rest: minutes % 60 }
}

function twoDigits(value: number): string {
  return String(value).padStart(2, '0')
}
