import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { ResetPasswordForm } from '@/components/auth/reset-password-form'

const session = vi.hoisted(() => ({ user: null as { email: string } | null }))
vi.mock('@/hooks/use-user', () => ({ useUser: () => session.user }))
vi.mock('@/lib/session/password', () => ({
  passwordProblem: () => undefined,
  updatePassword: async () => ({ saved: true }),
  leaveLinkSession: async () => undefined,
}))
const redeemLink = vi.hoisted(() => vi.fn())
vi.mock('@/lib/session/link-session', async (original) => ({ ...(await original<object>()), redeemLink }))
// Its links stay in the loaded app, where monitoring is off since this page was opened.
vi.mock('next/link', () => ({ default: () => 'a link within the app' }))

afterEach(() => window.history.replaceState(null, '', '/'))

test('an emailed link is used up by a button, not by being opened, whoever is signed in', async () => {
  window.history.replaceState(null, '', '/reset-password?token=pkce_1f2e&type=recovery&redirect_to=x')
  session.user = { email: 'ada@example.test' }
  render(<ResetPasswordForm />)
  const button = screen.getByRole('button', { name: 'Continue' })
  expect(screen.queryByLabelText(/^New password/)).toBeNull()
  expect(redeemLink).not.toHaveBeenCalled()
  await userEvent.click(button)
  expect(redeemLink).toHaveBeenCalledOnce()
})

test('the page to sign in with is loaded anew once the password is set', async () => {
  session.user = { email: 'ada@example.test' }
  render(<ResetPasswordForm />)
  await userEvent.type(screen.getByLabelText(/^New password/), 'A new password 1')
  await userEvent.click(screen.getByRole('button', { name: 'Save password' }))
  expect(await screen.findByRole('link', { name: 'Continue' })).toHaveAttribute('href', '/app')
})

test('the page for a new link is loaded anew', () => {
  session.user = null
  render(<ResetPasswordForm />)
  expect(screen.getByRole('link', { name: 'Ask for a new link' })).toHaveAttribute('href', '/forgot-password')
})
