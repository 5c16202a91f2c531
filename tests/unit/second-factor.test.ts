import { AuthError } from '@supabase/supabase-js'
import { beforeEach, expect, test, vi } from 'vitest'
import { isPasswordNeeded } from '@/lib/session/password-needed'
import { beginFactor, removeFactor, turnOnFactor } from '@/lib/session/second-factor'
import { getSupabase } from '@/lib/supabase/browser-client'

const mfa = { listFactors: vi.fn(), unenroll: vi.fn(), enroll: vi.fn(), challengeAndVerify: vi.fn() }
const rpc = vi.fn()
const refreshSession = vi.fn(async () => ({ error: null }))
vi.mock('@/lib/supabase/browser-client', () => ({
  getSupabase: async () => ({ auth: { mfa, refreshSession }, rpc }),
}))

beforeEach(() => {
  for (const call of Object.values(mfa)) call.mockReset()
  rpc.mockReset().mockResolvedValue({ data: null, error: null })
  mfa.unenroll.mockResolvedValue({ error: null })
  mfa.enroll.mockResolvedValue({ data: { id: 'new', totp: { qr_code: '', secret: '' } }, error: null })
  const all = [
    { id: 'tablet', status: 'verified' },
    { id: 'broken off', status: 'unverified' },
  ]
  mfa.listFactors.mockResolvedValue({ data: { all }, error: null })
})

test('a setup that was broken off is discarded before another begins', async () => {
  expect((await beginFactor('Phone')).id).toBe('new')
  expect(mfa.unenroll).toHaveBeenCalledExactlyOnceWith({ factorId: 'broken off' })
  expect(mfa.unenroll).toHaveBeenCalledBefore(mfa.enroll)
})

test.each([
  [404, true],
  [500, false],
])('when discarding one fails with %i, another begins: %s', async (status, begins) => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  mfa.unenroll.mockResolvedValue({ error: new AuthError('refused', status) })
  await beginFactor('Phone').catch(() => undefined)
  expect(mfa.enroll).toHaveBeenCalledTimes(begins ? 1 : 0)
})

test('an app that another window has removed is removed, and the session no longer claims it', async () => {
  mfa.unenroll.mockResolvedValue({ error: new AuthError('Factor not found', 404, 'mfa_factor_not_found') })
  await removeFactor(await getSupabase(), 'tablet')
  expect(refreshSession).toHaveBeenCalledOnce()
})

test.each([
  ['begun', () => beginFactor('Phone')],
  ['turned on', () => turnOnFactor('new', '123456')],
  ['removed', async () => removeFactor(await getSupabase(), 'tablet')],
])('an app is %s only after a recent sign-in', async (_, act) => {
  const error = { code: 'TR401', message: 'Enter your password again.', details: '', hint: '' }
  rpc.mockResolvedValue({ data: null, error, status: 400 })
  expect(isPasswordNeeded(await act().catch((failure: unknown) => failure))).toBe(true)
  expect(rpc).toHaveBeenCalledExactlyOnceWith('require_recent_sign_in')
  for (const call of Object.values(mfa)) expect(call).not.toHaveBeenCalled()
})
