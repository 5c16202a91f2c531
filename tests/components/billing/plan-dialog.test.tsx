import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { PlanDialog } from '@/components/billing/plan-dialog'
import type { RatePlan } from '@/lib/billing/rates'
import { answer, openOver } from '../records/fake-backend'

const rpc = vi.hoisted(() => vi.fn())
vi.mock('@/lib/browser/notify', () => ({ notify: vi.fn() }))
vi.mock('@/lib/supabase/browser-client', () => ({ getSupabase: async () => ({ rpc }) }))
vi.mock('@/lib/session/session-store', () => ({ currentUser: () => ({ id: 'ada' }) }))

test('a name that someone else gives a plan while its dialog is open is not overwritten', async () => {
  rpc.mockResolvedValue(answer({ id: 'plan', version: 3 }))
  const plan = { id: 'plan', version: 1, name: 'Flat rates', currency: 'USD' } as RatePlan
  const { user, reload } = openOver(plan, (shown, close) => (
    <PlanDialog plan={shown} onClose={close} onSaved={vi.fn()} />
  ))
  await user.type(screen.getByRole('textbox', { name: /Name/ }), ' 2027')
  reload({ ...plan, version: 2, name: 'Retail' })
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await vi.waitFor(() => expect(rpc).toHaveBeenCalled())
  expect(rpc.mock.calls[0]?.[1]).toMatchObject({
    expected_version: 1,
    record_values: { name: 'Flat rates 2027' },
  })
})
