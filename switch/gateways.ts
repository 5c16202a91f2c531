import type { Gateways as Accounts, GatewayVersions } from '../lib/switch/agent/agent-update'
import { carrierNetworks, CARRIERS, sofiaConf } from '../lib/switch/configuration/sofia'
import type { EventSocket } from './event-socket'
import { inLine } from './in-line'
import { prepareSwitch } from './prepare-switch'
import { type EventSource, watchEvents } from './watch-events'

/** Where the switch keeps what it has loaded; empty after its start, when it has loaded all of them. */
const KEPT = 'trunkline/gateways'

/** The shortest time between two tries: a rescan takes the switch some work, and news can come ten times a second. */
const AGAIN_MS = 2000

/** The gateways that the switch will get, and those that it was given last; undefined if it was given none here. */
export interface FetchedGateways {
  given: Accounts | undefined
  gateways: Accounts
}

interface Watched extends EventSource {
  /** Fetches the gateways. Rejects when the app does not answer. */
  fetch(): Promise<FetchedGateways>
}

/** Has a switch load gateways that staff add, change or remove, without touching the others. */
export class Gateways {
  readonly #watched: Watched
  #events: EventSocket | undefined
  #wanted: GatewayVersions | undefined
  readonly #inTurn = inLine()
  #failedAt = -Infinity

  constructor(watched: Watched) {
    this.#watched = watched
  }

  async watch(): Promise<void> {
    await watchEvents(this.#watched, async (events) => {
      await prepareSwitch(events)
      this.#events = events
      this.#renew()
      await events.ended
      this.#events = undefined
    })
  }

  /** Called with each answer of the app. */
  listed(versions: GatewayVersions): void {
    if (this.#wanted && asText(versions) === asText(this.#wanted)) return
    if (performance.now() - this.#failedAt < AGAIN_MS) return
    this.#wanted = versions
    this.#renew()
  }

  #renew(): void {
    void this.#inTurn(() =>
      this.#load().catch((error: unknown) => {
        console.error('Gateways could not be loaded:', error)
        // One of the next answers of the app tries again.
        this.#wanted = undefined
        this.#failedAt = performance.now()
      }),
    )
  }

  async #load(): Promise<void> {
    const [events, wanted] = [this.#events, this.#wanted]
    if (!events || !wanted) return
    const kept = await events.api(`hash select/${KEPT}`)
    if (kept === asText(wanted)) return
    // A switch that cannot have the new settings keeps the old ones.
    const fetched = await this.#watched.fetch()
    const loaded = fromText(kept)
    // A rescan loads only gateways that are not there.
    for (const name of loaded ? changedSince(loaded, wanted) : changedSinceStart(fetched))
      await events.api(`sofia profile external killgw ${name}`)
    const done = async (command: string) => {
      const reply = await events.api(command)
      // A rescan replies `Reload XML [Success]` first, even if it then cannot fetch the configuration.
      if (/^-ERR/m.test(reply)) throw new Error(`${command}: ${reply}`)
    }
    await done('sofia profile external rescan')
    await done('reloadacl')
    // If it could not fetch the configuration, it has forgotten the carriers, and still replies that all is well.
    const [address] = carrierNetworks(fetched.gateways).map((network) => network.split('/')[0])
    if (address && (await events.api(`acl ${address} ${CARRIERS}`)) !== 'true')
      throw new Error(`reloadacl: ${address} is not a carrier’s address.`)
    await done(`hash insert/${KEPT}/${asText(wanted)}`)
  }
}

const connectionOf = (version: string | undefined) => version?.split('.', 1)[0]

/**
 * New ones, too: the last rescan may have loaded one that was added while it ran, with settings that have changed since. A switch replies
 * to killgw with an error if it has not, which does no harm.
 */
const changedSince = (loaded: GatewayVersions, wanted: GatewayVersions) =>
  Object.keys({ ...loaded, ...wanted }).filter(
    (name) => connectionOf(loaded[name]) !== connectionOf(wanted[name]),
  )

/** A switch that has just started has loaded what it was given then. If that is not known, it might be anything. */
function changedSinceStart({ given, gateways }: FetchedGateways): string[] {
  if (!given) return gateways.map(({ name }) => name)
  const connection = (gateway: Accounts[number] | undefined) => gateway && sofiaConf(NOWHERE, [gateway])
  return given
    .filter(
      (gateway) => connection(gateway) !== connection(gateways.find(({ name }) => name === gateway.name)),
    )
    .map(({ name }) => name)
}

const NOWHERE = { address: '', internal_profile_port: 0, external_profile_port: 0 }

/**
 * `,<name>=<version>,…`: never empty, which mod_hash would not store, and short, because mod_event_socket reads commands byte by byte and
 * yields after each: on a busy machine 2 kB take ten seconds.
 */
const asText = (versions: GatewayVersions) =>
  `,${Object.entries(versions)
    .map((each) => each.join('='))
    .join(',')}`

/** The reply to a key that has no value is `-ERR no reply`. */
function fromText(text: string): GatewayVersions | undefined {
  if (!text.startsWith(',')) return undefined
  const listed = text.slice(1).split(',').filter(Boolean)
  return Object.fromEntries(listed.map((each) => each.split('=') as [string, string]))
}
