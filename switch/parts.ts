import type { AgentEvent, Pings } from '../lib/switch/agent/agent-event'
import type { CallReportResponse } from '../lib/switch/agent/call-report'
import { environmentFor } from '../lib/switch/serve'
import { soundUrlPath, uploadUntil } from '../lib/switch/sound-url'
import type { TenantState } from '../lib/switch/switch-store'
import { indexOf } from '../lib/telephony/routing/snapshot-index'
import type { App } from './app-client'
import { watchCachedSounds } from './cached-sounds'
import { Calls } from './calls'
import { Faxes } from './faxes'
import { type FetchedGateways, Gateways } from './gateways'
import { watchGreetings } from './greetings'
import { KeptExtensions } from './kept-extensions'
import type { Box } from './mailbox-list'
import { Mailboxes } from './mailboxes'
import type { Followed } from './mirror'
import { Phones } from './phones'
import { Queues } from './queues'
import { watchRecordings } from './recordings'
import { sendSound, SOUND_MS } from './send-files'
import type { EventSource } from './watch-events'
import { WrongPins } from './wrong-pins'

/** What the parts of the agent that watch its switch have in common. */
export interface About {
  /** The switch's name, and the SHA-256 (hex) of its secret. */
  own: { name: string; digest: string }
  /** The app's address. */
  site: string
  app: App
  source: EventSource
  /** Resolves once it is stored. */
  reportEvent(agentEvent: AgentEvent): Promise<void>
  tenantOf(by: { id?: string; domain?: string }): TenantState | undefined
  fetchGateways(): Promise<FetchedGateways>
}

/** The parts of the agent that watch its switch. */
export interface SwitchParts {
  phones: Phones
  calls: Calls
  extensions: KeptExtensions
  wrongPins: WrongPins
  /** What they do with news from the app. */
  followed: Followed
  /** Watches until it is stopped. */
  watch(): Promise<unknown>
}

/** How long a file may still take once the agent is stopped, in milliseconds. Cut off, it is sent again later: it stays on the switch. */
const LAST_MS = 5000

/** A signal that long after another one. */
function soonAfter(stopped: AbortSignal): AbortSignal {
  const cut = new AbortController()
  stopped.addEventListener('abort', () => void setTimeout(() => cut.abort(), LAST_MS).unref())
  return cut.signal
}

/** The parts of the agent, connected with the app and the switch; they begin with `watch`. */
export function switchParts({
  own,
  site,
  app,
  source,
  reportEvent,
  tenantOf,
  fetchGateways,
}: About): SwitchParts {
  const cut = soonAfter(source.stopped)
  const isServed = (domain: string) => tenantOf({ domain }) !== undefined
  const ownerOf = ({ domain, extension: extensionId }: Box) => {
    const snapshot = tenantOf({ domain })?.snapshot
    const owner = snapshot && indexOf(snapshot).row('extensions', extensionId)
    return owner && { tenantId: snapshot.tenant.id, extensionId, number: owner.extension }
  }
  const phones = new Phones({
    ...source,
    reportEvent,
    pinged: async (pings: Pings) => void (await app.ask('/api/switch/agent/pings', { pings })),
    isServed,
  })
  const calls = new Calls({
    ...source,
    reportEvent,
    report: async (report) => (await app.ask<CallReportResponse>('/api/switch/agent/calls', report)).counted,
    tenantOf: (domain) => tenantOf({ domain }),
  })
  const queues = new Queues({
    ...source,
    reportEvent,
    tenantOf,
    environment: (state) => environmentFor(own, site, state, Date.now()),
  })
  const wrongPins = new WrongPins()
  const mailboxes = new Mailboxes({
    ...source,
    reportEvent,
    send: (sound) => sendSound(app, sound, cut),
    isServed,
    numberOf: (box) => ownerOf(box)?.number,
    tried: (box, isRight) => wrongPins.note(box, isRight),
  })
  const extensions = new KeptExtensions({ ...source, tenantOf: (id) => tenantOf({ id }) })
  const gateways = new Gateways({ ...source, fetch: fetchGateways })
  const faxes = new Faxes({
    ...source,
    isServed: (id) => tenantOf({ id }) !== undefined,
    reportEvent,
    send: async (delivery) => void (await app.ask('/api/switch/agent/fax', delivery, SOUND_MS, cut)),
  })
  const recordings = () =>
    watchRecordings({
      ...source,
      domainOf: (id) => tenantOf({ id })?.snapshot.tenant.domain,
      send: (call, domain, sound) =>
        app.put(`/api/cdr/recordings/${call}.wav?domain=${encodeURIComponent(domain)}`, sound, SOUND_MS, cut),
    })
  const greetings = () =>
    watchGreetings({
      ...source,
      isServed,
      async send({ place: greeting, ...box }, sound) {
        const owner = ownerOf(box)
        if (!owner) return
        const { tenantId, extensionId } = owner
        const until = uploadUntil(Date.now())
        const recorded = { does: 'record', tenantId, extensionId, until, greeting } as const
        await app.put(soundUrlPath(own, recorded), sound, SOUND_MS, cut)
      },
    })
  return {
    phones,
    calls,
    extensions,
    wrongPins,
    followed: {
      commands(commands) {
        for (const command of commands)
          ('call' in command ? calls.command(command) : phones.command(command)).catch((error: unknown) =>
            console.error('A command failed:', error),
          )
      },
      messages: (orders) => mailboxes.do(orders),
      gateways: (versions) => gateways.listed(versions),
      restored() {
        phones.startOver()
        mailboxes.startOver()
      },
      phonesLost: () => phones.startOver(),
      changed(tenants) {
        phones.changed()
        queues.changed(tenants)
        extensions.changed(tenants)
        mailboxes.changed()
      },
    },
    watch: () =>
      Promise.all([
        ...[phones, calls, queues, mailboxes, faxes, gateways, extensions].map((each) => each.watch()),
        recordings(),
        greetings(),
        watchCachedSounds(source),
      ]),
  }
}
