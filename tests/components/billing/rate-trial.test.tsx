import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { SWRConfig } from 'swr'
import { beforeEach, expect, test, vi } from 'vitest'
import { RateTrial } from '@/components/billing/rate-trial'
import { answer, refusal } from '../records/fake-backend'

const rpc = vi.fn()
vi.mock('@/lib/supabase/browser-client', () => ({ getSupabase: async () => ({ rpc }) }))

const price = { prefix: '1', description: 'North America', billed_seconds: 60, cost: 0.025 }

beforeEach(() => {
  rpc.mockReset().mockResolvedValue(answer([price]))
  render(
    <SWRConfig value={{ provider: () => new Map() }}>
      <RateTrial planId="plan" currency="USD" />
    </SWRConfig>,
  )
})

const says = (words: string) => waitFor(() => expect(screen.getByRole('status')).toHaveTextContent(words))

test('a call is rated by the database once typing pauses', async () => {
  await says('Enter a number')
  await userEvent.type(screen.getByLabelText('Number dialed'), '(207) 555-0100')
  await says('Looking up the rate')
  await says('North America: 60 seconds are billed, $0.0250.')
  expect(rpc.mock.calls).toEqual([
    ['call_price', { plan: 'plan', number: '(207) 555-0100', talk_seconds: 60 }],
  ])
  await userEvent.clear(screen.getByLabelText('Seconds talked'))
  await says('Enter whole seconds.')
  expect(rpc).toHaveBeenCalledTimes(1)
})

test('a rate without a description is named by its prefix', async () => {
  rpc.mockResolvedValue(answer([{ ...price, description: '' }]))
  await userEvent.type(screen.getByLabelText('Number dialed'), '2')
  await says('+1: 60 seconds are billed')
})

test('a single second is one second', async () => {
  rpc.mockResolvedValue(answer([{ ...price, billed_seconds: 1 }]))
  await userEvent.type(screen.getByLabelText('Number dialed'), '2')
  await says('North America: 1 second is billed')
})

test('a number without a matching rate is not charged', async () => {
  rpc.mockResolvedValue(answer([]))
  await userEvent.type(screen.getByLabelText('Number dialed'), '+4930901820')
  await says('No rate covers this number')
})

test.each(['911', '9-1-1', '988'])(
  'an emergency call to %s is said to be free, whatever the rates',
  async (number) => {
    await userEvent.type(screen.getByLabelText('Number dialed'), number)
    await says('An emergency call: it is not charged.')
    expect(rpc).not.toHaveBeenCalled()
  },
)

test('a failure is reported', async () => {
  rpc.mockResolvedValue(refusal('42501', 'permission denied for function call_price'))
  await userEvent.type(screen.getByLabelText('Number dialed'), '1')
  await says('Your role does not allow this.')
})
