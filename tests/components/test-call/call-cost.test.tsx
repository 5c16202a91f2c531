import { render, screen } from '@testing-library/react'
import { SWRConfig } from 'swr'
import { beforeEach, expect, test, vi } from 'vitest'
import { CallCost } from '@/components/test-call/call-cost'
import { answer } from '../records/fake-backend'

const rpc = vi.fn()
vi.mock('@/lib/supabase/browser-client', () => ({ getSupabase: async () => ({ rpc }) }))

const price = { description: '', connect_fee: 0.01, cost_per_minute: 0.02, cost: 0.07, currency: 'USD' }

beforeEach(() => {
  rpc.mockReset().mockResolvedValue(answer([{ ...price, number: '411' }]))
})

const open = (numbers: readonly string[], connected?: string) =>
  render(
    <SWRConfig value={{ provider: () => new Map() }}>
      <CallCost tenantId="t1" numbers={numbers} connected={connected} />
    </SWRConfig>,
  )

test.each(['911', '933', '988'])('an emergency call to %s is said to be free', (number) => {
  open([number], number)
  expect(screen.getByText('Nothing: emergency calls are not charged.')).toBeVisible()
  expect(rpc).not.toHaveBeenCalled()
})

test('another short number has the price of its rate', async () => {
  open(['411'], '411')
  expect(await screen.findByText('411: $0.0200 a minute and $0.0100 to connect.')).toBeVisible()
  expect(screen.getByText('This call costs $0.0700.')).toBeVisible()
})
