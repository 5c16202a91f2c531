import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { RateTrial } from '@/components/billing/rate-trial'
import type { PlanRate } from '@/lib/billing/rates'

const rates = [
  {
    prefix: '1',
    description: 'North America',
    connect_fee: 0.01,
    included_seconds: 0,
    cost_per_minute: 0.015,
    first_increment: 30,
    next_increment: 6,
  },
  {
    prefix: '1900',
    description: 'Premium',
    connect_fee: 0.5,
    included_seconds: 30,
    cost_per_minute: 2.5,
    first_increment: 60,
    next_increment: 60,
  },
] as PlanRate[]

test('a call is tried against the rates as one types', async () => {
  render(<RateTrial rates={rates} currency="USD" />)
  const number = screen.getByLabelText('Number dialled')
  const seconds = screen.getByLabelText('Seconds talked')
  expect(screen.getByRole('status')).toHaveTextContent('Type a number')
  await userEvent.type(number, '(207) 555-0100')
  expect(screen.getByRole('status')).toHaveTextContent('North America: 60 seconds are billed, $0.0250.')
  await userEvent.clear(seconds)
  expect(screen.getByRole('status')).toHaveTextContent('Type whole seconds.')
  await userEvent.type(seconds, '31')
  expect(screen.getByRole('status')).toHaveTextContent('36 seconds are billed, $0.0190.')
  await userEvent.clear(number)
  await userEvent.type(number, '+19005550100')
  expect(screen.getByRole('status')).toHaveTextContent('Premium: 60 seconds are billed, $3.0000.')
  await userEvent.clear(number)
  await userEvent.type(number, '+4930901820')
  expect(screen.getByRole('status')).toHaveTextContent('No rate covers this number')
})
