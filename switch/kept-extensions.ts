import { createHash, randomUUID } from 'node:crypto'
import { setImmediate as breath } from 'node:timers/promises'
import { registeredName } from '../lib/switch/phones'
import { PHONES, type SwitchRequest } from '../lib/switch/request'
import { extensionAnswer } from '../lib/switch/serve'
import type { TenantState } from '../lib/switch/switch-store'
import type { EventSocket } from './event-socket'
import { inLine } from './in-line'
import { presentIn } from './registration-list'
import { type EventSource, watchEvents } from './watch-events'

/** Where the switch keeps which agent its extensions are from; empty after its start, when it has none. */
const MARK = 'trunkline/extensions'
/** An answer that is under way when its extension changes may be cached after that. mod_xml_curl waits for five seconds at most. */
const UNDER_WAY_MS = 6000
/** How many extensions are compared before calls are answered. */
const AT_ONCE = 20

interface Watched extends EventSource {
  tenantOf(id: string): TenantState | undefined
}

/** What the switch was answered about an extension. */
interface Kept {
  asked: { user: string; domain: string }
  digest: string
  /** Of what a phone registers with; undefined for one that cannot. */
  password: string | undefined
  at: number
}

/**
 * The extensions that the switch keeps, so that their phones stay registered and reach emergency services while the agent is away. The
 * switch is told to forget those that change, and asked about them at once: otherwise it would not know them until they register again.
 * Registrations with an earlier password end only then: until the switch knows the new one, whoever has the old one can register again.
 */
export class KeptExtensions {
  readonly #watched: Watched
  readonly #run = randomUUID()
  /** By tenant, then by user and domain. */
  readonly #kept = new Map<string, Map<string, Kept>>()
  /** Tenants that have changed since the switch was last told. */
  readonly #changed = new Set<string>()
  #events: EventSocket | undefined
  readonly #inTurn = inLine()

  constructor(watched: Watched) {
    this.#watched = watched
  }

  /** Notes the answer that the switch gets about an extension. */
  keep({ snapshot }: TenantState, { user = '', domain = '' }: SwitchRequest, xml: string): void {
    const { id } = snapshot.tenant
    // Anybody can ask in other spellings, and the switch keeps those for a minute.
    if (domain !== snapshot.tenant.domain) return
    const kept = this.#kept.get(id) ?? new Map<string, Kept>()
    const extension = {
      // The snapshot's own text, because there are as many of these as extensions.
      asked: { user, domain: snapshot.tenant.domain },
      digest: digestOf(xml),
      password: passwordOf(xml),
      at: performance.now(),
    }
    kept.set(keyOf(extension), extension)
    this.#kept.set(id, kept)
  }

  /** Called when tenants have changed. */
  changed(tenants: readonly string[]): void {
    for (const id of tenants) this.#changed.add(id)
    this.#work()
  }

  /** Watches until it is stopped. What changes while the switch is not reachable is told when it is. */
  async watch(): Promise<void> {
    await watchEvents(this.#watched, async (events) => {
      await this.#begin(events)
      this.#events = events
      this.#work()
      await events.ended
      this.#events = undefined
    })
  }

  /** What an earlier agent answered is not known here. */
  async #begin(events: EventSocket): Promise<void> {
    if ((await events.api(`hash select/${MARK}`)) === this.#run) return
    await events.api('xml_flush_cache')
    for (const { registration } of presentIn(await events.api(`sofia xmlstatus profile ${PHONES} reg`)))
      await events.api(`user_exists id ${registration.account} ${registration.domain}`)
    await events.api(`hash insert/${MARK}/${this.#run}`)
  }

  #work(): void {
    void this.#inTurn(async () => {
      const events = this.#events
      if (!events) return
      for (const id of [...this.#changed]) {
        this.#changed.delete(id)
        try {
          await this.#renew(events, id)
        } catch (error) {
          this.#changed.add(id)
          console.error('Extensions were not renewed:', error)
          return
        }
      }
    })
  }

  async #renew(events: EventSocket, id: string): Promise<void> {
    // The switch asks somebody else, who may have it cache extensions for a minute.
    if (this.#kept.size === 0) return void (await events.api('xml_flush_cache'))
    const { stale, lapsed } = await this.#stale(id)
    await ask(events, stale)
    for (const { asked } of lapsed) {
      const account = `${registeredName(asked.user, id)}@${asked.domain}`
      await events.api(`sofia profile ${PHONES} flush_inbound_reg ${account}`)
    }
    const kept = this.#kept.get(id)
    const isSame = (each: Kept) => kept?.get(keyOf(each)) === each
    for (const gone of stale.filter(isSame)) kept?.delete(keyOf(gone))
    const recent = stale.filter(({ at }) => performance.now() - at < UNDER_WAY_MS)
    if (recent.length === 0) return
    // If the switch is no longer there by then, it has no answers under way.
    const again = () => ask(events, recent).catch(() => undefined)
    setTimeout(again, UNDER_WAY_MS).unref()
  }

  /** The extensions of a tenant about which the switch would now be answered otherwise, and those of them with another password, or none. */
  async #stale(id: string): Promise<{ stale: Kept[]; lapsed: Kept[] }> {
    const state = this.#watched.tenantOf(id)
    const [stale, lapsed]: [Kept[], Kept[]] = [[], []]
    for (const [n, each] of [...(this.#kept.get(id)?.values() ?? [])].entries()) {
      if (n % AT_ONCE === 0) await breath()
      const xml = state && extensionAnswer(state, each.asked, true)
      if (xml !== undefined && digestOf(xml) === each.digest) continue
      stale.push(each)
      // A tenant that this switch no longer serves says nothing of its passwords.
      if (xml !== undefined && each.password !== undefined && passwordOf(xml) !== each.password)
        lapsed.push(each)
    }
    return { stale, lapsed }
  }
}

const keyOf = ({ asked: { user, domain } }: Pick<Kept, 'asked'>) => `${user} ${domain}`

/** Has the switch forget extensions and asks it about them, so that it asks the agent. */
async function ask(events: EventSocket, extensions: readonly Kept[]): Promise<void> {
  for (const { asked } of extensions) {
    await events.api(`xml_flush_cache id ${asked.user} ${asked.domain}`)
    await events.api(`user_exists id ${asked.user} ${asked.domain}`)
  }
}

function passwordOf(xml: string): string | undefined {
  const [, hash] = /name="a1-hash" value="([^"]+)"/.exec(xml) ?? []
  return hash && digestOf(hash)
}

const digestOf = (xml: string) => createHash('sha1').update(xml).digest('base64')
