import { addBounded } from '../lib/add-bounded'
import { sameSecret } from '../lib/server/same-secret'
import type { AgentEvent } from '../lib/switch/agent/agent-event'
import type { Gateways } from '../lib/switch/agent/agent-update'
import type { DialedRequest, DialedResponse } from '../lib/switch/agent/dialed-request'
import type { SwitchStore } from '../lib/switch/switch-store'
import type { App } from './app-client'
import type { FetchedGateways } from './gateways'
import type { Mirror } from './mirror'

/** How long a repeated request gets the same answer, as in the app. */
const NOTED_MS = 2 * 60_000
const MOST_NOTED = 10_000
/** The switch waits five seconds for an answer. */
const DIALED_MS = 3000
/** How long gateways fetched for a rescan are what it gets, without asking a slow app again. */
const FETCHED_MS = 5000

interface Own {
  name: string
  /** The SHA-256 (hex) of its secret. */
  digest: string
}

/**
 * Answers the switch from the mirror, and from the app for what only the app can do, such as a feature code. While the app is
 * unreachable, dialed changes are refused and PINs are rejected. `reportEvent` stores what is to be reported later. `fetchGateways`
 * rejects when the app does not answer; its gateways are what the switch gets next.
 */
export function mirrorStore(
  own: Own,
  mirror: Mirror,
  app: App,
  reportEvent: (agentEvent: AgentEvent) => Promise<void>,
  clock = () => performance.now(),
): SwitchStore & { fetchGateways(): Promise<FetchedGateways> } {
  const noted = new Map<string, { at: number; xml: string }>()
  const now = () => new Date().toISOString()
  // Carriers' passwords are in clear text, so they stay off the disk.
  let gateways: Gateways = []
  let given: Gateways | undefined
  let fetchedAt = -Infinity
  let asked = 0
  let latest = 0
  const fetchGateways = async (withinMs?: number) => {
    const turn = ++asked
    const answer = await app.ask<Gateways>('/api/switch/agent/gateways', {}, withinMs)
    // An answer that was overtaken may be older.
    if (turn > latest) [latest, gateways, fetchedAt] = [turn, answer, clock()]
    return { given, gateways }
  }

  const answered = async (question: DialedRequest): Promise<DialedResponse> => {
    try {
      return await app.ask<DialedResponse>('/api/switch/agent/dialed', question, DIALED_MS)
    } catch (error) {
      console.error('A dialed feature failed:', error)
      return { done: false, role: null }
    }
  }
  const dialed = async (question: DialedRequest) => (await answered(question)).done

  return {
    // The switch is not waiting for it, so a slow app has more time.
    fetchGateways: () => fetchGateways(),

    admit: (_address, name, digest) => {
      if (name !== own.name || !sameSecret(digest, own.digest)) return Promise.resolve({ outcome: 'refused' })
      if (!mirror.switch) return Promise.reject(new Error('The app has not admitted this switch yet.'))
      return Promise.resolve({ outcome: 'admitted', switch: mirror.switch, versions: {} })
    },

    tenantOf: (_admitted, by) => Promise.resolve(mirror.tenantOf(by)),

    async change({ snapshot }, dialer, effect, pin) {
      const change = { ...effect } as Extract<DialedRequest, { asks: 'change' }>['effect']
      const done = await dialed({ asks: 'change', tenant: snapshot.tenant.id, dialer, effect: change, pin })
      // The next request sees it.
      if (done) await mirror.refresh().catch(() => undefined)
      return done
    },

    noted({ snapshot }, question, xml) {
      const key = `${snapshot.tenant.id} ${question}`
      const before = noted.get(key)
      if (xml === null) noted.delete(key)
      else if (before && clock() - before.at < NOTED_MS) return Promise.resolve(before.xml)
      else addBounded(noted, key, { at: clock(), xml }, MOST_NOTED)
      return Promise.resolve(undefined)
    },

    isPin: ({ snapshot }, dialer, record, pin) =>
      dialed({ asks: 'pin', tenant: snapshot.tenant.id, dialer, record, pin }),

    roleIn: async ({ snapshot }, { caller, outside }, room, pin) =>
      (await answered({ asks: 'room', tenant: snapshot.tenant.id, caller, outside, room, pin })).role,

    countHit: ({ snapshot }, rule) =>
      reportEvent({ kind: 'blocked', data: { at: now(), tenant: snapshot.tenant.id, rule } }),

    notifyEmergency: ({ snapshot }, call) =>
      reportEvent({ kind: 'emergency', data: { at: now(), tenant: snapshot.tenant.id, ...call } }),

    async gateways() {
      try {
        if (clock() - fetchedAt > FETCHED_MS) await fetchGateways(DIALED_MS)
      } catch (error) {
        console.error('The gateways could not be refreshed; the last known ones are used:', error)
      }
      given = gateways
      return gateways
    },
  }
}
