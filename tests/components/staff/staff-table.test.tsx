import { screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { AccessOverview } from '@/components/staff/access-overview'
import { StaffTable } from '@/components/staff/staff-table'
import type { Role } from '@/lib/staff/roles'
import type { StaffMember } from '@/lib/staff/staff'
import { grant } from '../fake-member'
import { answer, open, tableOf } from '../records/fake-backend'

const roles = vi.hoisted((): Partial<Role>[] => [])
vi.mock('@/lib/supabase/browser-client', () => ({
  getSupabase: async () => ({ from: () => tableOf(() => answer([])), rpc: async () => answer(roles) }),
}))
vi.mock('@/hooks/use-member', () => import('../fake-member'))
vi.mock('@/components/staff/superadmin-nav', () => ({ SuperadminNav: () => null }))
grant('superadmin', 'view')

const ada: StaffMember = {
  id: 'm1',
  user_id: 'u1',
  full_name: 'Ada Byron',
  email: 'ada@example.com',
  user_role: 'admin',
  status: 'active',
  version: 1,
  created_at: '2026-01-05T00:00:00Z',
  last_sign_in_at: null,
  invited: false,
}

test('a page of users that someone else has emptied shows the last one that has any', async () => {
  open(<StaffTable />, '?page=2', () => [ada])
  expect(await screen.findByRole('link', { name: 'Ada Byron' })).toBeVisible()
  expect(screen.getByText('1–1 of 1')).toBeVisible()
})

test('everyone who has access is listed when that is asked', async () => {
  roles.push({ id: 'r1', name: 'admin', label: '', permissions: ['telephony.reveal_secrets'] })
  const people = Array.from({ length: 63 }, (_, n) => ({ ...ada, id: `m${n}`, full_name: `Person ${n}` }))
  const { user } = open(<AccessOverview />, '', () => people)
  const list = (await screen.findByRole('heading', { name: 'People (63)' })).closest('section') as HTMLElement
  expect(within(list).getAllByRole('listitem')).toHaveLength(50)
  await user.click(within(list).getByRole('button', { name: 'Show all 63' }))
  expect(within(list).getAllByRole('listitem')).toHaveLength(63)
})
