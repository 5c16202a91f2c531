import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { TestCallPage } from '@/components/test-call/test-call-page'
import type { TenantSnapshot } from '@/lib/telephony/routing/snapshot'
import { snapshotOf, voicemailOf } from '../../support/factories/snapshot'
import {
  aMember,
  anAgent,
  anExtension,
  aNumber,
  aQueue,
  aRingGroup,
  aRule,
  aTier,
  aTimeCondition,
} from '../../support/factories/snapshot-rows'
import { open, TENANT } from '../records/fake-backend'

const backend = vi.hoisted(() => ({ fetchSnapshot: vi.fn(), fetchSnapshotVersion: vi.fn() }))
vi.mock('@/lib/tenants/snapshot-client', () => backend)
vi.mock('@/lib/supabase/browser-client', () => ({ getSupabase: async () => ({}) }))

const NUMBER = '+12075550107'
const TO_NUMBER = `?to=${encodeURIComponent(NUMBER)}`
/** A number that rings two desks on weekdays and takes messages otherwise. */
const office = () =>
  snapshotOf({
    tenant: { id: TENANT.id },
    dids: [aNumber(NUMBER, { destination_id: 't5000', description: 'Main line' })],
    time_conditions: [aTimeCondition('5000', { otherwise_destination_id: voicemailOf('e1001') })],
    time_condition_rules: [aRule('t5000', 'g6000', { name: 'Weekdays', weekdays: [1, 2, 3, 4, 5] })],
    ring_groups: [aRingGroup('6000', { timeout_destination_id: voicemailOf('e1001') })],
    ring_group_members: [aMember('g6000', 1, 'e1001'), aMember('g6000', 2, 'e1002')],
    extensions: [anExtension('1001'), anExtension('1002')],
  })
/** A number that leads to a queue of two agents. */
const team = (strategy: string) =>
  snapshotOf({
    tenant: { id: TENANT.id },
    dids: [aNumber(NUMBER, { destination_id: 'q8000' })],
    extensions: [anExtension('1001'), anExtension('1002')],
    call_center_queues: [aQueue('8000', { strategy })],
    call_center_agents: [anAgent('e1001'), anAgent('e1002')],
    call_center_tiers: [aTier('q8000', 'a-e1001'), aTier('q8000', 'a-e1002', { position: 2 })],
  })
const answering = (snapshot: TenantSnapshot | null) => {
  backend.fetchSnapshotVersion.mockResolvedValue(1)
  backend.fetchSnapshot.mockResolvedValue(snapshot)
}
const steps = () =>
  within(screen.getByRole('list', { name: 'Steps' }))
    .getAllByRole('listitem')
    .map((item) => item.textContent)
    .join('\n')

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  backend.fetchSnapshot.mockReset()
  backend.fetchSnapshotVersion.mockReset()
})

