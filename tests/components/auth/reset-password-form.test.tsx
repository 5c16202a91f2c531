import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { ResetPasswordForm } from '@/components/auth/reset-password-form'

const session = vi.hoisted(() => ({ user: null as { email: string } | null }))
vi.mock('@/hooks/use-user', () => ({ useUser: () => session.user }))
vi.mock('@/lib/session/password', () => ({
  passwordProblem: () => undefined,
  updatePassword: async () => ({ saved: true }),
  leaveLinkSession: async () => undefined,
}))
// Its links stay in the loaded app, where monitoring is off since this page was opened.
vi.mock('next/link', () => ({ default: () => 'a link within the app' }))

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
