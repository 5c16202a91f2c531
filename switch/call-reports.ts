import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { CallReport, LiveCall } from '../lib/switch/agent/contract'

/** Reports begin no closer together: open pages change at most four times a second. */
const APART_MS = 250
/** When nothing changes, that is told so often. */
const QUIET_MS = 5000
const AWAY_MS = 1000

/** What is told of: calls by their ids, of which `touched` may have changed. */
interface Told {
  touched: Set<string>
  ids(): string[]
  told(id: string): LiveCall | undefined
}

/** Tells the app how the calls are: what has changed, all together, as soon as it has and the last report is long enough ago. */
export class CallReports {
  readonly #calls: Told
  readonly #send: (report: CallReport) => Promise<boolean>
  readonly #run = randomUUID()
  /** What was told last of each call that was told of. */
  readonly #known = new Map<string, string>()
  #report = 0
  #isWhole = true
  #wake = () => undefined as void

  /** `send` answers whether the report counted. */
  constructor(calls: Told, send: (report: CallReport) => Promise<boolean>) {
    this.#calls = calls
    this.#send = send
  }

  /** Something may have changed. */
  wake(): void {
    this.#wake()
  }

  /** The next report has all calls, as after a gap. */
  tellAll(): void {
    this.#isWhole = true
    this.#wake()
  }

  /** Tells until it is stopped, while `isReady`: before it is known how the calls are, nothing is told. */
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
          if (failures++ === 0) console.error('Calls cannot be told of at present:', error)
          this.#isWhole = true
        }
      }
      await rest(failures > 0 ? AWAY_MS : Math.max(0, APART_MS - (performance.now() - begun)))
      if (failures === 0 && !this.#isWhole && this.#calls.touched.size === 0) await this.#change(stopped)
    }
  }

  /** Resolves when something has changed, or when it has been quiet for long. */
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
      const call = this.#calls.told(id)
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
