import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { AgentEvent, CallReportResponse, Pings } from '../lib/switch/agent/protocol'
import { environmentFor } from '../lib/switch/serve'
import { soundUrlPath } from '../lib/switch/sound-url'
import { appAt } from './app-client'
import { Calls } from './calls'
import { Faxes } from './faxes'
import { makeFolder } from './files'
import { Gateways } from './gateways'
import { watchGreetings } from './greetings'
import { collectRecords } from './kept-records'
import { Mailboxes } from './mailboxes'
import { Mirror } from './mirror'
import { Outbox } from './outbox'
import { Phones } from './phones'
import { Queues } from './queues'
import { watchRecordings } from './recordings'
import { AGENT_EVENT, CALL_RECORD, deliverAll, SOUND_MS, sendSound } from './send-files'
import { agentServer } from './server'
import type { Settings } from './settings'
import { mirrorStore } from './store'

/** How often the app is asked what has changed if it cannot push changes: a saved change governs calls within a second. */
const NEWS_MS = 400
const NEWS_AWAY_MS = 2000
/** The shortest pause after a pushed change. */
const PUSHED_MS = 50

export interface Agent {
  /** Where it listens, on 127.0.0.1. */
  port: number
  stop(): Promise<void>
}

/** Starts the agent. It answers the switch from disk at once while it catches up with the app. Rejects when its port is taken. */
export async function startAgent(settings: Settings): Promise<Agent> {
  const { SWITCH_APP_URL: site, SWITCH_NAME: name, SWITCH_SECRET: secret, SWITCH_DATA_DIR: folder } = settings
  makeFolder(folder)
  const app = appAt(site, name, secret)
  const outbox = await Outbox.open(join(folder, 'outbox'))
  const stopping = new AbortController()
  const reportEvent = (agentEvent: AgentEvent) => outbox.append(AGENT_EVENT, JSON.stringify(agentEvent))
  const source = {
    port: settings.SWITCH_EVENTS_PORT,
    password: settings.SWITCH_EVENTS_PASSWORD,
    stopped: stopping.signal,
  }
  const phones = new Phones({
    ...source,
    reportEvent,
    pinged: async (pings: Pings) => void (await app.ask('/api/switch/agent/pings', { pings })),
    isServed: (domain) => mirror.tenantOf({ domain }) !== undefined,
  })
  const calls = new Calls({
    ...source,
    reportEvent,
    report: async (report) => (await app.ask<CallReportResponse>('/api/switch/agent/calls', report)).counted,
    tenantOf: (domain) => mirror.tenantOf({ domain }),
  })
  const digest = createHash('sha256').update(secret).digest('hex')
  const queues = new Queues({
    ...source,
    reportEvent,
    tenantOf: (by) => mirror.tenantOf(by),
    environment: (state) => environmentFor({ name, digest }, site, state, Date.now()),
  })
  const mailboxes = new Mailboxes({
    ...source,
    reportEvent,
    send: (sound) => sendSound(app, sound),
    isServed: (domain) => mirror.tenantOf({ domain }) !== undefined,
  })
  const gateways = new Gateways({ ...source, fetch: () => store.fetchGateways() })
  const faxes = new Faxes({
    ...source,
    reportEvent,
    send: async (delivery) => void (await app.ask('/api/switch/agent/fax', delivery, SOUND_MS)),
  })
  const recordings = () =>
    watchRecordings({
      ...source,
      domainOf: (id) => mirror.tenantOf({ id })?.snapshot.tenant.domain,
      send: (call, domain, sound) =>
        app.put(`/api/cdr/recordings/${call}.wav?domain=${encodeURIComponent(domain)}`, sound, SOUND_MS),
    })
  const greetings = () =>
    watchGreetings({
      ...source,
      isServed: (domain) => mirror.tenantOf({ domain }) !== undefined,
      async send({ domain, account, place: greeting }, sound) {
        const tenant = mirror.tenantOf({ domain })?.snapshot
        const owner = tenant?.extensions.find(({ extension }) => extension === account)
        if (!tenant || !owner) return
        const recorded = {
          does: 'record',
          tenantId: tenant.tenant.id,
          extensionId: owner.id,
          greeting,
        } as const
        await app.put(soundUrlPath({ name, digest }, recorded), sound, SOUND_MS)
      },
    })
  const mirror = new Mirror(app, folder, {
    commands(commands) {
      for (const command of commands)
        ('call' in command ? calls.command(command) : phones.command(command)).catch((error: unknown) =>
          console.error('A command failed:', error),
        )
    },
    messages: (orders) => mailboxes.do(orders),
    gateways: (versions) => gateways.listed(versions),
    changed(tenants) {
      queues.changed(tenants)
      phones
        .forgetExtensions()
        .catch((error: unknown) => console.error('Extensions were not renewed:', error))
    },
  })
  const keepRecord = (body: string) => outbox.append(CALL_RECORD, body)
  const store = mirrorStore({ name, digest }, mirror, app, reportEvent)
  let isAppThere = false
  const server = agentServer({
    store,
    site,
    keepRecord,
    health: () => ({
      app: isAppThere,
      switch: phones.isConnected,
      calls: calls.size,
      tenants: mirror.size,
      undelivered: outbox.size,
    }),
  })
  server.listen(settings.SWITCH_PORT, '127.0.0.1')
  await once(server, 'listening')

  let isKnown = () => undefined as void
  const tenantsAreKnown = new Promise<void>((done) => {
    isKnown = done
  })
  if (mirror.switch) isKnown()
  stopping.signal.addEventListener('abort', () => isKnown())

  const following = (async () => {
    while (!stopping.signal.aborted) {
      let wait = NEWS_AWAY_MS
      try {
        const { pushed, fetchMs, complete } = await mirror.follow(stopping.signal)
        // While an import changes a large tenant again and again, half of the time is left to others.
        wait = pushed ? Math.max(PUSHED_MS, Math.min(fetchMs, NEWS_MS)) : NEWS_MS
        if (complete) {
          isKnown()
          if (!isAppThere) console.log(`${mirror.size} tenants are up to date.`)
          isAppThere = true
        }
      } catch (error) {
        if (!stopping.signal.aborted && (isAppThere || mirror.switch === undefined))
          console.error('The app is not answering:', error)
        isAppThere = false
      }
      await pause(wait, undefined, { signal: stopping.signal }).catch(() => undefined)
    }
  })()
  const delivering = deliverAll(outbox, app, stopping.signal)
  // What the switch lists of tenants that are not known yet would be left out.
  const watched = [phones, calls, queues, mailboxes, faxes, gateways]
  const watching = tenantsAreKnown.then(() =>
    Promise.all([...watched.map((each) => each.watch()), recordings(), greetings()]),
  )
  const collecting = collectRecords(source, keepRecord)

  const address = server.address()
  return {
    port: typeof address === 'object' ? (address?.port ?? 0) : 0,
    async stop() {
      stopping.abort()
      server.close()
      server.closeAllConnections()
      await Promise.all([following, delivering, watching, collecting])
      await outbox.close()
    },
  }
}
