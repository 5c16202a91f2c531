import { clipped } from '../lib/clipped'
import { QUEUE_WAITS } from '../lib/supabase/constraints'
import type { AgentEvent } from '../lib/switch/agent/agent-event'
import { queueMark, queueStep } from '../lib/switch/configuration/callcenter'
import { domainOfName } from '../lib/switch/configuration/name'
import type { CallEnvironment } from '../lib/switch/environment'
import { ANONYMOUS } from '../lib/switch/leg-variables'
import { REALM } from '../lib/switch/queue'
import { agentsIn, memberChanges, switchStatus, tiersIn } from '../lib/switch/queue-members'
import type { TenantState } from '../lib/switch/switch-store'
import type { QueueStep } from '../lib/telephony/routing/step'
import type { EventSocket, SwitchEvent } from './event-socket'
import { inLine } from './in-line'
import { type EventSource, watchEvents } from './watch-events'

/** How often queues are compared with the configuration: opening hours change who is reachable. */
const AGAIN_MS = 30_000

interface Watched extends EventSource {
  /** Resolves once it is stored. */
  reportEvent(agentEvent: AgentEvent): Promise<void>
  tenantOf(by: { id?: string; domain?: string }): TenantState | undefined
  /** The configuration that decides a tenant's calls now. */
  environment(state: TenantState): CallEnvironment
}

type Waited = Extract<AgentEvent, { kind: 'waited' }>['data']

/** How a wait that no agent answered ended, by CC-Cancel-Reason. */
const OUTCOMES: Readonly<Record<string, Waited['outcome']>> = {
  TIMEOUT: 'timed_out',
  NO_AGENT_TIMEOUT: 'no_agents',
  EXIT_WITH_KEY: 'exited',
}

/**
 * Keeps the agents of a switch's queues as staff set them, without reloading the queues, and reports what happens in the queues. A queue
 * that the switch has not loaded yet is loaded with its next caller.
 */
export class Queues {
  readonly #watched: Watched
  #events: EventSocket | undefined
  readonly #inTurn = inLine()

  constructor(watched: Watched) {
    this.#watched = watched
  }

