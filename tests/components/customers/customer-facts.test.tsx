import { render, screen } from '@testing-library/react'
import { SWRConfig } from 'swr'
import { expect, test, vi } from 'vitest'
import { CustomerFacts } from '@/components/customers/customer-facts'

vi.mock('@/lib/supabase/browser-client', () => ({ getSupabase: () => new Promise(() => undefined) }))

test.each([
  [0, 'Due on receipt'],
  [30, 'Net 30'],
])('terms of %i days read as in the form and in Billing', (terms_days, words) => {
  render(
    <SWRConfig value={{ provider: () => new Map() }}>
      <CustomerFacts company={{ id: '1b8022fb-1fd7-4d51-81ae-3b153fb4fd35', version: 1, terms_days }} />
    </SWRConfig>,
  )
  expect(screen.getByText('Terms').nextElementSibling).toHaveTextContent(words)
})
