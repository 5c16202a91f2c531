import { act, screen, within } from '@testing-library/react'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { TrailList } from '@/components/trail/trail-list'
import { grant } from '../fake-member'
import { answer, open, TENANT } from '../records/fake-backend'

const ADA = '5b8022fb-1fd7-4d51-81ae-3b153fb4fd35'
const BEN = '6b8022fb-1fd7-4d51-81ae-3b153fb4fd35'
const backend = vi.hoisted(() => ({ rpc: vi.fn() }))
vi.mock('@/lib/supabase/browser-client', () => ({ getSupabase: async () => backend }))
vi.mock('@/hooks/use-member', () => import('../fake-member'))
grant('telephony', 'view', 'create', 'edit', 'delete')

const asked = () => backend.rpc.mock.calls.filter(([name]) => name === 'trail_page').at(-1)?.[1]
const entry = (given: object) => ({
  id: 'a1',
  at: '2026-11-20T08:00:00Z',
  actor: ADA,
  actor_email: 'ada@demo.test',
  section: 'telephony',
  table_name: 'park_lots',
  record_id: 'r1',
  record_label: 'Front',
  tenant_id: TENANT.id,
  parent_id: null,
  action: 'delete',
  changes: {},
  names: {},
  sort_value: '1',
  kinds: [{ table_name: 'park_lots', action: 'delete', count: 1 }],
  only_secrets: false,
  ...given,
})
let rows: unknown[]

beforeEach(() => {
  rows = [entry({})]
  backend.rpc.mockReset().mockImplementation(async (name: string) => {
    if (name === 'trail_page') return answer(rows)
    if (name === 'trail_people')
      return answer([
        { actor: ADA, email: 'ada@demo.test' },
        { actor: BEN, email: 'ben@demo.test' },
      ])
    return answer([])
  })
})

const span = { from: '2026-11-01', until: '2026-11-26' }

test('the trail shows the person, section and action of the address within the days', async () => {
  open(<TrailList span={span} />, `?person=${BEN}&section=telephony&action=delete&q=front`)
  await screen.findByText('removed the park lot')
  expect(asked()).toMatchObject({
    tenant: TENANT.id,
    from_time: new Date('2026-11-01T00:00:00').toISOString(),
    to_time: new Date('2026-11-27T00:00:00').toISOString(),
    person: BEN,
    in_section: 'telephony',
    did: 'delete',
    search: 'front',
  })
  expect(screen.getByRole('combobox', { name: 'Person' })).toHaveValue(BEN)
})

test('what others change shows within a minute, without a reload', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  onTestFinished(() => void vi.useRealTimers())
  open(<TrailList span={span} />)
  await screen.findByText('removed the park lot')
  rows = [
    entry({ id: 'a2', action: 'insert', kinds: [{ table_name: 'park_lots', action: 'insert', count: 1 }] }),
    ...rows,
  ]
  await act(() => vi.advanceTimersByTimeAsync(60_000))
  expect(await screen.findByText('added the park lot')).toBeVisible()
})

test('choosing a person puts them into the address', async () => {
  const { user, onUrlUpdate } = open(<TrailList span={span} />)
  const people = await screen.findByRole('combobox', { name: 'Person' })
  await within(people).findByRole('option', { name: 'ben@demo.test' })
  await user.selectOptions(people, 'ben@demo.test')
  expect(onUrlUpdate.mock.lastCall?.[0].queryString).toBe(`?person=${BEN}`)
  await vi.waitFor(() => expect(asked()).toMatchObject({ person: BEN }))
})

test('a removed record without a page of its own can be restored; a removed fax says why it cannot', async () => {
  rows = [
    entry({
      id: 'a1',
      table_name: 'rate_plans',
      kinds: [{ table_name: 'rate_plans', action: 'delete', count: 1 }],
    }),
    entry({ id: 'a2', table_name: 'faxes', kinds: [{ table_name: 'faxes', action: 'delete', count: 1 }] }),
  ]
  const { user } = open(<TrailList span={span} />)
  expect(await screen.findAllByRole('button', { name: /^Restore/ })).toHaveLength(1)
  backend.rpc.mockImplementation(async (name: string) => answer(name === 'trail_entries' ? [rows[1]] : []))
  await user.click(screen.getByRole('button', { name: /^Details: removed the fax/ }))
  const details = await screen.findByRole('dialog')
  expect(
    await within(details).findByText('It cannot be restored: its file was deleted with it.'),
  ).toBeVisible()
})

