import { addBounded } from '../add-bounded'

/** A rate limit per key. */
export interface Limit {
  times: number
  withinSeconds: number
}

/** Keys beyond this are evicted, to bound the memory of a server. */
const MOST_COUNTED = 10_000

/**
 * Rate limits by key: returns 0 if the request may proceed, otherwise the seconds to wait. Capacity returns evenly: one request
 * every withinSeconds / times. A request that is not to count is only told whether it would have to wait. Each server counts separately;
 * lib/api/shared-limiter.ts counts for all.
 */
export function createLimiter({ times, withinSeconds }: Limit, now = () => performance.now()) {
  const spacing = (withinSeconds * 1000) / times
  /** Per key, the theoretical arrival time of the generic cell rate algorithm (ITU-T I.371). */
  const due = new Map<string, number>()
  return (key: string, counts = true): number => {
    const at = now()
    const next = Math.max(due.get(key) ?? at, at) + spacing
    if (next - at > withinSeconds * 1000) return Math.ceil((next - at - withinSeconds * 1000) / 1000)
    if (!counts) return 0
    addBounded(due, key, next, MOST_COUNTED)
    return 0
  }
}
