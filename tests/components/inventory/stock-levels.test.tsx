import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { StockLevels } from '@/components/inventory/stock-levels'
import { keys } from '@/hooks/keys'
import { useRefresh } from '@/hooks/use-write'
import { notify } from '@/lib/browser/notify'
import { grant } from '../fake-member'
import { answer, open, refusal, tableOf } from '../records/fake-backend'

const backend = vi.hoisted(() => ({ rpc: vi.fn(), from: vi.fn() }))
vi.mock('@/lib/supabase/browser-client', () => ({ getSupabase: async () => backend }))
vi.mock('@/lib/browser/notify', () => ({ notify: vi.fn() }))
vi.mock('@/hooks/use-member', () => import('../fake-member'))

/** The stored minimum of the only model, of which nothing is in stock. */
let minimum: { minimum: number | null; minimum_version: number | null }
/** What an update of it answers. */
let updated: unknown
const update = vi.fn()

beforeEach(() => {
  grant('inventory', 'edit')
  minimum = { minimum: 5, minimum_version: 1 }
  updated = answer([{ id: 'm1' }])
  backend.rpc.mockImplementation(async () =>
    answer([{ model: 'T54W', ordered: 0, in_stock: 0, reserved: 0, deployed: 0, rma: 0, ...minimum }]),
  )
  update.mockReset().mockImplementation((row: { minimum: number; version: number }) => {
    minimum = { minimum: row.minimum, minimum_version: row.version }
    return tableOf(() => updated)
  })
  backend.from.mockImplementation(() => ({ update }))
})

function Page() {
  const refresh = useRefresh()
  return (
    <>
      <StockLevels />
      <button onClick={() => void refresh(keys.stockLevels())}>Read again</button>
    </>
  )
}
const field = () => screen.findByRole('textbox', { name: 'Minimum of T54W' })
const set = () => screen.getByRole('button', { name: /^Set ?the minimum of T54W/ })

test('a minimum that someone else has set is shown once the levels are read again', async () => {
  const { user } = open(<Page />)
  expect(await field()).toHaveValue('5')
  minimum = { minimum: 8, minimum_version: 2 }
  await user.click(screen.getByRole('button', { name: 'Read again' }))
  await waitFor(async () => expect(await field()).toHaveValue('8'))
  expect(set()).toBeDisabled()
})

test('a typed minimum stays while the levels are read again, and is not stored over someone else’s', async () => {
  const { user } = open(<Page />)
  await user.clear(await field())
  await user.type(await field(), '6')
  minimum = { minimum: 8, minimum_version: 2 }
  await user.click(screen.getByRole('button', { name: 'Read again' }))
  expect(await screen.findByText('Someone else has set it to 8.')).toBeVisible()
  expect(await field()).toHaveValue('6')
  expect(set()).toBeDisabled()
  await user.click(screen.getByRole('button', { name: /^Discard/ }))
  expect(await field()).toHaveValue('8')
  await user.clear(await field())
  await user.type(await field(), '6')
  await user.click(set())
  expect(update).toHaveBeenCalledExactlyOnceWith({ minimum: 6, version: 3 })
  await screen.findByText('6 short')
  expect(await field()).toHaveValue('6')
  expect(set()).toBeDisabled()
})

test('a minimum that someone else sets before the levels are read again is a conflict, which shows theirs', async () => {
  updated = refusal('TR409', 'Someone else has saved this record since you opened it.')
  update.mockImplementation(() => {
    minimum = { minimum: 8, minimum_version: 2 }
    return tableOf(() => updated)
  })
  const { user } = open(<Page />)
  await user.clear(await field())
  await user.type(await field(), '6')
  await user.click(set())
  expect(update).toHaveBeenCalledExactlyOnceWith({ minimum: 6, version: 2 })
  expect(await screen.findByText('Someone else has set it to 8.')).toBeVisible()
  expect(await field()).toHaveValue('6')
})

test.each([
  ['someone else has changed', refusal('TR409', 'Someone else has saved this record since you opened it.')],
  ['the role may not change', answer([])],
])('a minimum that %s is not said to be removed', async (_who, told) => {
  updated = told
  update.mockImplementation(() => tableOf(() => updated))
  const { user } = open(<Page />)
  await user.clear(await field())
  await user.click(set())
  expect(update).toHaveBeenCalledWith({ minimum: 0, version: 2 })
  await waitFor(() => expect(notify).toHaveBeenCalledWith('error', expect.any(String)))
  expect(set()).toBeEnabled()
})

test('a minimum of zero takes a model without items from the list', async () => {
  const { user } = open(<Page />)
  await user.click(await screen.findByRole('button', { name: 'Show all models' }))
  await user.clear(await field())
  await user.click(set())
  await waitFor(() => expect(screen.queryByRole('textbox', { name: 'Minimum of T54W' })).toBeNull())
})

test.each([
  ['edit', null, false],
  ['create', null, true],
  ['edit', 5, true],
  ['create', 5, false],
] as const)('who may %s is asked for the minimum where it is %s: %s', async (action, stored, asked) => {
  grant('inventory', action)
  minimum = { minimum: stored, minimum_version: stored && 1 }
  backend.rpc.mockImplementation(async () =>
    answer([{ model: 'T54W', ordered: 0, in_stock: 1, reserved: 0, deployed: 0, rma: 0, ...minimum }]),
  )
  const { user } = open(<Page />)
  await user.click(await screen.findByRole('button', { name: 'Show all models' }))
  expect(await screen.findByText('T54W')).toBeVisible()
  expect(screen.queryAllByRole('textbox', { name: 'Minimum of T54W' })).toHaveLength(asked ? 1 : 0)
})

test('a minimum that cannot be set says what is wanted', async () => {
  grant('inventory', 'edit', 'create')
  const { user } = open(<Page />)
  await user.clear(await field())
  await user.type(await field(), '100001')
  expect(screen.getByText('Enter a whole number from 0 to 100,000.')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Show all models' }))
  const other = screen.getByRole('textbox', { name: 'Minimum of the other model' })
  await user.type(other, '0')
  expect(screen.getByText('Enter a whole number from 1 to 100,000.')).toBeVisible()
  expect(other).toBeInvalid()
  await user.clear(other)
  await user.type(other, '5')
  expect(screen.getByText('Name the model, too.')).toBeVisible()
})
