import { hourLabel } from '../dates/hour-label'
import { countOf } from '../words'

/** The 24 hourly counts of a day in words, for screen readers. */
export function describeHours(counts: readonly number[]): string {
  const most = Math.max(0, ...counts)
  if (most === 0) return 'No calls yet today.'
  const first = counts.findIndex((count) => count > 0)
  const last = counts.findLastIndex((count) => count > 0)
  const calls = countOf(most, 'call')
  return `Calls by hour, from ${hourLabel(first)} to ${hourLabel(last + 1)}; busiest from ${hourLabel(counts.indexOf(most))} with ${calls}.`
}
