import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { AgentEvent } from '@/lib/switch/agent/agent-event'
import { queueMark, queueStep } from '@/lib/switch/configuration/callcenter'
import type { CallEnvironment } from '@/lib/switch/environment'
import { agentsIn, memberChanges, tiersIn } from '@/lib/switch/queue-members'
import type { AgentStatus } from '@/lib/telephony/next-agent'
import type { SwitchEvent } from '@/switch/event-socket'
import { Queues } from '@/switch/queues'
import { snapshotOf } from '@/tests/support/factories/snapshot'
import { anAgent, anExtension, aQueue, aTier, aTimeCondition } from '@/tests/support/factories/snapshot-rows'
import { recordedCalls } from '@/tests/support/switch/event-server'
import { watchedSwitch } from '@/tests/support/switch/watched-switch'

const NAME = '8000@acme.pbx.test'
const HELD = [...agentsIn(recordedCalls.agentList).keys()][0] ?? ''

/** A tenant whose queue has the recorded agent and the other named ones. */
const environment = (status: AgentStatus, ...others: string[]): CallEnvironment => {
  const extension = anExtension('1003')
  const more = others.map((number) => anExtension(number))
  const queue = aQueue('8000')
  const snapshot = snapshotOf({
    tenant: { domain: 'acme.pbx.test' },
    extensions: [extension, ...more],
    call_center_queues: [queue],
    call_center_agents: [
      anAgent(extension.id, { id: HELD, status }),
      ...more.map(({ id }) => anAgent(id, { status: 'Available' })),
    ],
    call_center_tiers: [],
  })
  const tiers = snapshot.call_center_agents.map(({ id }) => aTier(queue.id, id))
  return {
    snapshot: { ...snapshot, call_center_tiers: tiers },
    moment: Date.parse('2026-01-05T15:00:00Z'),
    soundPath: () => '',
    greetingPath: () => '',
    isPin: () => false,
    roleIn: () => null,
    asksPin: () => true,
  }
}
/** A tenant whose queue has an agent with hours in a time zone that this machine does not know. */
const UNKNOWN_ZONE = 'unknown-zone.test'
const UNREADABLE = `8000@${UNKNOWN_ZONE}`
const unreadable = (): CallEnvironment => {
  const given = environment('Logged Out')
  const { snapshot } = given
  return {
    ...given,
    snapshot: {
      ...snapshot,
      tenant: { ...snapshot.tenant, domain: UNKNOWN_ZONE },
      time_conditions: [aTimeCondition('5000', { time_zone: 'America/Newest' })],
      call_center_agents: snapshot.call_center_agents.map((agent) => ({
        ...agent,
        time_condition_id: 't5000',
      })),
    },
  }
}
const held = { tiers: tiersIn(recordedCalls.tierList), agents: agentsIn(recordedCalls.agentList) }
const changes = (given: CallEnvironment) =>
  memberChanges(NAME, queueStep(given, NAME)?.members ?? [], given.snapshot.tenant, held)

describe('the commands for a queue’s agents', () => {
  test('are empty when the switch is up to date', () => {
    expect(changes(environment('Logged Out'))).toEqual([])
  })

  test('set only a status if nothing else has changed', () => {
    expect(changes(environment('On Break'))).toEqual([`agent set status ${HELD} 'On Break'`])
  })

  test('set everything for a new agent, including the tier', () => {
    const commands = changes(environment('Logged Out', '1004'))
    expect(commands[0]).toMatch(/^agent add \S+ callback$/)
    expect(commands.some((command) => command.includes('user/1004@acme.pbx.test'))).toBe(true)
    expect(commands.at(-1)).toMatch(/^tier add 8000@acme\.pbx\.test \S+ \d+ \d+$/)
  })

  test('remove an agent who has left', () => {
    const gone = environment('Logged Out')
    const members = memberChanges(NAME, [], gone.snapshot.tenant, held)
    expect(queueStep(gone, NAME)?.members).toHaveLength(1)
    expect(members).toEqual([`tier del ${NAME} ${HELD}`])
  })
})