test('a change of secrets alone cannot be undone and says why, however many it set', async () => {
  const kinds = [{ table_name: 'extensions', action: 'update', count: 3 }]
  rows = [entry({ table_name: 'extensions', action: 'update', kinds, only_secrets: true })]
  const { user } = open(<TrailList span={span} />)
  await screen.findByText('changed 3 extensions')
  expect(screen.queryByRole('button', { name: /^Undo/ })).not.toBeInTheDocument()
  backend.rpc.mockImplementation(async (name: string) => answer(name === 'trail_entries' ? rows : []))
  await user.click(screen.getByRole('button', { name: /^Show the records/ }))
  const details = await screen.findByRole('dialog')
  expect(await within(details).findByText('A secret cannot be restored. Set a new one.')).toBeVisible()
})

test.each([200, 201])(
  'of a change of %i records 200 are shown, and it says so if there are more',
  async (count) => {
    rows = [entry({ kinds: [{ table_name: 'park_lots', action: 'delete', count }] })]
    const written = Array.from({ length: count }, (_, at) => entry({ id: `a${at}` }))
    const { user } = open(<TrailList span={span} />)
    const button = await screen.findByRole('button', { name: /^Show the records/ })
    backend.rpc.mockImplementation(async (name: string, { page_size }: { page_size: number }) =>
      answer(name === 'trail_entries' ? written.slice(0, page_size) : []),
    )
    await user.click(button)
    const details = await screen.findByRole('dialog')
    expect(await within(details).findAllByRole('listitem')).toHaveLength(200)
    expect(within(details).queryAllByText('Only the first 200 records are shown.')).toHaveLength(count - 200)
  },
)

test('restoring extensions says that their voicemail stays lost, whatever was changed with them', async () => {
  const kinds = [
    { table_name: 'dids', action: 'update', count: 1 },
    { table_name: 'extensions', action: 'delete', count: 1 },
  ]
  rows = [entry({ table_name: 'dids', action: 'update', kinds })]
  const { user } = open(<TrailList span={span} />)
  await user.click(await screen.findByRole('button', { name: /^Restore/ }))
  expect(await screen.findByText(/Voicemail that was left there was permanently deleted/)).toBeVisible()
})

test.each([
  [
    29,
    /everything that was deleted with it, its secrets, and the routes/,
    /kept for 30 days after a deletion/,
  ],
  [
    31,
    /Passwords, PINs and audio are kept for 30 days after a deletion, so any that it had are gone/,
    /its secrets/,
  ],
])('restoring after %i days says what has become of secrets', async (days, said, unsaid) => {
  rows = [entry({ at: new Date(Date.now() - days * 86_400_000).toISOString() })]
  const { user } = open(<TrailList span={span} />)
  await user.click(await screen.findByRole('button', { name: /^Restore/ }))
  expect(await screen.findByText(said)).toBeVisible()
  expect(screen.queryByText(unsaid)).toBeNull()
})

test('undoing an addition of extensions says that their voicemail is permanently deleted', async () => {
  const kinds = [
    { table_name: 'devices', action: 'insert', count: 1 },
    { table_name: 'extensions', action: 'insert', count: 2 },
  ]
  rows = [
    entry({ table_name: 'extensions', action: 'insert', kinds }),
    entry({
      id: 'a2',
      table_name: 'park_lots',
      action: 'insert',
      kinds: [{ table_name: 'park_lots', action: 'insert', count: 2 }],
    }),
  ]
  const { user } = open(<TrailList span={span} />)
  const [extensions, lots] = await screen.findAllByRole('button', { name: /^Undo/ })
  const said = /Voicemail that callers have left there is permanently deleted, on the switch too\./
  if (!extensions || !lots) throw new Error('Neither can be undone')
  await user.click(extensions)
  expect(await screen.findByText(said)).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  await user.click(lots)
  expect(await screen.findByText(/What it added is deleted/)).toBeVisible()
  expect(screen.queryByText(said)).not.toBeInTheDocument()
})
