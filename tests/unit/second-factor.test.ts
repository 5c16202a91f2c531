import { AuthError } from '@supabase/supabase-js'
import { beforeEach, expect, test, vi } from 'vitest'
import { beginFactor } from '@/lib/session/second-factor'

const mfa = { listFactors: vi.fn(), unenroll: vi.fn(), enroll: vi.fn() }
vi.mock('@/lib/supabase/browser-client', () => ({ getSupabase: async () => ({ auth: { mfa } }) }))

beforeEach(() => {
  for (const call of Object.values(mfa)) call.mockReset()
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
