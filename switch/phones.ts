import { clipped } from '../lib/clipped'
import { REGISTRATION_FAILURES } from '../lib/supabase/constraints'
import type { AgentEvent, Pings, Registration } from '../lib/switch/agent/agent-event'
import type { PhoneCommand } from '../lib/switch/agent/agent-update'
import { PROBLEM } from '../lib/switch/agent/limits'
import { isDialable } from '../lib/switch/dialable'
import { PHONES } from '../lib/switch/request'
import { argument } from './command-word'
import type { EventSocket, SwitchEvent } from './event-socket'
import { accountOf, keyOf, type Present, presentIn, registrationOf } from './registration-list'
import { ringPhone } from './ring-phone'
import { type EventSource, watchEvents } from './watch-events'

const EVENTS = 'sofia::register sofia::unregister sofia::expire sofia::register_failure'
const PINGS_MS = 30_000
/** A phone with a wrong password keeps trying: its failures are reported together. */
const FAILURES_MS = 2000
const MOST_FAILING = 1000

interface Watched extends EventSource {
  /** Resolves once it is stored. */
  reportEvent(agentEvent: AgentEvent): Promise<void>
  /** Reports how fast phones answer; a report that fails is dropped. */
  pinged(pings: Pings): Promise<void>
  /** Whether a domain is a tenant's: attempts elsewhere are ignored. */
  isServed(domain: string): boolean
}

type Failure = Extract<AgentEvent, { kind: 'failure' }>['data']

/** Follows the phones of a switch on its event socket and carries out what staff ask of them. */
export class Phones {
  readonly #watched: Watched
  readonly #known = new Map<string, string>()
  /** The known phones, by their addresses. */
  readonly #places = new Map<string, string>()
  readonly #failing = new Map<string, Failure>()
  readonly #pings = new Map<string, number>()
  #events: EventSocket | undefined

  constructor(watched: Watched) {
    this.#watched = watched
  }

  get isConnected(): boolean {
    return this.#events !== undefined
  }

