import type { GatewayVersions } from '../lib/switch/agent/protocol'
import type { EventSocket } from './event-socket'
import { type EventSource, watchEvents } from './watch-events'

/** Where the switch keeps what it has loaded; empty after its start, when it has loaded all of them. */
const KEPT = 'trunkline/gateways'

/** Has a switch load gateways that staff add, change or remove, without touching the others. */
export class Gateways {
  readonly #source: EventSource
  #events: EventSocket | undefined
  /** As a query string, which the switch keeps as it is. */
  #wanted: string | undefined
  #working: Promise<void> = Promise.resolve()

  constructor(source: EventSource) {
    this.#source = source
  }

  async watch(): Promise<void> {
    await watchEvents(this.#source, async (events) => {
      this.#events = events
      this.#renew()
      await events.ended
      this.#events = undefined
    })
  }

  /** Called with each answer of the app. */
  listed(versions: GatewayVersions): void {
    const wanted = new URLSearchParams(versions).toString()
    if (wanted === this.#wanted) return
    this.#wanted = wanted
    this.#renew()
  }

  #renew(): void {
    this.#working = this.#working.then(() =>
      this.#load().catch((error: unknown) => console.error('Gateways could not be renewed:', error)),
    )
  }

  async #load(): Promise<void> {
    const [events, text] = [this.#events, this.#wanted]
    if (!events || text === undefined) return
    const kept = await events.api(`hash select/${KEPT}`)
    if (kept === text) return
    const wanted = new URLSearchParams(text)
    const connection = (version: string | null) => version?.split('.', 1)[0]
    for (const [name, version] of new URLSearchParams(kept)) {
      // A rescan loads only gateways that are not there.
      if (connection(version) !== connection(wanted.get(name)))
        await events.api(`sofia profile external killgw ${name}`)
    }
    await events.api('reloadacl')
    await events.api('sofia profile external rescan')
    await events.api(`hash insert/${KEPT}/${text}`)
  }
}
