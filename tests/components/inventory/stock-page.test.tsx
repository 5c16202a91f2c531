import { screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { StockPage } from '@/components/inventory/stock-page'
import type { Receipt } from '@/lib/inventory/receiving'
import { grant } from '../fake-member'
import { answer, open, tableOf } from '../records/fake-backend'

vi.mock('@/lib/supabase/browser-client', () => ({
  getSupabase: async () => ({ rpc: async () => answer([]), from: () => tableOf(() => answer([])) }),
}))
vi.mock('@/hooks/use-user', () => ({ useUser: () => ({ id: 'ada' }) }))
vi.mock('@/hooks/use-member', () => import('../fake-member'))
vi.mock('@/components/records/resource-page', () => ({ ResourcePage: () => null }))

const scan = (id: string, state: Receipt['state']) => ({
  ...{ id, mac: `80:5E:C0:11:22:3${id}`, model: 'T54W', location: 'Shelf 3', serial: '', state },
})

beforeEach(() => {
  window.localStorage.clear()
})

test.each([
  ['users who receive phones', ['view', 'create']],
  ['users who may receive no more, for which they were rejected', ['view']],
] as const)('the page of the stock tells of rejected scans, and leads to them: %s', async (_, actions) => {
  grant('inventory', ...actions)
  const scans = [scan('1', 'rejected'), scan('2', 'rejected'), scan('3', 'received')]
  window.localStorage.setItem('receiving ada', JSON.stringify(scans))
  const { user } = open(<StockPage />)
  expect(screen.getByText('2 scans were rejected.')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Show the scans' }))
  expect(await screen.findByRole('dialog', { name: 'Receive by scanning' })).toHaveTextContent('2 rejected')
})

test('scans that wait to be sent are shown to users who may receive no more', async () => {
  grant('inventory', 'view')
  window.localStorage.setItem('receiving ada', JSON.stringify([scan('1', 'waiting')]))
  const { user } = open(<StockPage />)
  await user.click(await screen.findByRole('button', { name: 'Show the scans' }))
  expect(await screen.findByRole('dialog', { name: 'Receive by scanning' })).toBeVisible()
})
