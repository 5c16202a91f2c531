import { networkOf } from '../../lib/server/client-address.ts'

const SECOND = 1000
const FORGOTTEN_AFTER = 15 * 60 * SECOND
const MOST_KEYS = 10_000

interface Pace {
  /** Wrong passwords that cost nothing. */
  free: number
  /** Milliseconds until the next try after that; each further wrong password doubles it, up to `most`. */
  wait: number
  most: number
}

/** Wrong passwords by key, and how long the key's next try has to wait. Counts are forgotten after 15 minutes without one. */
class Failures {
  readonly #pace: Pace
  readonly #now: () => number
  readonly #counts = new Map<string, { count: number; at: number }>()

  constructor(pace: Pace, now: () => number) {
    this.#pace = pace
    this.#now = now
  }

  waitMs(key: string): number {
    const { free, wait, most } = this.#pace
    const { count, at } = this.#recent(key)
    return count < free ? 0 : Math.max(0, at + Math.min(most, wait * 2 ** (count - free)) - this.#now())
  }

  add(key: string): void {
    const { count } = this.#recent(key)
    this.#counts.delete(key)
    this.#counts.set(key, { count: count + 1, at: this.#now() })
    for (const oldest of this.#counts.keys()) {
      if (this.#counts.size <= MOST_KEYS) return
      this.#counts.delete(oldest)
    }
  }

  takeBack(key: string): void {
    const { count, at } = this.#recent(key)
    if (count > 1) this.#counts.set(key, { count: count - 1, at })
    else this.#counts.delete(key)
  }

  clear(key: string): void {
    this.#counts.delete(key)
  }

  #recent(key: string): { count: number; at: number } {
    const entry = this.#counts.get(key)
    return entry && entry.at + FORGOTTEN_AFTER > this.#now() ? entry : { count: 0, at: 0 }
  }
}

/**
 * Slows guessing down without locking anyone out. The addresses of an IPv6 network count as one (networkOf). Three counts of wrong
 * passwords: of an account from one address (five are free, then 1 to 30 seconds each), of an account from anywhere (twenty, then 30
 * seconds) and of an address for any account (thirty, then 2 seconds). An address from which an account was signed in before is held
 * only to the first, so nobody else's guesses keep its owner waiting. An attempt counts before its outcome is known, so that many at
 * once cannot slip through.
 */
export class SignInGuard {
  readonly #ofPair: Failures
  readonly #ofAccount: Failures
  readonly #ofAddress: Failures
  readonly #familiar = new Set<string>()

  /** `now` returns milliseconds of a clock that is never set, unlike the machine's. */
  constructor(now = () => performance.now()) {
    this.#ofPair = new Failures({ free: 5, wait: SECOND, most: 30 * SECOND }, now)
    this.#ofAccount = new Failures({ free: 20, wait: 30 * SECOND, most: 30 * SECOND }, now)
    this.#ofAddress = new Failures({ free: 30, wait: 2 * SECOND, most: 2 * SECOND }, now)
  }

  /** Counts an attempt with `waitMs` 0; otherwise returns after how many milliseconds it may be made. */
  attempt(account: string, from: string): { waitMs: number; succeeded: () => void } {
    const address = networkOf(from)
    const counts = this.#counts(account, address)
    const waitMs = Math.max(...counts.map(([failures, key]) => failures.waitMs(key)))
    if (waitMs === 0) for (const [failures, key] of counts) failures.add(key)
    return {
      waitMs,
      succeeded: () => {
        for (const [failures, key] of counts) failures.takeBack(key)
        this.#ofPair.clear(pairOf(account, address))
        this.#remember(pairOf(account, address))
      },
    }
  }

  #remember(pair: string): void {
    this.#familiar.delete(pair)
    this.#familiar.add(pair)
    for (const oldest of this.#familiar) {
      if (this.#familiar.size <= MOST_KEYS) return
      this.#familiar.delete(oldest)
    }
  }

  #counts(account: string, address: string): [Failures, string][] {
    const pair = pairOf(account, address)
    if (this.#familiar.has(pair)) return [[this.#ofPair, pair]]
    return [
      [this.#ofPair, pair],
      [this.#ofAccount, account],
      [this.#ofAddress, address],
    ]
  }
}

const pairOf = (account: string, address: string) => `${address} ${account}`
