import { countOf } from '../words'

const STEPS = [
  { unit: 'year', seconds: 31_557_600 },
  { unit: 'month', seconds: 2_629_800 },
  { unit: 'week', seconds: 604_800 },
  { unit: 'day', seconds: 86_400 },
  { unit: 'hour', seconds: 3_600 },
  { unit: 'minute', seconds: 60 },
]

/**
 * How long ago, in the largest unit that has passed at least once: "3 hours ago", "1 day ago". Never "yesterday": 47 hours ago may be two
 * dates back. Less than a minute ago, or in the future (clocks differ), is "just now". Both are milliseconds since 1970.
 */
export function relativeTime(at: number, now: number): string {
  const passed = (now - at) / 1000
  const step = STEPS.find(({ seconds }) => passed >= seconds)
  if (!step) return 'just now'
  return `${countOf(Math.floor(passed / step.seconds), step.unit)} ago`
}
