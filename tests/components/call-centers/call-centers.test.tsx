import { render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { SWRConfig } from 'swr'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { AgentStatusButtons } from '@/components/call-centers/call-center-page'
import { NextAgentPreview } from '@/components/call-centers/next-agent-preview'
import type { AgentFigures, AgentOfTenant } from '@/hooks/use-queue-agents'
import type { LiveCall } from '@/lib/live/live-calls'
import type { Tables } from '@/lib/supabase/database.types'
import { type AgentStatus, QUEUE_STRATEGIES, type QueueRules } from '@/lib/telephony/next-agent'
import { ANY_CALLER } from '@/lib/telephony/routing/place'
import { simulate } from '@/lib/telephony/routing/simulate'
import { snapshotOf } from '../../support/factories/snapshot'
import { anAgent, anExtension, aQueue, aTier } from '../../support/factories/snapshot-rows'
import { answer, refusal } from '../records/fake-backend'

const rpc = vi.fn()
vi.mock('@/lib/supabase/browser-client', () => ({ getSupabase: async () => ({ rpc }) }))
const notify = vi.hoisted(() => vi.fn())
vi.mock('@/lib/browser/notify', () => ({ notify }))

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-03-02T15:00:00Z'), toFake: ['Date'] })
  rpc.mockReset().mockResolvedValue(answer({}))
  notify.mockReset()
})
afterEach(() => void vi.useRealTimers())

describe('the preview of who gets the next call', () => {
  const agent = (
    id: string,
    given: Partial<AgentOfTenant>,
    [offeredAt, endedAt]: [string | null, string | null] = [null, null],
  ): AgentOfTenant => ({
    id,
    name: `Desk ${id}`,
    extension: `100${id}`,
    status: 'Available',
    reachable: true,
    wrapUpTime: 10,
    figures: {
      agent_id: id,
      calls_answered: 9,
      talk_time: 60,
      queue_calls: Number(id),
      queue_talk_time: 60,
      last_offered_at: offeredAt as string,
      last_bridge_ended_at: endedAt as string,
    },
    ...given,
  })
  const AGENTS = [
    agent('1', {}, ['2026-03-02T14:00:00Z', '2026-03-02T14:50:00Z']),
    // Has missed a call since.
    agent('2', {}, ['2026-03-02T14:55:00Z', '2026-03-02T14:00:00Z']),
    agent('3', { status: 'On Break' }),
    agent('4', { reachable: false }),
  ]

  function open(
    rules: Partial<QueueRules>,
    levels: Record<string, number> = {},
    calls: readonly LiveCall[] | null = [],
  ) {
    render(
      <NextAgentPreview
        rules={{ strategy: 'longest-idle-agent', tierRulesApply: false, tierRuleWait: 30, ...rules }}
        tiers={AGENTS.map(({ id }, index) => ({
          id,
          agent_id: id,
          level: levels[id] ?? 1,
          position: index + 1,
        }))}
        agents={new Map(AGENTS.map((one) => [one.id, one]))}
        calls={calls}
      />,
    )
    return userEvent.setup()
  }
  const listed = () =>
    within(screen.getByRole('list'))
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent)

  test('lists the next agent first, the order, and the agents who are skipped', () => {
    open({})
    expect(listed()).toEqual([
      'Desk 2idle since a call 1 hour agoNext',
      'Desk 1idle since a call 10 minutes ago',
      'Desk 3On break',
      'Desk 4Phone out of service',
    ])
    expect(screen.getByText(/By their calls from queues\./)).toBeVisible()
    expect(screen.queryByText(/not left out/)).not.toBeInTheDocument()
  })

  test('leaves out agents who are on a call', () => {
    open({}, {}, [{ direction: 'inbound', caller_number: '+12075550100', other_number: '1002' } as LiveCall])
    expect(listed()).toEqual([
      'Desk 1idle since a call 10 minutes agoNext',
      'Desk 2On a call',
      'Desk 3On break',
      'Desk 4Phone out of service',
    ])
  })

  test('says that it does not know who is on a call', () => {
    open({}, {}, null)
    expect(screen.getByText(/Agents who are on a call are not left out/)).toBeVisible()
  })

  test('goes on, round robin, after the agent offered a call last', () => {
    open({ strategy: 'round-robin' })
    expect(listed().slice(0, 2)).toEqual([
      'Desk 1offered a call 1 hour agoNext',
      'Desk 2offered a call 5 minutes ago',
    ])
  })

  test('shows what the strategy compares', () => {
    open({ strategy: 'agent-with-fewest-calls' })
    expect(listed().slice(0, 2)).toEqual(['Desk 11 callNext', 'Desk 22 calls'])
    expect(screen.getByText(/counted anew when an agent becomes available/)).toBeVisible()
  })

  test('includes later tiers for a caller who has waited', async () => {
    const user = open({ tierRulesApply: true }, { '1': 2, '2': 2 })
    expect(screen.getByText(/Nobody: the caller waits/)).toBeVisible()
    const waited = screen.getByRole('spinbutton', { name: 'A caller who has waited (seconds)' })
    await user.clear(waited)
    await user.type(waited, '60')
    expect(listed()[0]).toBe('Desk 2idle since a call 1 hour agoNext')
  })
})