describe('the call test page', () => {
  test('asks for a number to call, then shows the call’s path', async () => {
    answering(office())
    const { user } = open(<TestCallPage />)
    expect(await screen.findByText('Choose the number that is called.')).toBeVisible()
    await user.click(screen.getByRole('combobox', { name: 'Called' }))
    await user.click(await screen.findByRole('option', { name: /Main line/ }))
    expect(await screen.findByRole('list', { name: 'Steps' })).toBeVisible()
    expect(steps()).toContain('(207) 555-0107 routes here.')
  })

  test('applies the chosen moment, in the tenant’s time zone', async () => {
    answering(office())
    const { user } = open(<TestCallPage />, `${TO_NUMBER}&at=2026-11-23T10:00`)
    expect(await screen.findByText(/rings 2 phones all at once/)).toBeVisible()
    expect(screen.getByLabelText('Date and time')).toHaveAccessibleDescription(/America\/New York/)
    await user.clear(screen.getByLabelText('Date and time'))
    expect(await screen.findAllByText(/Enter a date and time that exist/)).not.toHaveLength(0)
    await user.type(screen.getByLabelText('Date and time'), '2026-11-22T10:00')
    await waitFor(() => expect(steps()).toContain('No rule of 5000 Hours 5000 applies.'))
    expect(steps()).not.toContain('rings')
  })

  test('applies what each phone does, and shows when it rings', async () => {
    answering(office())
    const { user, onUrlUpdate } = open(<TestCallPage />, `${TO_NUMBER}&at=2026-11-23T10:00`)
    const end = await screen.findByText('The caller leaves a voicemail message after 30 secs.')
    expect(end).toHaveRole('status')
    await user.selectOptions(screen.getByRole('combobox', { name: '1002 Desk 1002' }), 'Answers after 5 secs')
    await waitFor(() => expect(end).toHaveTextContent('1002 Desk 1002 answers after 5 secs.'))
    expect(screen.getByText('0–5 s, answered')).toBeVisible()
    expect(screen.getByText('0–5 s, stopped')).toBeVisible()
    await waitFor(() =>
      expect(onUrlUpdate.mock.calls.at(-1)?.[0].searchParams.get('phones')).toBe('1002.answers'),
    )
    await user.click(screen.getByRole('button', { name: 'Nobody answers' }))
    await waitFor(() => expect(end).toHaveTextContent('voicemail'))
  })

  test.each([
    ['longest-idle-agent', /as if none of them had had a call yet/],
    ['agent-with-fewest-calls', /as if none of them had had a call yet/],
    ['random', /one of the possible orders/],
  ])('says what it assumes of the agents of a queue: %s', async (strategy, assumed) => {
    answering(team(strategy))
    open(<TestCallPage />, TO_NUMBER)
    expect(await screen.findByText(assumed)).toBeVisible()
  })

  test.each(['top-down', 'ring-all'])(
    'assumes nothing of agents who ring in a fixed order: %s',
    async (strategy) => {
      answering(team(strategy))
      open(<TestCallPage />, TO_NUMBER)
      expect(await screen.findByRole('list', { name: 'Steps' })).toHaveTextContent('for one of 2 agents')
      expect(screen.queryByText(/as if none|possible orders/)).not.toBeInTheDocument()
    },
  )

  test('links each step to its record', async () => {
    answering(office())
    open(<TestCallPage />, `${TO_NUMBER}&at=2026-11-23T10:00`)
    const list = await screen.findByRole('list', { name: 'Steps' })
    expect(within(list).getAllByRole('link', { name: '6000 Group 6000' })[0]).toHaveAttribute(
      'href',
      `/app/tenants/${TENANT.id}/ring-groups?record=g6000`,
    )
  })

  test('rejects a caller that is not a phone number, next to the field', async () => {
    answering(office())
    const { user } = open(<TestCallPage />, TO_NUMBER)
    const caller = await screen.findByRole('textbox', { name: 'Caller’s number' })
    await user.type(caller, 'x')
    await waitFor(() => expect(caller).toHaveAccessibleDescription(/Enter a valid phone number\./))
    expect(screen.queryByRole('list', { name: 'Steps' })).not.toBeInTheDocument()
  })

  test('can dial from an extension', async () => {
    answering(office())
    const { user } = open(<TestCallPage />)
    await user.selectOptions(await screen.findByRole('combobox', { name: 'Who calls' }), 'An extension')
    await user.click(screen.getByRole('combobox', { name: 'Extension' }))
    await user.click(await screen.findByRole('option', { name: '1001 Desk 1001' }))
    await user.type(screen.getByRole('textbox', { name: 'Dialed' }), '1002')
    await waitFor(() => expect(steps()).toContain('1002 Desk 1002 rings for 30 secs.'))
  })

  test('says that a new tenant has nothing to call', async () => {
    answering(snapshotOf({ tenant: { id: TENANT.id } }))
    open(<TestCallPage />)
    expect(await screen.findByText('Nothing to call yet')).toBeVisible()
  })

  test('reports why the configuration could not be loaded, and reloads it', async () => {
    answering(office())
    backend.fetchSnapshot.mockRejectedValueOnce(new Error('Down'))
    const { user } = open(<TestCallPage />, TO_NUMBER)
    expect(await screen.findByText('The configuration could not be loaded')).toBeVisible()
    await user.click(screen.getByRole('button', { name: /again/i }))
    expect(await screen.findByRole('list', { name: 'Steps' })).toBeVisible()
  })

  test('loads the configuration once per version', async () => {
    answering(office())
    open(<TestCallPage />, TO_NUMBER)
    await screen.findByRole('list', { name: 'Steps' })
    window.dispatchEvent(new Event('focus'))
    window.dispatchEvent(new Event('online'))
    await waitFor(() => expect(backend.fetchSnapshotVersion.mock.calls.length).toBeGreaterThan(1))
    expect(backend.fetchSnapshot).toHaveBeenCalledTimes(1)
  })
})
