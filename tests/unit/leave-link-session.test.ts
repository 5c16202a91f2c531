import { AuthError, type User } from '@supabase/supabase-js'
import { beforeEach, expect, test, vi } from 'vitest'
import { leaveLinkSession } from '@/lib/session/password'

const auth = { signInWithPassword: vi.fn(), signOut: vi.fn() }
vi.mock('@/lib/supabase/browser-client', () => ({ getSupabase: async () => ({ auth }) }))

const PERSON = { id: 'person', email: 'ann@demo.test', created_at: '2026-01-05T09:00:00Z' } as User

beforeEach(() => {
  auth.signInWithPassword.mockReset().mockResolvedValue({ error: null })
  auth.signOut.mockReset().mockResolvedValue({ error: null })
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
})

test('whoever has chosen a password by a link is signed in with it, and the session of the link ends', async () => {
  await leaveLinkSession(PERSON, 'correct horse battery')
  expect(auth.signInWithPassword).toHaveBeenCalledExactlyOnceWith({
    email: 'ann@demo.test',
    password: 'correct horse battery',
  })
  expect(auth.signOut).toHaveBeenCalledExactlyOnceWith({ scope: 'others' })
  expect(auth.signInWithPassword).toHaveBeenCalledBefore(auth.signOut)
})

test('who cannot be signed in keeps the session of the link', async () => {
  auth.signInWithPassword.mockResolvedValue({ error: new AuthError('Too many requests', 429) })
  await leaveLinkSession(PERSON, 'correct horse battery')
  expect(auth.signOut).not.toHaveBeenCalled()
})

test('users with a second factor keep it: another session would want another code', async () => {
  const factors = [{ status: 'verified' }] as User['factors']
  await leaveLinkSession({ ...PERSON, factors }, 'correct horse battery')
  expect(auth.signInWithPassword).not.toHaveBeenCalled()
})
