/** How often one key may ask. */
export interface Limit {
  times: number
  withinSeconds: number
}

/** People are forgotten when there are more, so that the counts of a server stay small. */
const MOST_COUNTED = 10_000

/**
 * Counts what each key asks for: answers 0 when it may go on, otherwise the seconds to wait. The right to ask comes back evenly:
 * whoever has used it up may ask again after withinSeconds / times. Each server counts for itself; lib/api/shared-limiter.ts counts for all.
 */
export function createLimiter({ times, withinSeconds }: Limit, now: () => number = Date.now) {
  const spacing = (withinSeconds * 1000) / times
  /** When each key would have asked last, had it kept the spacing (the generic cell rate algorithm, ITU-T I.371). */
  const due = new Map<string, number>()
  return (key: string): number => {
    const at = now()
    const next = Math.max(due.get(key) ?? at, at) + spacing
    if (next - at > withinSeconds * 1000) return Math.ceil((next - at - withinSeconds * 1000) / 1000)
    due.delete(key)
    due.set(key, next)
    for (const [oldest] of due) {
      if (due.size <= MOST_COUNTED) break
      due.delete(oldest)
    }
    return 0
  }
}
