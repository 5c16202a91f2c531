import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import PasswordDialog from '@/components/shell/password-dialog'

const updateUser = vi.fn()
const rpc = vi.fn()
const signIn = vi.fn()
vi.mock('@/lib/supabase/browser-client', () => ({ getSupabase: async () => ({ auth: { updateUser }, rpc }) }))
vi.mock('@/lib/session/sign-in', async (original) => ({
  ...(await original<typeof import('@/lib/session/sign-in')>()),
  signIn: (...given: unknown[]) => signIn(...given),
}))
const user = vi.fn()
vi.mock('@/hooks/use-user', () => ({ useUser: () => user() }))

const TECH = { id: '1', email: 'tech@demo.test', created_at: '2026-01-05T09:00:00Z' }

const NEEDED = { data: null, error: { code: 'TR401', message: 'Enter your password again.' }, status: 403 }

const open = () => render(<PasswordDialog email="tech@demo.test" onClose={() => undefined} />)
const newPassword = () => screen.getByLabelText(/^New password/)
const save = () => screen.getByRole('button', { name: 'Save password' })

describe('the password dialog', () => {
  beforeEach(() => {
    updateUser.mockReset()
    rpc.mockReset().mockResolvedValue({ data: null, error: null, status: 204 })
    signIn.mockReset().mockResolvedValue(null)
    user.mockReturnValue(TECH)
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
  })

  test('is titled "Enter new password" and starts in its password field', () => {
    open()
    expect(screen.getByRole('dialog', { name: 'Enter new password' })).toBeVisible()
    expect(newPassword()).toHaveFocus()
    expect(newPassword()).toHaveAttribute('type', 'password')
  })

  test('shows "Password updated" as an alert after the update', async () => {
    updateUser.mockResolvedValue({ error: null })
    open()
    await userEvent.type(newPassword(), 'correct horse battery')
    await userEvent.click(save())
    expect(await screen.findByRole('alert')).toHaveTextContent(/^Password updated$/)
    expect(updateUser).toHaveBeenCalledExactlyOnceWith({ password: 'correct horse battery' })
  })

  test('shows "Error updating user", logs the failure and keeps the input', async () => {
    const failure = { code: 'same_password', message: 'same' }
    updateUser.mockResolvedValue({ error: failure })
    open()
    await userEvent.type(newPassword(), 'correct horse battery')
    await userEvent.click(save())
    expect(await screen.findByRole('alert')).toHaveTextContent(/^Error updating user$/)
    expect(newPassword()).toHaveValue('correct horse battery')
    expect(newPassword()).toHaveAccessibleDescription(/The new password must differ from the current one/)
    expect(console.error).toHaveBeenCalledWith(failure)
  })

  test.each([
    ['the database', () => rpc.mockResolvedValueOnce(NEEDED)],
    ['Supabase', () => updateUser.mockResolvedValueOnce({ error: { code: 'current_password_required' } })],
  ])('asks for the current password if %s requires it, and sends it along', async (_who, refuse) => {
    updateUser.mockResolvedValue({ error: null })
    refuse()
    open()
    await userEvent.type(newPassword(), 'correct horse battery')
    await userEvent.click(save())
    const again = await screen.findByRole('dialog', { name: 'Enter your password again' })
    await userEvent.type(within(again).getByLabelText(/^Password/), 'the old one')
    await userEvent.click(within(again).getByRole('button', { name: 'Continue' }))
    expect(await screen.findByRole('alert')).toHaveTextContent(/^Password updated$/)
    expect(signIn).toHaveBeenCalledExactlyOnceWith('tech@demo.test', 'the old one')
    expect(updateUser).toHaveBeenLastCalledWith({
      password: 'correct horse battery',
      current_password: 'the old one',
    })
  })

  describe('of a user with a second factor, whose code does not stand for the password', () => {
    const currentPassword = () => screen.getByLabelText(/^Current password/)

    beforeEach(() => {
      user.mockReturnValue({ ...TECH, factors: [{ status: 'verified' }] })
    })

    test('asks for the current password at once and sends it, without signing in again', async () => {
      updateUser.mockResolvedValue({ error: null })
      open()
      expect(currentPassword()).toHaveFocus()
      await userEvent.type(newPassword(), 'correct horse battery')
      await userEvent.click(save())
      expect(currentPassword()).toHaveAccessibleDescription(/Enter your current password/)
      expect(updateUser).not.toHaveBeenCalled()
      await userEvent.type(currentPassword(), 'the old one')
      await userEvent.click(save())
      expect(await screen.findByRole('alert')).toHaveTextContent(/^Password updated$/)
      expect(updateUser).toHaveBeenCalledExactlyOnceWith({
        password: 'correct horse battery',
        current_password: 'the old one',
      })
      expect(signIn).not.toHaveBeenCalled()
    })

    test.each([
      ['current_password_invalid', currentPassword, /The current password is wrong/],
      ['reauthentication_needed', newPassword, /Sign out and in again/],
    ])('says what to do after %s', async (code, field, words) => {
      updateUser.mockResolvedValue({ error: { code } })
      open()
      await userEvent.type(currentPassword(), 'the old one')
      await userEvent.type(newPassword(), 'correct horse battery')
      await userEvent.click(save())
      expect(await screen.findByRole('alert')).toHaveTextContent(/^Error updating user$/)
      expect(field()).toHaveAccessibleDescription(words)
    })
  })

  test('rejects a short password before sending it', async () => {
    open()
    await userEvent.type(newPassword(), 'short')
    await userEvent.click(save())
    expect(newPassword()).toBeInvalid()
    expect(newPassword()).toHaveAccessibleDescription(/Use at least 10 characters/)
    expect(updateUser).not.toHaveBeenCalled()
  })
})