  /** Watches until it is stopped; when the switch restarts or the connection breaks, it starts over with who is registered then. */
  async watch(): Promise<void> {
    const failures = setInterval(() => void this.#tellFailures(), FAILURES_MS)
    await watchEvents(this.#watched, (events) =>
      this.#follow(events).finally(() => {
        this.#events = undefined
      }),
    )
    clearInterval(failures)
    await this.#tellFailures()
  }

  /** Reports all phones that are registered again. */
  startOver(): void {
    this.#events?.close()
  }

  /** Called when tenants have changed. Once a tenant is served again, its phones are news to the app. */
  changed(): void {
    for (const key of this.#known.keys()) {
      const [domain = ''] = key.split(' ')
      if (!this.#watched.isServed(domain)) this.#forget(key)
    }
  }

  /** Carries out a command on a phone and reports the result. */
  async command({ id, command, call_id, account, domain, contact }: PhoneCommand): Promise<void> {
    const problem = await this.#doing(async (events) => {
      if (command === 'end') {
        await events.api(`sofia profile ${PHONES} flush_inbound_reg ${this.#commandArgument(call_id)}`)
        return null
      }
      if (command === 'ring') return ringPhone(this.#watched, contact)
      const address = `<sip:${argument(account)}@${argument(domain)}>`
      await events.command(
        [
          'sendevent NOTIFY',
          `profile: ${PHONES}`,
          `event-string: check-sync;reboot=${command === 'reboot'}`,
          'content-type: text/plain',
          `contact-uri: ${argument(contact)}`,
          `to-uri: ${address}`,
          `from-uri: ${address}`,
        ].join('\n'),
      )
      return null
    })
    await this.#watched.reportEvent({ kind: 'done', data: { at: now(), command: id, problem } })
  }

  async #doing(work: (events: EventSocket) => Promise<string | null>): Promise<string | null> {
    if (!this.#events) return 'The switch is not responding to its agent.'
    try {
      return await work(this.#events)
    } catch (error) {
      return clipped(String((error as Error).message), PROBLEM.maxLength)
    }
  }

  /**
   * A Call-ID, which the phone chose, as an argument of flush_inbound_reg. Throws for one that would match all phones or all phones
   * of an account.
   */
  #commandArgument(callId: string): string {
    const word = argument(callId)
    const [, host = ''] = word.split('@')
    if (/^(reboot)?$/i.test(word) || this.#watched.isServed(host.toLowerCase()))
      throw new Error('The switch cannot tell this phone from others by its Call-ID.')
    return word
  }

  async #follow(events: EventSocket): Promise<void> {
    events.onEvent((event) => {
      this.#take(event).catch((error: unknown) => console.error('An event could not be stored:', error))
    })
    await events.command(`event json CUSTOM ${EVENTS}`)
    this.#events = events
    const at = now()
    const present = await this.#present(events)
    this.#known.clear()
    this.#places.clear()
    this.#pings.clear()
    for (const { registration } of present) this.#isNews(registration)
    const registered = present.map(({ registration }) => registration)
    await this.#watched.reportEvent({ kind: 'present', data: { at, registered } })
    // A report that fails is no reason to leave the switch: the next one is due soon.
    const measure = async (present: readonly Present[] | Promise<readonly Present[]>) => {
      try {
        const all = await present
        // A phone may have registered before its tenant was known here.
        for (const { registration } of all)
          if (!this.#known.has(keyOf(registration))) await this.#registered(registration)
        await this.#tellPings(all)
      } catch (error) {
        console.error('The response times of phones could not be reported:', error)
      }
    }
    await measure(present)
    // One at a time: what the app has not taken yet would be reported twice.
    let isMeasuring = false
    const measuring = setInterval(() => {
      if (isMeasuring) return
      isMeasuring = true
      void measure(this.#present(events)).finally(() => {
        isMeasuring = false
      })
    }, PINGS_MS)
    await events.ended.finally(() => clearInterval(measuring))
  }

  async #present(events: EventSocket): Promise<Present[]> {
    const all = presentIn(await events.api(`sofia xmlstatus profile ${PHONES} reg`))
    return all.filter(({ registration }) => this.#watched.isServed(registration.domain))
  }

  async #take(event: SwitchEvent): Promise<void> {
    const about = accountOf(event)
    if (!about || !this.#watched.isServed(about.domain)) return
    switch (event['Event-Subclass']) {
      case 'sofia::register': {
        // The switch also tells of those that it does not keep.
        const registration = isDialable(event.contact ?? '') ? registrationOf(event) : undefined
        if (registration) await this.#registered(registration)
        return
      }
      case 'sofia::unregister':
        return this.#lost(event, 'unregistered')
      case 'sofia::expire':
        return this.#lost(event, 'expired')
      default:
        if (event['registration-type'] === 'REGISTER') this.#failed(event, about)
    }
  }

  /** Phones renew their registrations constantly: only changes are reported. */
  async #registered(registration: Registration): Promise<void> {
    if (this.#isNews(registration))
      await this.#watched.reportEvent({ kind: 'registered', data: { at: now(), ...registration } })
  }

  /** Whether a registration is not known yet, which it is afterward. A phone that restarted replaces itself at its address. */
  #isNews(registration: Registration): boolean {
    const [key, text] = [keyOf(registration), JSON.stringify(registration)]
    if (this.#known.get(key) === text) return false
    const place = placeOf(registration)
    this.#forget(key)
    this.#forget(this.#places.get(place))
    this.#places.set(place, key)
    this.#known.set(key, text)
    return true
  }

  /** Forgets a known phone and returns its registration. */
  #forget(key: string | undefined): Registration | undefined {
    const known = key === undefined ? undefined : this.#known.get(key)
    if (key === undefined || known === undefined) return undefined
    const registration = JSON.parse(known) as Registration
    this.#known.delete(key)
    this.#pings.delete(key)
    const place = placeOf(registration)
    if (this.#places.get(place) === key) this.#places.delete(place)
    return registration
  }

  async #lost(event: SwitchEvent, by: 'expired' | 'unregistered'): Promise<void> {
    const said = registrationOf(event)
    if (!said) return
    // A phone that unregisters may name another Call-ID than it registered with: the switch forgets its contact (sofia_reg.c).
    const key = (by === 'unregistered' && this.#places.get(placeOf(said))) || keyOf(said)
    const lost = this.#forget(key)
    if (!lost) return
    const { domain, account, call_id } = lost
    await this.#watched.reportEvent({ kind: 'lost', data: { at: now(), domain, account, call_id, by } })
  }

  #failed(event: SwitchEvent, about: { domain: string; account: string }): void {
    const address = clipped(event['network-ip'] ?? '', REGISTRATION_FAILURES.address.maxLength)
    const key = `${about.domain} ${about.account} ${address}`
    const attempts = (this.#failing.get(key)?.attempts ?? 0) + 1
    if (attempts === 1 && this.#failing.size >= MOST_FAILING) return
    const agent = clipped(event['user-agent'] ?? '', REGISTRATION_FAILURES.agent.maxLength)
    this.#failing.set(key, {
      at: now(),
      ...about,
      account: clipped(about.account, REGISTRATION_FAILURES.account.maxLength),
      address,
      agent,
      attempts,
    })
  }

  async #tellFailures(): Promise<void> {
    const failing = [...this.#failing.values()]
    this.#failing.clear()
    await Promise.all(failing.map((data) => this.#watched.reportEvent({ kind: 'failure', data }))).catch(
      (error: unknown) => console.error('Failed registrations could not be stored:', error),
    )
  }

  async #tellPings(present: readonly Present[]): Promise<void> {
    const changed = present.flatMap(({ registration, pingMs }) => {
      if (pingMs === null || this.#pings.get(keyOf(registration)) === Math.round(pingMs)) return []
      const { domain, account, call_id } = registration
      return { domain, account, call_id, ms: pingMs }
    })
    if (changed.length === 0) return
    await this.#watched.pinged(changed)
    // Not before: what the app did not take is due again.
    for (const ping of changed) this.#pings.set(keyOf(ping), Math.round(ping.ms))
  }
}

const now = () => new Date().toISOString()
const placeOf = ({ domain, account, contact }: Registration) => `${domain} ${account} ${contact}`
