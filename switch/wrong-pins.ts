import { addBounded } from '../lib/add-bounded'
import type { Box } from './mailbox-list'

/** Wrong PINs of a mailbox that cost nothing, like slips of its owner. */
const FREE = 10
const HOUR_MS = 3_600_000
/** The longest time for which one more wrong PIN closes a mailbox to callers from outside. */
const LONGEST_MS = 24 * HOUR_MS
/** Mailboxes about which this is remembered; the ones with the oldest wrong PIN are forgotten first. */
const MOST = 10_000

interface Wrong {
  count: number
  /** When the last one was entered, by a clock that nobody sets. */
  at: number
}

/**
 * Counts the wrong PINs of mailboxes, which mod_voicemail does only within a call. After ten without the right one in between, callers from
 * outside cannot sign in to the mailbox for an hour; each further one doubles that, up to a day. The tenant's phones still can.
 * An agent that restarts has counted none.
 */
export class WrongPins {
  readonly #wrong = new Map<string, Wrong>()

  /** Notes an attempt to sign in. Returns whether it closes a mailbox that was open. */
  note(box: Box, isRight: boolean, now = performance.now()): boolean {
    const key = keyOf(box)
    const wasOpen = this.isOpen(box, now)
    const count = (this.#wrong.get(key)?.count ?? 0) + 1
    if (isRight) {
      this.#wrong.delete(key)
      return false
    }
    addBounded(this.#wrong, key, { count, at: now }, MOST)
    return wasOpen && count >= FREE
  }

  /** Whether callers from outside can sign in to a mailbox now. */
  isOpen(box: Box, now = performance.now()): boolean {
    const wrong = this.#wrong.get(keyOf(box))
    if (!wrong || wrong.count < FREE) return true
    return now >= wrong.at + Math.min(HOUR_MS * 2 ** (wrong.count - FREE), LONGEST_MS)
  }
}

const keyOf = ({ domain, extension }: Box) => `${domain.toLowerCase()} ${extension}`
