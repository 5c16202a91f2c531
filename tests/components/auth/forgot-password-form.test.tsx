import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { ForgotPasswordForm } from '@/components/auth/forgot-password-form'

const resetPasswordForEmail = vi.hoisted(() => vi.fn())
vi.mock('@/lib/supabase/browser-client', () => ({
  getSupabase: async () => ({ auth: { resetPasswordForEmail } }),
}))

test.each([
  [
    'over_request_rate_limit',
    'Several emails have been requested already. Wait a few minutes before you request another.',
  ],
  ['over_email_send_rate_limit', 'An email was sent a moment ago. Wait a minute before you request another.'],
])('says how long to wait after %s, and keeps the address', async (code, text) => {
  resetPasswordForEmail.mockResolvedValue({ error: { code, status: 429, name: 'AuthApiError' } })
  render(<ForgotPasswordForm />)
  await userEvent.type(screen.getByLabelText(/^Email/), 'ada@example.test')
  await userEvent.click(screen.getByRole('button', { name: 'Send link' }))
  expect(await screen.findByRole('alert')).toHaveTextContent(text)
  expect(screen.getByLabelText(/^Email/)).toHaveValue('ada@example.test')
})

test('says for how long the link works at most, whatever Supabase sends it', async () => {
  resetPasswordForEmail.mockResolvedValue({ error: null })
  render(<ForgotPasswordForm />)
  await userEvent.type(screen.getByLabelText(/^Email/), 'ada@example.test')
  await userEvent.click(screen.getByRole('button', { name: 'Send link' }))
  expect(await screen.findByText(/It works once, for a day at most\./)).toBeVisible()
})