describe('the queues on a switch', () => {
  const at = watchedSwitch()
  let queues: Queues
  let agentEvents: AgentEvent[]
  let status: AgentStatus
  const signedOut = environment('Logged Out')
  const step = queueStep(signedOut, NAME)
  const loaded = step && queueMark(signedOut, step)
  beforeEach(async () => {
    agentEvents = []
    status = 'Logged Out'
    at.server.answers = {
      'callcenter_config queue list tiers': recordedCalls.tierList,
      'callcenter_config queue list': recordedCalls.queueList,
      'callcenter_config agent list': recordedCalls.agentList,
      'hash select': `${loaded?.settings}.${loaded?.members}`,
    }
    at.watch((source) => {
      queues = new Queues({
        ...source,
        reportEvent: async (agentEvent) => void agentEvents.push(agentEvent),
        tenantOf: ({ domain }) => ({
          snapshot: (domain === UNKNOWN_ZONE ? unreadable() : environment(status)).snapshot,
          hashes: new Map(),
        }),
        environment: ({ snapshot }) => ({ ...environment(status), snapshot }),
      })
      return queues.watch()
    })
    await expect.poll(() => at.server.commands.some((command) => command.includes('queue list'))).toBe(true)
  })
  const say = (part: 'queue' | 'available' | 'abandoned') => {
    for (const event of recordedCalls[part] as unknown as SwitchEvent[]) at.server.say(event)
  }

  const waits = () => agentEvents.filter(({ kind }) => kind === 'waited')

  test('pick up changes without a reload', async () => {
    status = 'Available'
    queues.changed()
    await expect
      .poll(() => at.server.commands)
      .toContain(`api callcenter_config agent set status ${HELD} 'Available'`)
    await expect.poll(() => at.server.commands.at(-1)).toContain('api hash insert/trunkline_queues/')
    expect(at.server.commands.some((command) => /queue (re)?load/.test(command))).toBe(false)
  })

  test('pick up changes to agents where other settings wait for the next caller, who still finds those outdated', async () => {
    at.server.answers['hash select'] = `older.${loaded?.members}`
    status = 'Available'
    queues.changed()
    await expect
      .poll(() => at.server.commands)
      .toContain(`api callcenter_config agent set status ${HELD} 'Available'`)
    await expect
      .poll(() => at.server.commands.at(-1))
      .toMatch(/^api hash insert\/trunkline_queues\/\S+\/older\./)
  })

  test('leave alone a queue that this product has not loaded', async () => {
    at.server.answers['hash select'] = ''
    status = 'Available'
    queues.changed()
    await expect.poll(() => at.server.commands.at(-1)).toContain('hash select')
    expect(at.server.commands.some((command) => command.includes('agent set status'))).toBe(false)
  })

  test('pick up changes after one whose agents’ time zone is unknown here, which is logged', async () => {
    const logged = vi.spyOn(console, 'error').mockReturnValue()
    const [header, listed, end] = recordedCalls.queueList.split('\n')
    const queueList = [header, listed?.replace(NAME, UNREADABLE), listed, end].join('\n')
    at.server.answers['callcenter_config queue list'] = queueList
    status = 'Available'
    queues.changed()
    await expect
      .poll(() => at.server.commands)
      .toContain(`api callcenter_config agent set status ${HELD} 'Available'`)
    expect(logged).toHaveBeenCalledWith(`The queue ${UNREADABLE} could not be read:`, expect.any(RangeError))
    logged.mockRestore()
  })

  test('report how a wait ended and who answered', async () => {
    status = 'Available'
    say('available')
    await expect.poll(waits).toHaveLength(1)
    say('abandoned')
    await expect
      .poll(waits)
      .toMatchObject([
        { data: { queue: '8000', domain: 'acme.pbx.test', outcome: 'answered', agent: HELD } },
        { data: { outcome: 'abandoned', agent: null } },
      ])
    const [{ data } = { data: undefined }] = waits() as Extract<AgentEvent, { kind: 'waited' }>[]
    expect(Date.parse(data?.at ?? '') - Date.parse(data?.joined_at ?? '')).toBe(3000)
  })

  /** Says again what the switch said at one moment of a wait, with these differences. */
  const repeat = (part: 'available' | 'abandoned', action: string, differences: Record<string, string>) => {
    const events = recordedCalls[part] as unknown as SwitchEvent[]
    const event = events.find((each) => each['CC-Action'] === action)
    at.server.say({ ...event, ...differences })
  }

  test('report that a caller who got their place back has waited since they joined again', async () => {
    const joined = Date.parse('2026-11-24T15:00:00Z') / 1000
    const call = '9ed84ad2-ef2a-42ee-b6d5-940b89cd251c'
    at.server.answers[`uuid_getvar ${call} cc_queue_joined_epoch`] = String(joined)
    repeat('available', 'bridge-agent-start', {
      'CC-Member-Session-UUID': call,
      'CC-Member-Joined-Time': String(joined - 850),
      'CC-Agent-Answered-Time': String(joined + 5),
    })
    await expect.poll(waits).toMatchObject([
      {
        data: {
          outcome: 'answered',
          joined_at: '2026-11-24T15:00:00.000Z',
          at: '2026-11-24T15:00:05.000Z',
        },
      },
    ])
  })

  test('report a caller who is transferred as gone on, not as hung up', async () => {
    repeat('abandoned', 'member-queue-end', { 'Answer-State': 'answered' })
    await expect.poll(waits).toMatchObject([{ data: { outcome: 'exited', agent: null } }])
  })

  test('report a caller who withholds the number as anonymous', async () => {
    const number = 'anonymous-d696f49e-4a13-4f4d-baa8-cd2c87580d07'
    repeat('abandoned', 'member-queue-end', { 'CC-Member-CID-Number': number })
    await expect.poll(waits).toMatchObject([{ data: { caller_number: 'anonymous' } }])
  })

  test('report a status that the switch set by itself, but not one that it was told', async () => {
    status = 'Available'
    const changed = (to: string) =>
      at.server.say({
        'Event-Name': 'CUSTOM',
        'CC-Action': 'agent-status-change',
        'CC-Agent': HELD,
        'CC-Agent-Status': to,
      })
    changed('Available')
    changed('On Break')
    await expect
      .poll(() => agentEvents)
      .toMatchObject([{ kind: 'agent', data: { agent: HELD, status: 'On Break' } }])
  })
})