/** Agents of two tiers, out of order, two of them in the same place, and three who take no calls. */
const TEAM = [
  { level: 2, position: 1 },
  { level: 1, position: 2 },
  { level: 1, position: 1, status: 'On Break' },
  { level: 1, position: 3, out: true },
  { level: 1, position: 2 },
  { level: 2, position: 2, status: 'Logged Out' },
  { level: 1, position: 1 },
].map((given, at) => ({ status: 'Available', out: false, ...given, number: String(1007 - at) }))

test.each(QUEUE_STRATEGIES)(
  'without calls today, the preview and the simulator agree on who is next: %s',
  (strategy) => {
    const snapshot = snapshotOf({
      extensions: TEAM.map(({ number, out }) => anExtension(number, { do_not_disturb: out })),
      call_center_queues: [aQueue('8000', { strategy, max_wait_time: 600, tier_rules_apply: false })],
      call_center_agents: TEAM.map(({ number, status }) =>
        anAgent(`e${number}`, { status, call_timeout: 10, no_answer_delay_time: 600 }),
      ),
      call_center_tiers: TEAM.map(({ number, level, position }) =>
        aTier('q8000', `a-e${number}`, { level, position }),
      ),
    })
    const started = {
      place: { at: 'destination', id: 'q8000' },
      call: ANY_CALLER,
      moment: Date.now(),
    } as const
    const rung = simulate(snapshot, started).rings.map(
      ({ target }) => `Agent e${target.kind === 'extension' ? target.number : ''}`,
    )

    const figures = { queue_calls: 0, queue_talk_time: 0, last_offered_at: null, last_bridge_ended_at: null }
    const agents = snapshot.call_center_agents.map(({ id, name, status }, at): AgentOfTenant => {
      const { number = '', out = false } = TEAM[at] ?? {}
      return {
        ...{ id, name, extension: number, status: status as AgentStatus, reachable: !out, wrapUpTime: 10 },
        // No moment, as far as the generated types know.
        figures: { agent_id: id, ...figures } as unknown as AgentFigures,
      }
    })
    render(
      <NextAgentPreview
        rules={{ strategy, tierRulesApply: false, tierRuleWait: 30 }}
        tiers={snapshot.call_center_tiers}
        agents={new Map(agents.map((one) => [one.id, one]))}
        calls={[]}
      />,
    )
    const listed = screen.getAllByRole('listitem').map(({ firstChild }) => firstChild?.textContent)
    expect(rung).toHaveLength(4)
    expect(listed.slice(0, 4)).toEqual(rung)
    expect(screen.getByText(/None of them has had a call today/)).toBeVisible()
  },
)

describe('the status of an agent', () => {
  const agent = { id: 'a1', tenant_id: 't1', version: 4, name: 'Desk 1', status: 'Available' }

  function open(mayEdit = true) {
    render(
      <SWRConfig value={{ provider: () => new Map() }}>
        <AgentStatusButtons agent={agent as Tables<'call_center_agents'>} mayEdit={mayEdit} />
      </SWRConfig>,
    )
    return userEvent.setup()
  }

  test('is saved with one click and a version check; clicking the current status does nothing', async () => {
    const user = open()
    await user.click(screen.getByRole('button', { name: 'Available' }))
    expect(rpc).not.toHaveBeenCalled()
    await user.click(screen.getByRole('button', { name: 'On break' }))
    await waitFor(() => expect(notify).toHaveBeenCalledWith('success', 'Desk 1: On break'))
    expect(rpc).toHaveBeenCalledWith(
      'save_record',
      expect.objectContaining({ record: 'a1', expected_version: 4, record_values: { status: 'On Break' } }),
    )
  })

  test('shows why it was not saved', async () => {
    rpc.mockResolvedValue(refusal('TR409', 'Someone else has saved this record since you opened it.'))
    const user = open()
    await user.click(screen.getByRole('button', { name: 'Logged out' }))
    await waitFor(() => expect(notify).toHaveBeenCalledWith('error', expect.stringContaining('Someone else')))
  })

  test('is read-only for users who may not edit', () => {
    open(false)
    for (const button of screen.getAllByRole('button')) expect(button).toBeDisabled()
  })
})
