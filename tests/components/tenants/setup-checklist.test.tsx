import { screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { SetupChecklist } from '@/components/tenants/setup-checklist'
import { NO_STEP_DONE } from '../../support/setup-steps'
import { answer, open, TENANT } from '../records/fake-backend'

const steps = vi.hoisted(() => ({ done: {} as Record<string, boolean> }))
vi.mock('@/lib/supabase/browser-client', () => ({
  getSupabase: async () => ({ rpc: async () => answer([steps.done]) }),
}))

beforeEach(() => {
  steps.done = NO_STEP_DONE
})

test('the checklist links what is left of a tenant’s setup, and counts what is done', async () => {
  steps.done = { ...NO_STEP_DONE, numbers: true, extensions: true }
  open(<SetupChecklist tenantId={TENANT.id} />)
  expect(await screen.findByText('2 of 6 steps done.')).toBeVisible()
  expect(screen.getAllByRole('link').map((link) => link.textContent)).toEqual([
    'Confirm a 911 address',
    'Connect a phone',
    'Route a number',
    'Make a test call from a phone',
  ])
  expect(screen.getByRole('link', { name: 'Make a test call from a phone' })).toHaveAttribute(
    'href',
    `/app/tenants/${TENANT.id}/cdr`,
  )
  expect(screen.getByRole('link', { name: 'Confirm a 911 address' })).toHaveAttribute(
    'href',
    `/app/tenants/${TENANT.id}/settings#emergency`,
  )
})

test('the first call is noticed while the checklist is shown', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  steps.done = { ...NO_STEP_DONE, numbers: true }
  open(<SetupChecklist tenantId={TENANT.id} />)
  expect(await screen.findByText('1 of 6 steps done.')).toBeVisible()
  steps.done = { ...steps.done, call: true }
  await vi.advanceTimersByTimeAsync(10_000)
  expect(await screen.findByText('2 of 6 steps done.')).toBeVisible()
  vi.useRealTimers()
})

test('the checklist stays until the last step is done, and is gone then', async () => {
  steps.done = { ...Object.fromEntries(Object.keys(NO_STEP_DONE).map((name) => [name, true])), call: false }
  open(<SetupChecklist tenantId={TENANT.id} />)
  expect(await screen.findByText('5 of 6 steps done.')).toBeVisible()
  steps.done = { ...steps.done, call: true }
  open(
    <>
      <p>All done</p>
      <SetupChecklist tenantId={TENANT.id} />
    </>,
  )
  await screen.findByText('All done')
  expect(screen.queryByText('6 of 6 steps done.')).not.toBeInTheDocument()
})
