import { render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { SuperadminNav } from '@/components/staff/superadmin-nav'
import { ACCOUNT_PATH } from '@/lib/paths'

const session = vi.hoisted(() => ({
  role: 'superadmin',
  factors: [] as { status: string }[],
  created_at: 'known',
}))
vi.mock('next/router', () => ({ useRouter: () => ({ pathname: '/app/superadmin' }) }))
vi.mock('@/hooks/use-member', () => ({
  useMember: () => ({ member: { user_role: session.role }, permissions: undefined }),
}))
vi.mock('@/hooks/use-user', () => ({
  useUser: () => ({ id: 'ada', created_at: session.created_at, factors: session.factors }),
}))

const asked = () => screen.queryByRole('link', { name: 'Set up a second factor' })

test('a superadmin without a second factor is asked to set one up', () => {
  Object.assign(session, {
    role: 'superadmin',
    factors: [{ status: 'unverified' }],
    created_at: '2026-01-05',
  })
  render(<SuperadminNav />)
  expect(screen.getByText('Your account is protected by a password alone')).toBeVisible()
  expect(asked()).toHaveAttribute('href', ACCOUNT_PATH)
})

test.each([
  [
    'a superadmin who has one',
    { role: 'superadmin', factors: [{ status: 'verified' }], created_at: '2026-01-05' },
  ],
  ['another role', { role: 'operator', factors: [], created_at: '2026-01-05' }],
  ['anyone before the auth service has answered', { role: 'superadmin', factors: [], created_at: '' }],
])('nothing is asked of %s', (_who, given) => {
  Object.assign(session, given)
  render(<SuperadminNav />)
  expect(asked()).not.toBeInTheDocument()
})
