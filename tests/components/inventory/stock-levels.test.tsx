import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { StockLevels } from '@/components/inventory/stock-levels'
import { keys } from '@/hooks/keys'
import { useRefresh } from '@/hooks/use-write'
import { grant } from '../fake-member'
import { answer, open, tableOf } from '../records/fake-backend'

const backend = vi.hoisted(() => ({ rpc: vi.fn(), from: vi.fn() }))
vi.mock('@/lib/supabase/browser-client', () => ({ getSupabase: async () => backend }))
vi.mock('@/lib/notify', () => ({ notify: vi.fn() }))
vi.mock('@/hooks/use-member', () => import('../fake-member'))
grant('inventory', 'edit')

/** The stored minimum of the only model, of which nothing is in stock. */
let minimum = { minimum: 5, minimum_version: 1 }
const upsert = vi.fn()

beforeEach(() => {
  minimum = { minimum: 5, minimum_version: 1 }
  backend.rpc.mockImplementation(async () =>
    answer([{ model: 'T54W', ordered: 0, in_stock: 0, reserved: 0, deployed: 0, rma: 0, ...minimum }]),
  )
  upsert.mockReset().mockImplementation((row: { minimum: number; version: number }) => {
    minimum = { minimum: row.minimum, minimum_version: row.version }
    return tableOf(() => answer([{ id: 'm1' }]))
  })
  backend.from.mockImplementation(() => ({ upsert }))
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

test('a typed minimum stays while the levels are read again, and is stored', async () => {
  const { user } = open(<Page />)
  await user.clear(await field())
  await user.type(await field(), '6')
  minimum = { minimum: 8, minimum_version: 2 }
  await user.click(screen.getByRole('button', { name: 'Read again' }))
  await screen.findByText('8 short')
  expect(await field()).toHaveValue('6')
  await user.click(set())
  expect(upsert).toHaveBeenCalledWith({ model: 'T54W', minimum: 6, version: 3 }, { onConflict: 'model' })
  await screen.findByText('6 short')
  expect(await field()).toHaveValue('6')
  expect(set()).toBeDisabled()
})
