import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { CallReport, LiveCall } from '../lib/switch/agent/call-report'

/**
 * The shortest interval between reports: a little more than open pages leave between their updates, of which there are at most four a
 * second. At the same pace, a page that once asked just before a report would be late for every one after it.
 */
const APART_MS = 255
/** How often a report is sent when nothing changes. */
const QUIET_MS = 5000
const AWAY_MS = 1000

/** The calls to report, by id; `touched` are those that may have changed. */
interface Told {
  touched: Set<string>
  ids(): string[]
  liveCall(id: string): LiveCall | undefined
}

/** Reports calls to the app: all changes at once, as soon as there are any and the last report is long enough ago. */
export class CallReports {
  readonly #calls: Told
  readonly #send: (report: CallReport) => Promise<boolean>
  readonly #run = randomUUID()
  /** The last report of each call. */
  readonly #known = new Map<string, string>()
  #report = 0
  #isWhole = true
  #wake = () => undefined as void

  /** `send` resolves to whether the app took the report. */
  constructor(calls: Told, send: (report: CallReport) => Promise<boolean>) {
    this.#calls = calls
    this.#send = send
  }

  /** Something may have changed. A report without changes would only delay the next one. */
  wake(): void {
    if (this.#calls.touched.size > 0) this.#wake()
  }

  /** Makes the next report complete, as after a gap. */
  tellAll(): void {
    this.#isWhole = true
    this.#wake()
  }

  /** Reports until it is stopped, while `isReady`: nothing is reported before the state of the calls is known. */
  async run(isReady: () => boolean, stopped: AbortSignal): Promise<void> {
    stopped.addEventListener('abort', () => this.#wake())
    const rest = (ms: number) => pause(ms, undefined, { signal: stopped }).catch(() => undefined)
    let failures = 0
    while (!stopped.aborted) {
      const begun = performance.now()
      if (isReady()) {
        try {
          await this.#tell()
          failures = 0
        } catch (error) {
          if (failures++ === 0) console.error('Calls cannot be reported right now:', error)
          this.#isWhole = true
        }
      }
      await rest(failures > 0 ? AWAY_MS : Math.max(0, APART_MS - (performance.now() - begun)))
      if (failures === 0 && !this.#isWhole && this.#calls.touched.size === 0) await this.#change(stopped)
    }
  }

  /** Resolves when something has changed, or after a long quiet period. */
  async #change(stopped: AbortSignal): Promise<void> {
    if (stopped.aborted) return
    await new Promise<void>((done) => {
      const quiet = setTimeout(done, QUIET_MS)
      this.#wake = () => {
        clearTimeout(quiet)
        done()
      }
    })
    this.#wake = () => undefined
  }

  async #tell(): Promise<void> {
    const whole = this.#isWhole
    this.#isWhole = false
    const ids = whole ? this.#calls.ids() : [...this.#calls.touched]
    this.#calls.touched.clear()
    if (whole) this.#known.clear()
    const calls: LiveCall[] = []
    const gone: string[] = []
    for (const id of ids) {
      const call = this.#calls.liveCall(id)
      const text = call && JSON.stringify(call)
      if (call && text && this.#known.get(id) !== text) {
        this.#known.set(id, text)
        calls.push(call)
      } else if (!call && this.#known.delete(id)) gone.push(id)
    }
    this.#report += 1
    const counted = await this.#send({ run: this.#run, report: this.#report, whole, calls, gone })
    if (!counted) this.#isWhole = true
  }
}
