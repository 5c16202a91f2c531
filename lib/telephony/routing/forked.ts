/** A phone that is called together with others. Seconds. */
export interface Fork {
  /** When it is to ring. */
  start: number
  /** How long; 0 for one that fails as soon as it is called. */
  length: number
}

/**
 * When phones really ring that are called together, as some fail early: where nobody rings, FreeSWITCH calls the next one at once.
 * It then takes that one's whole delay off the others' delays, but only the time gained off their ends, so that a third phone may
 * ring sooner and longer than it was to (check_per_channel_timeouts in switch_ivr_originate.c).
 */
export function forked(forks: readonly Fork[]): { start: number; end: number }[] {
  const legs = forks.map(({ start, length }) => ({
    delay: start,
    end: start + length,
    start: start === 0 ? 0 : Number.POSITIVE_INFINITY,
    fails: length === 0,
  }))
  const isActive = ({ start, end }: (typeof legs)[number]) => start <= now && end > now
  let now = 0
  for (;;) {
    const waiting = legs.filter(({ start }) => start > now)
    if (waiting.length === 0) return legs.map(({ start, end }) => ({ start, end }))
    if (!legs.some(isActive)) {
      const first = Math.min(...waiting.map(({ delay }) => delay))
      const gained = Math.max(0, first - now)
      for (const leg of waiting) {
        leg.end -= gained
        leg.delay -= first
      }
    }
    for (const leg of waiting) {
      if (leg.delay > now) continue
      leg.start = now
      if (leg.fails) leg.end = now
    }
    const active = legs.filter(isActive)
    const moments = [...waiting.map(({ delay }) => delay), ...active.map(({ end }) => end)]
    if (active.length > 0) now = Math.min(...moments.filter((moment) => moment > now))
  }
}
