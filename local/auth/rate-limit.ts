import { AuthError } from './http.ts'

/**
 * Counts attempts by key in a sliding window, in memory. An attempt counts before its outcome is known, so that many at once
 * cannot slip through; a success takes it back.
 */
export class AttemptLimit {
  readonly limit: number
  readonly windowMs: number
  readonly #now: () => number
  readonly #attempts = new Map<string, number[]>()

  /** `limit` attempts a key within `windowMs` milliseconds; `now` returns those of a clock that is never set, unlike the machine's. */
  constructor(limit: number, windowMs: number, now = () => performance.now()) {
    this.limit = limit
    this.windowMs = windowMs
    this.#now = now
  }

  /** Counts one attempt; returns false, without counting, when the key has used up its attempts. */
  take(key: string): boolean {
    const recent = this.#recent(key)
    if (recent.length >= this.limit) return false
    recent.push(this.#now())
    this.#attempts.delete(key)
    this.#attempts.set(key, recent)
    this.#forgetOld()
    return true
  }

  /** Milliseconds until the key may try again; 0 when it may now. */
  waitMs(key: string): number {
    const recent = this.#recent(key)
    const oldest = recent[recent.length - this.limit]
    return oldest === undefined ? 0 : oldest + this.windowMs - this.#now()
  }

  /** Takes the key's latest attempt back. */
  giveBack(key: string): void {
    this.#attempts.get(key)?.pop()
  }

  /** Forgets all of a key's attempts. */
  clear(key: string): void {
    this.#attempts.delete(key)
  }

  #recent(key: string): number[] {
    const since = this.#now() - this.windowMs
    return (this.#attempts.get(key) ?? []).filter((at) => at > since)
  }

  // Keys are ordered by latest attempt, oldest first; at most 10,000 are kept.
  #forgetOld(): void {
    const since = this.#now() - this.windowMs
    for (const [key, attempts] of this.#attempts) {
      if (this.#attempts.size <= 10_000 && (attempts.at(-1) ?? 0) > since) return
      this.#attempts.delete(key)
    }
  }
}

/** Lets one mail a minute go to, or from, a key. The function throws AuthError 429 over_email_send_rate_limit. */
export function mailPace(): (key: string) => void {
  const mails = new AttemptLimit(1, 60_000)
  return (key) => {
    if (mails.take(key)) return
    const seconds = Math.max(1, Math.ceil(mails.waitMs(key) / 1000))
    throw new AuthError(
      429,
      'over_email_send_rate_limit',
      `For security purposes, you can only request this after ${seconds} seconds.`,
    )
  }
}

/** The refusal of one attempt too many; `waitMs` is when the next is allowed, if that is known. */
export function tooManyTries(waitMs?: number): AuthError {
  const seconds = waitMs === undefined ? undefined : Math.ceil(waitMs / 1000)
  return new AuthError(429, 'over_request_rate_limit', 'Request rate limit reached', {}, seconds)
}
