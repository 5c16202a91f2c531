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