  async watch(): Promise<void> {
    await watchEvents(this.#watched, (events) =>
      this.#follow(events).finally(() => {
        this.#events = undefined
      }),
    )
  }

  /** Called when tenants have changed; without ids, any may have. */
  changed(tenants?: readonly string[]): void {
    void this.#inTurn(() =>
      this.#renew(tenants).catch((error: unknown) => console.error('Queues could not be renewed:', error)),
    )
  }

  async #follow(events: EventSocket): Promise<void> {
    events.onEvent((event) => {
      this.#take(event).catch((error: unknown) => console.error('An event could not be stored:', error))
    })
    await events.command('event json CUSTOM callcenter::info')
    this.#events = events
    this.changed()
    const again = setInterval(() => this.changed(), AGAIN_MS)
    await events.ended.finally(() => clearInterval(again))
  }

  async #renew(tenants: readonly string[] | undefined): Promise<void> {
    const events = this.#events
    if (!events) return
    const config = (command: string) => events.api(`callcenter_config ${command}`)
    for (const name of queuesIn(await config('queue list'))) {
      const tenant = this.#watched.tenantOf({ domain: domainOfName(name) ?? '' })
      const id = tenant?.snapshot.tenant.id
      if (!tenant || !id || (tenants && !tenants.includes(id))) continue
      const environment = this.#watched.environment(tenant)
      const step = stepAt(environment, name)
      if (!step) continue
      const { members } = queueMark(environment, step)
      const [loaded, held] = (await events.api(`hash select/${REALM}/${name}`)).split('.')
      // The queue's other settings are loaded with its next caller, who tells by the mark's first half. Without one, we have not loaded it.
      if (held === undefined || held === members) continue
      const tiers = tiersIn(await config(`queue list tiers ${name}`))
      const agents = agentsIn(await config('agent list'))
      const { tenant: owner } = environment.snapshot
      for (const command of memberChanges(name, step.members, owner, { tiers, agents })) await config(command)
      await events.api(`hash insert/${REALM}/${name}/${loaded}.${members}`)
    }
  }

  async #take(event: SwitchEvent): Promise<void> {
    switch (event['CC-Action']) {
      case 'bridge-agent-start':
        return this.#waited(event, 'answered', {
          joined: await this.#joined(event),
          left: event['CC-Agent-Answered-Time'],
        })
      case 'member-queue-end':
        if (event['CC-Cause'] !== 'Cancel') return
        return this.#waited(event, unanswered(event), {
          joined: event['CC-Member-Joined-Time'],
          left: event['CC-Member-Leaving-Time'],
        })
      case 'agent-status-change':
        return this.#status(event)
    }
  }

  /**
   * When the caller joined whom an agent answers. Of one who got their place back, after hanging up or within the call, the event has when
   * they first joined.
   */
  async #joined(event: SwitchEvent): Promise<string | undefined> {
    const asked = `uuid_getvar ${event['CC-Member-Session-UUID']} cc_queue_joined_epoch`
    const joined = await this.#events?.api(asked).catch(() => undefined)
    return joined && /^\d+$/.test(joined) ? joined : event['CC-Member-Joined-Time']
  }

  async #waited(
    event: SwitchEvent,
    outcome: Waited['outcome'],
    { joined, left }: { joined: string | undefined; left: string | undefined },
  ): Promise<void> {
    const name = event['CC-Queue'] ?? ''
    const domain = domainOfName(name)
    const call = event['CC-Member-Session-UUID']
    if (!domain || !call || !this.#watched.tenantOf({ domain })) return
    const number = event['CC-Member-CID-Number'] ?? ''
    await this.#watched.reportEvent({
      kind: 'waited',
      data: {
        at: iso(left),
        domain,
        queue: name.split('@')[0] ?? '',
        call,
        caller_number: number.startsWith(ANONYMOUS)
          ? ANONYMOUS
          : clipped(number, QUEUE_WAITS.caller_number.maxLength),
        joined_at: iso(joined),
        outcome,
        agent: outcome === 'answered' ? (event['CC-Agent'] ?? null) : null,
      },
    })
  }

  /** A status that differs from the agent's record was changed by the switch. */
  async #status(event: SwitchEvent): Promise<void> {
    const status = event['CC-Agent-Status']
    if (status !== 'Available' && status !== 'On Break' && status !== 'Logged Out') return
    const id = event['CC-Agent'] ?? ''
    for (const name of queuesIn((await this.#events?.api('callcenter_config queue list')) ?? '')) {
      const tenant = this.#watched.tenantOf({ domain: domainOfName(name) ?? '' })
      const environment = tenant && this.#watched.environment(tenant)
      const member = environment && stepAt(environment, name)?.members.find(({ agent }) => agent.id === id)
      if (!member) continue
      if (switchStatus(member) === status) return
      const data = {
        at: new Date().toISOString(),
        domain: environment.snapshot.tenant.domain,
        agent: id,
        status,
      }
      return this.#watched.reportEvent({ kind: 'agent', data: { ...data, status } })
    }
  }
}

/** How a wait ended that no agent answered. A caller who is transferred breaks out of the queue as one who hangs up does. */
const unanswered = (event: SwitchEvent): Waited['outcome'] =>
  OUTCOMES[event['CC-Cancel-Reason'] ?? ''] ?? (event['Answer-State'] === 'hangup' ? 'abandoned' : 'exited')

/** A queue's step. One that cannot be read, as its agents' time zone is newer than this machine's data, does not hold up the others. */
function stepAt(environment: CallEnvironment, name: string): QueueStep | undefined {
  try {
    return queueStep(environment, name)
  } catch (error) {
    console.error(`The queue ${name} could not be read:`, error)
    return undefined
  }
}

/** The names printed by `queue list`: a header line, then one line each. */
function queuesIn(listed: string): string[] {
  return listed
    .split(/\r?\n/)
    .slice(1)
    .flatMap((line) => (line.includes('|') ? [line.split('|', 1)[0] ?? ''] : []))
}

/** Seconds since 1970, as mod_callcenter writes them. */
const iso = (seconds: string | undefined) => new Date(Number(seconds ?? 0) * 1000).toISOString()
