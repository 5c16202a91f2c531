import { screen } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { UsersPage } from '@/components/portal-users/users-page'
import Refused from '@/components/shell/refused'
import { rightsOf } from '@/lib/portal/invitation'
import { grant } from '../fake-member'
import { answer, open, tableOf } from '../records/fake-backend'

vi.mock('@/hooks/use-member', () => import('../fake-member'))
vi.mock('@/lib/supabase/browser-client', () => ({
  getSupabase: async () => ({ rpc: async () => answer([]), from: () => tableOf(() => answer([])) }),
}))
grant('telephony', 'view', 'edit')
afterEach(() => vi.unstubAllEnvs())

const PORTAL = 'https://my.example.com'
const missing = () => screen.queryByText(/^No portal address is set/)

describe('with the address of a portal', () => {
  test('invitations and the page of accounts without a member record name it', () => {
    vi.stubEnv('NEXT_PUBLIC_PORTAL_URL', PORTAL)
    expect(rightsOf('user')).toBe(
      `You see your own extensions, voicemail and calls. You sign in at ${PORTAL}.`,
    )
    open(<Refused because="no member" />)
    expect(screen.getByRole('link', { name: 'your portal' })).toHaveAttribute('href', PORTAL)
  })

  test('Users says nothing of it', async () => {
    vi.stubEnv('NEXT_PUBLIC_PORTAL_URL', PORTAL)
    open(<UsersPage />)
    expect(await screen.findByText('No users yet')).toBeVisible()
    expect(missing()).toBeNull()
  })
})

describe('without one', () => {
  test('Users says that invitations cannot say where to sign in', async () => {
    vi.stubEnv('NEXT_PUBLIC_PORTAL_URL', '')
    expect(rightsOf('user')).toBe('You see your own extensions, voicemail and calls.')
    open(<UsersPage />)
    expect(await screen.findByText('No users yet')).toBeVisible()
    expect(missing()).toBeVisible()
  })
})
