import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { StaffMemberPage } from '@/components/staff/staff-member-page'
import type { StaffMember } from '@/lib/staff/staff'
import { grant } from '../fake-member'
import { open } from '../records/fake-backend'

const task = vi.hoisted(() => ({ id: 't1', name: 'Submit the port', company_id: 'c1', subject_name: 'Acme' }))
const staff = vi.hoisted(() => ({ data: [] as StaffMember[], error: undefined }))
const roles = vi.hoisted(() => ({ data: [] as unknown[] | undefined, error: undefined as unknown }))
vi.mock('next/router', () => ({ useRouter: () => ({ query: { id: 'm1' } }) }))
vi.mock('@/hooks/use-member', () => import('../fake-member'))
vi.mock('@/hooks/use-staff', () => ({ useStaff: () => staff }))
vi.mock('@/hooks/use-tasks', () => ({
  useTasksOf: (id: string) => ({ data: id === 'm1' ? [task] : [], error: undefined }),
}))
vi.mock('@/hooks/use-roles', () => ({ useRoles: () => roles }))
vi.mock('@/components/account/session-list', () => ({ SessionList: () => null }))
vi.mock('@/components/staff/audit-trail', () => ({ AuditTrail: () => null }))
vi.mock('@/components/staff/member-actions', () => ({ MemberActions: () => null }))
vi.mock('@/components/staff/member-factors', () => ({ MemberFactors: () => null }))
vi.mock('@/components/staff/member-form', () => ({ MemberForm: () => null }))

const member: StaffMember = {
  id: 'm1',
  user_id: 'u1',
  full_name: 'Night desk',
  email: 'night@demo.test',
  user_role: 'tech',
  status: 'active',
  version: 1,
  created_at: '2026-01-05T09:00:00Z',
  last_sign_in_at: null,
  invited: false,
}

test.each([
  ['three hours ago', 3.5 * 3_600_000, /Last sign-in: 3 hours ago/],
  ['never', null, /Last sign-in: Never/],
])('a member who signed in %s: the page says so, though no session may be open', (_when, ago, said) => {
  grant('superadmin', 'view')
  staff.data = [
    { ...member, last_sign_in_at: ago === null ? null : new Date(Date.now() - ago).toISOString() },
  ]
  open(<StaffMemberPage />)
  expect(screen.getByRole('heading', { name: 'Night desk' })).toBeVisible()
  expect(screen.getByText(/^Last sign-in/)).toHaveTextContent(said)
})

test('lists the member’s open tasks with their records, for whoever takes them over', async () => {
  grant('superadmin', 'view')
  staff.data = [{ ...member, status: 'disabled' }]
  open(<StaffMemberPage />)
  expect(await screen.findByText('Submit the port')).toBeVisible()
  expect(screen.getByRole('link', { name: 'Acme' })).toBeVisible()
})

test('says that what the role may do could not be loaded', () => {
  grant('superadmin', 'view')
  staff.data = [member]
  roles.data = undefined
  roles.error = new Error('canceling statement due to statement timeout')
  open(<StaffMemberPage />)
  expect(screen.getByText('Something went wrong.')).toBeVisible()
})
