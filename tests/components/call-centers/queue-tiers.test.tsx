import { screen, waitFor, within } from '@testing-library/react'
import { FormProvider, useForm } from 'react-hook-form'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { QueueTiers } from '@/components/call-centers/queue-tiers'
import type { EditorProps } from '@/components/records/record-form'
import type { QueueTier } from '@/lib/resources/call-center-tier'
import { grant } from '../fake-member'
import { answer, open, tableOf } from '../records/fake-backend'

vi.mock('@/hooks/use-member', () => import('../fake-member'))
const live = vi.hoisted(() => ({
  calls: undefined as object[] | undefined,
  reportedAt: null as number | null,
}))
vi.mock('@/hooks/use-live-calls', () => ({ useLiveCalls: () => live }))
vi.mock('@/lib/browser/notify', () => ({ notify: vi.fn() }))
const agents = ['1001', '1002', '1003'].map((extension) => ({
  id: `agent-${extension}`,
  name: `Desk ${extension}`,
  extension,
  status: 'Available',
  reachable: true,
}))
const saved = vi.hoisted(() => vi.fn())
vi.mock('@/lib/supabase/browser-client', () => ({
  getSupabase: async () => ({
    from: () => tableOf(() => answer(agents)),
    rpc: async (name: string, given: { record: string }) => {
      if (name === 'save_record') saved(given)
      if (name === 'offered_records') return answer([{ id: 'extension-1001', label: '1001 Ada Lane' }])
      return answer(name === 'save_record' ? { id: given.record, name: 'Night' } : [])
    },
  }),
}))

let values: () => { call_center_tiers: QueueTier[] }
function Form() {
  const form = useForm<{ call_center_tiers: QueueTier[] }>({
    defaultValues: {
      strategy: 'top-down',
      tier_rules_apply: false,
      tier_rule_wait: 30,
      call_center_tiers: [],
    } as unknown as { call_center_tiers: QueueTier[] },
  })
  values = form.getValues
  return (
    <FormProvider {...form}>
      <QueueTiers {...({ mayEdit: true } as EditorProps)} />
    </FormProvider>
  )
}

beforeEach(() => {
  grant('telephony', 'view', 'create', 'edit')
})

async function choose() {
  const { user } = open(<Form />)
  await user.click(screen.getByRole('combobox', { name: 'Add an agent' }))
  await screen.findByRole('option', { name: '1001 Desk 1001' })
  return user
}

test('agents are added one by one, and all the rest at once, in order', async () => {
  const user = await choose()
  await user.click(screen.getByRole('option', { name: '1003 Desk 1003' }))
  await user.click(screen.getByRole('option', { name: 'Add all 2' }))
  expect(values().call_center_tiers).toMatchObject([
    { agent_id: 'agent-1003', level: 1, position: 1 },
    { agent_id: 'agent-1001', level: 1, position: 2 },
    { agent_id: 'agent-1002', level: 1, position: 3 },
  ])
})

test('an agent on a call would not get the next one', async () => {
  Object.assign(live, { calls: [{ direction: 'local', other_number: '1001' }], reportedAt: Date.now() })
  onTestFinished(() => void Object.assign(live, { calls: undefined, reportedAt: null }))
  const user = await choose()
  await user.click(screen.getByRole('option', { name: 'Add all 3' }))
  const preview = screen.getByRole('region', { name: 'Who would get the next call' })
  expect(
    within(preview)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual(['Desk 1002level 1, position 2Next', 'Desk 1003level 1, position 3', 'Desk 1001On a call'])
})

test('a missing agent can be created and added', async () => {
  const user = await choose()
  await user.click(screen.getByRole('option', { name: 'New agent…' }))
  const dialog = await screen.findByRole('dialog', { name: 'New agent' })
  await user.type(within(dialog).getByRole('textbox', { name: 'Name' }), 'Night')
  await user.click(within(dialog).getByRole('combobox', { name: 'Extension' }))
  await user.click(await screen.findByRole('option', { name: /^1001/ }))
  await user.click(within(dialog).getByRole('button', { name: 'Create agent' }))
  await waitFor(() => expect(values().call_center_tiers).toHaveLength(1))
  expect(saved.mock.lastCall?.[0]).toMatchObject({
    target_table: 'call_center_agents',
    record: values().call_center_tiers[0]?.agent_id,
    record_values: { name: 'Night' },
  })
})

test('users without the permission cannot create agents', async () => {
  grant('telephony', 'view', 'edit')
  await choose()
  expect(screen.queryByRole('option', { name: 'New agent…' })).not.toBeInTheDocument()
})
