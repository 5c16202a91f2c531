import { AuthError, type SupabaseClient } from '@supabase/supabase-js'
import { beforeEach, expect, test, vi } from 'vitest'
import { inviteEach, type PortalUser } from '@/lib/portal/invitation'
import { sendInvitation } from '@/lib/staff/send-invitation'
import type { Database } from '@/lib/supabase/database.types'

const SENDER = { product: 'Trunkline', invited_by: 'Ann' }
const noted: unknown[] = []
const admin = { inviteUserByEmail: vi.fn(), getUserById: vi.fn(), updateUserById: vi.fn() }
let account: string | null = null
const rpc = (name: string, given: unknown) => {
  if (name === 'note_mail') noted.push(given)
  const answer = { data: name === 'account_of_address' ? account : null, error: null }
  return Object.assign(Promise.resolve(answer), { throwOnError: async () => answer })
}
const service = { rpc, auth: { admin } } as unknown as SupabaseClient<Database>

const refused = (status: number, code: string, message = 'Error sending invite email') => ({
  data: { user: null },
  error: new AuthError(message, status, code),
})
const send = (email: string) =>
  sendInvitation(service, email, 'https://app.example/reset-password', SENDER, { section: 'telephony' })

beforeEach(() => {
  account = null
  noted.length = 0
  for (const call of Object.values(admin)) call.mockReset()
  admin.inviteUserByEmail.mockImplementation(async (email: string) => ({
    data: { user: { id: email } },
    error: null,
  }))
  admin.updateUserById.mockResolvedValue({ error: null })
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
})

test.each([
  [500, 'unexpected_failure', 502, 'The email to cy@demo.test could not be sent.'],
  [400, 'email_address_not_authorized', 502, 'The email to cy@demo.test could not be sent.'],
  [
    429,
    'over_email_send_rate_limit',
    429,
    'Too many emails were sent within the hour. Wait before you invite anybody else.',
  ],
])('an invitation that Supabase refuses with %i %s says why', async (status, code, answered, message) => {
  admin.inviteUserByEmail.mockResolvedValue(refused(status, code))
  await expect(send('cy@demo.test')).rejects.toMatchObject({ name: 'ApiFailure', status: answered, message })
  expect(noted).toMatchObject([{ recipient: 'cy@demo.test', problem: 'Error sending invite email' }])
})

test('an address with a password is not invited', async () => {
  account = 'known'
  admin.getUserById.mockResolvedValue({ data: { user: { id: 'known', email_confirmed_at: '2026-01-05' } } })
  admin.inviteUserByEmail.mockResolvedValue(refused(422, 'email_exists'))
  expect(await send('cy@demo.test')).toBeNull()
  expect(admin.updateUserById).not.toHaveBeenCalled()
  expect(noted).toEqual([])
})

test('an account that has not accepted gets this invitation’s data before the mail, without what an earlier one said', async () => {
  account = 'waiting'
  admin.getUserById.mockResolvedValue({ data: { user: { id: 'waiting' } } })
  await send('cy@demo.test')
  expect(admin.updateUserById).toHaveBeenCalledExactlyOnceWith('waiting', {
    user_metadata: { ...SENDER, rights: null },
  })
  expect(admin.updateUserById).toHaveBeenCalledBefore(admin.inviteUserByEmail)
})

const inviteAll = (emails: string[]) =>
  inviteEach(emails, async (email) => ({ id: (await send(email))?.id }) as PortalUser)
const asked = () => admin.inviteUserByEmail.mock.calls.map(([email]) => email)

test('one address that the mail server refuses keeps nobody else from being invited', async () => {
  admin.inviteUserByEmail.mockImplementation(async (email: string) =>
    email === 'b' ? refused(500, 'unexpected_failure') : { data: { user: { id: email } }, error: null },
  )
  expect(await inviteAll(['a', 'b', 'c'])).toEqual({
    invited: [{ id: 'a' }, { id: 'c' }],
    failed: [{ id: 'b', message: 'The email to b could not be sent.' }],
  })
})

test('after too many emails nobody else is tried', async () => {
  admin.inviteUserByEmail.mockImplementation(async (email: string) =>
    email === 'a'
      ? { data: { user: { id: email } }, error: null }
      : refused(429, 'over_email_send_rate_limit'),
  )
  const { invited, failed } = await inviteAll(['a', 'b', 'c'])
  expect(invited).toEqual([{ id: 'a' }])
  expect(failed.map(({ id }) => id)).toEqual(['b', 'c'])
  expect(asked()).toEqual(['a', 'b'])
})
