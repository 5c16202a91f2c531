import { createHash } from 'node:crypto'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { TenantState } from '../lib/switch/switch-store'
import { appAt } from './app-client'
import { emergenciesIn } from './emergencies'
import { endCall } from './end-call'
import { makeFolder } from './files'
import { AppFollower } from './follow-app'
import { collectRecords } from './kept-records'
import { Mirror } from './mirror'
import { Outbox } from './outbox'
import { type About, switchParts } from './parts'
import { AGENT_EVENT, CALL_RECORD, deliverAll } from './send-files'
import { agentServer, type Served } from './server'
import type { Settings } from './settings'
import { mirrorStore } from './store'

export interface Agent {
  /** Where it listens, on 127.0.0.1. */
  port: number
  stop(): Promise<void>
}

/**
 * Starts the agent. It answers the switch from disk at once while it catches up with the app. Rejects when its port is taken, before it
 * touches its folder, which then is another agent's.
 */
export async function startAgent(settings: Settings): Promise<Agent> {
  let serve = (_served: Served) => undefined as void
  const server = agentServer(
    new Promise((done) => {
      serve = done
    }),
  )
  server.listen(settings.SWITCH_PORT, '127.0.0.1')
  await once(server, 'listening')
  const stopping = new AbortController()
  try {
    const { served, outboxes, running } = await run(settings, stopping.signal)
    serve(served)
    return {
      port: (server.address() as AddressInfo).port,
      async stop() {
        stopping.abort()
        server.close()
        server.closeAllConnections()
        await running
        for (const outbox of outboxes) await outbox.close()
      },
    }
  } catch (error) {
    server.close()
    server.closeAllConnections()
    throw error
  }
}

interface Running {
  served: Served
  outboxes: Outbox[]
  /** Resolves once everything has stopped. */
  running: Promise<unknown>
}

/** Follows the app and the switch, and delivers, until it is stopped. */
async function run(settings: Settings, stopped: AbortSignal): Promise<Running> {
  const { SWITCH_APP_URL: site, SWITCH_NAME: name, SWITCH_SECRET: secret, SWITCH_DATA_DIR: folder } = settings
  makeFolder(folder)
  const own = { name, digest: createHash('sha256').update(secret).digest('hex') }
  const app = appAt(site, name, secret)
  const outbox = await Outbox.open(join(folder, 'outbox'), stopped)
  // After an outage of days, a 911 call must not wait for what was not delivered then.
  const emergencies = await Outbox.open(join(folder, 'emergencies'), stopped)
  const outboxes = [outbox, emergencies]
  const keepRecord = async (body: string) => {
    for (const call of emergenciesIn(body, (domain) => mirror.tenantOf({ domain })))
      await about.reportEvent({ kind: 'emergency', data: call })
    await outbox.append(CALL_RECORD, body)
  }
  const about: About = {
    own,
    site,
    app,
    source: { port: settings.SWITCH_EVENTS_PORT, password: settings.SWITCH_EVENTS_PASSWORD, stopped },
    // FreeSWITCH keeps a call record that cannot be stored, but it does not repeat events.
    reportEvent: (agentEvent) =>
      (agentEvent.kind === 'emergency' ? emergencies : outbox).append(
        AGENT_EVENT,
        JSON.stringify(agentEvent),
        true,
      ),
    tenantOf: (by) => mirror.tenantOf(by),
    fetchGateways: () => store.fetchGateways(),
  }
  const parts = switchParts(about)
  const mirror = new Mirror(app, folder, parts.followed)
  const store = {
    ...mirrorStore(own, mirror, app, about.reportEvent),
    keepsExtension: parts.extensions.keep.bind(parts.extensions),
    asksPin: ({ snapshot }: TenantState, extension: string) =>
      parts.wrongPins.isOpen({ domain: snapshot.tenant.domain, extension }),
    takesUploads: () => follower.isThere,
    endCall: (channel: string) => endCall(about.source, channel),
  }
  const follower = new AppFollower(mirror)
  const served = {
    store,
    site,
    keepRecord,
    health: () => ({
      app: follower.isThere,
      switch: parts.phones.isConnected,
      calls: parts.calls.size,
      tenants: mirror.size,
      undelivered: outbox.size + emergencies.size,
    }),
  }
  const running = Promise.all([
    follower.run(stopped),
    ...outboxes.map((each) => deliverAll(each, app, stopped)),
    // What the switch lists of tenants that are not known yet is left out.
    follower.known.then(() => parts.watch()),
    collectRecords(about.source, keepRecord),
  ])
  return { served, outboxes, running }
}
