import { screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { ExpectationList } from '@/components/test-call/expectation-list'
import type { TenantSnapshot } from '@/lib/telephony/routing/snapshot'
import { type Expectation, verdictOf } from '@/lib/telephony/simulator/expectation'
import { NO_CALL } from '@/lib/telephony/simulator/started-call'
import { snapshotOf } from '../../support/factories/snapshot'
import { aNumber } from '../../support/factories/snapshot-rows'
import { open, TENANT } from '../records/fake-backend'

const checked = vi.hoisted(() => vi.fn())
const backend = vi.hoisted(() => ({ expectations: [] as unknown[], user: { id: 'ada' } }))
vi.mock('@/lib/telephony/simulator/check-expectations', () => ({ checkExpectations: checked }))
vi.mock('@/lib/telephony/simulator/expectation-client', () => ({
  listExpectations: async () => backend.expectations,
}))
vi.mock('@/lib/session/session-store', () => ({
  currentUser: () => backend.user,
  subscribeToUser: () => () => {},
}))
vi.mock('@/lib/supabase/browser-client', () => ({ getSupabase: async () => ({}) }))

const NUMBER = '+12075550107'
const snapshot = snapshotOf({ tenant: { id: TENANT.id }, dids: [aNumber(NUMBER)] })
const expecting = (name: string, at: string | null): Expectation => ({
  ...{ id: name, name, version: 1, outcome: 'ends_unanswered', destination_id: null },
  question: { ...NO_CALL, to: NUMBER, at },
})

beforeEach(() => {
  checked.mockImplementation(async (of: TenantSnapshot, expectations: readonly Expectation[], now: number) =>
    expectations.map((each) => verdictOf(of, each, now)),
  )
})

test('expectations are judged by the current minute, as the test above them', async () => {
  backend.expectations = [expecting('Now', null)]
  const before = Date.now()
  open(<ExpectationList snapshot={snapshot} onTest={() => {}} />)
  await screen.findByText('Now')
  const [, , now] = checked.mock.lastCall ?? []
  expect(now).toBeGreaterThan(before - 60_000)
  expect(now).toBeLessThanOrEqual(Date.now())
})

test('an expectation whose day has passed is over', async () => {
  backend.expectations = [expecting('Last Christmas', '2025-12-25T10:00')]
  open(<ExpectationList snapshot={snapshot} onTest={() => {}} />)
  expect(await screen.findByText('Over')).toBeVisible()
})
