import { setTimeout as pause } from 'node:timers/promises'
import type { Mirror } from './mirror'

/** How often the app is asked what has changed if it cannot push changes: a saved change governs calls within a second. */
const NEWS_MS = 400
const NEWS_AWAY_MS = 2000
/** The shortest pause after a pushed change. */
const PUSHED_MS = 50

/** Keeps a mirror up to date until it is stopped. */
export class AppFollower {
  readonly #mirror: Mirror
  #isThere = false
  #isKnown = () => undefined as void
  /** Resolves once the tenants are known, from disk or as far as the app can give them, or it is stopped. */
  readonly known: Promise<void>

  constructor(mirror: Mirror) {
    this.#mirror = mirror
    this.known = mirror.switch
      ? Promise.resolve()
      : new Promise((done) => {
          this.#isKnown = done
        })
  }

  /** Whether the app answered last time. */
  get isThere(): boolean {
    return this.#isThere
  }

  async run(stopped: AbortSignal): Promise<void> {
    while (!stopped.aborted)
      await pause(await this.#follow(stopped), undefined, { signal: stopped }).catch(() => undefined)
    this.#isKnown()
  }

  /** Follows one change; resolves to how long to wait until the next one, in milliseconds. */
  async #follow(stopped: AbortSignal): Promise<number> {
    try {
      const { pushed, fetchMs, complete } = await this.#mirror.follow(stopped)
      if (complete) {
        this.#isKnown()
        if (!this.#isThere) console.log(`${this.#mirror.size} tenants are up to date.`)
        this.#isThere = true
      }
      // While an import changes a large tenant again and again, half of the time is left to others.
      return pushed ? Math.max(PUSHED_MS, Math.min(fetchMs, NEWS_MS)) : NEWS_MS
    } catch (error) {
      if (!stopped.aborted && (this.#isThere || this.#mirror.switch === undefined))
        console.error('The app is not answering:', error)
      this.#isThere = false
      return NEWS_AWAY_MS
    }
  }
}
