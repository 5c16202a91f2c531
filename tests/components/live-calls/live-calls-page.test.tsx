import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { LiveCallsPage } from '@/components/live-calls/live-calls-page'
import { open } from '../records/fake-backend'

const live = vi.hoisted(() => ({
  calls: [] as unknown[] | undefined,
  reportedAt: 0,
  retry: async () => undefined,
}))
vi.mock('@/hooks/use-live-calls', () => ({ useLiveCalls: () => live }))
vi.mock('@/hooks/use-member', () => import('../fake-member'))

test.each([
  ['before the calls are loaded', undefined],
  ['without a call of that tenant', []],
])('the filter by tenant says that it is set %s', (_, calls) => {
  live.calls = calls
  open(<LiveCallsPage />, '?tenant=1b8022fb-1fd7-4d51-81ae-3b153fb4fd35')
  expect(screen.getByRole('combobox', { name: 'Tenant' })).toHaveDisplayValue('One tenant')
})

test.each([
  ['the words of a name in any order, without accents', 'pena jose', 1],
  ['a number as people write it', '(207) 555-0188', 1],
  ['no call that lacks a word', 'pena maria', 0],
])('the search finds %s', (_, typed, found) => {
  const times = { startedAt: Date.UTC(2026, 10, 23, 15), stateAt: Date.UTC(2026, 10, 23, 15) }
  const of = {
    tenant_id: 't1',
    called_number: '1001',
    direction: 'inbound',
    state: 'talking',
    path: [],
    mos: 4.3,
    ...times,
  }
  live.calls = [
    { ...of, id: 'c1', caller_name: 'José Peña', caller_number: '+12075550188' },
    { ...of, id: 'c2', caller_name: 'Maria', caller_number: '+12075550111' },
  ]
  open(<LiveCallsPage />, `?q=${encodeURIComponent(typed)}`)
  expect(screen.queryAllByText(/José Peña/)).toHaveLength(found)
  expect(screen.queryByText('Maria')).not.toBeInTheDocument()
})
