import { countOf } from '../words'

const STEPS = [
  { unit: 'year', seconds: 31_557_600, last: 'last year' },
  { unit: 'month', seconds: 2_629_800, last: 'last month' },
  { unit: 'week', seconds: 604_800, last: 'last week' },
  { unit: 'day', seconds: 86_400, last: 'yesterday' },
  { unit: 'hour', seconds: 3_600 },
  { unit: 'minute', seconds: 60 },
]

/**
 * How long ago, in the largest unit that has passed at least once: "3 hours ago", "yesterday". Less than a minute ago, or in the
 * future (clocks differ), is "just now". Both are milliseconds since 1970.
 */
export function relativeTime(at: number, now: number): string {
  const passed = (now - at) / 1000
  const step = STEPS.find(({ seconds }) => passed >= seconds)
  if (!step) return 'just now'
  const units = Math.floor(passed / step.seconds)
  if (units === 1 && step.last) return step.last
  return `${countOf(units, step.unit)} ago`
}
