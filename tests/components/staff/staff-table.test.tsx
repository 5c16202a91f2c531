import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { StaffTable } from '@/components/staff/staff-table'
import type { StaffMember } from '@/lib/staff/staff'
import { grant } from '../fake-member'
import { answer, open, tableOf } from '../records/fake-backend'

vi.mock('@/lib/supabase/browser-client', () => ({
  getSupabase: async () => ({ from: () => tableOf(() => answer([])) }),
}))
vi.mock('@/hooks/use-member', () => import('../fake-member'))
vi.mock('@/components/staff/superadmin-nav', () => ({ SuperadminNav: () => null }))
grant('superadmin', 'view')

test('a page of users that someone else has emptied shows the last one that has any', async () => {
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
  open(<StaffTable />, '?page=2', () => [ada])
  expect(await screen.findByRole('link', { name: 'Ada Byron' })).toBeVisible()
  expect(screen.getByText('1–1 of 1')).toBeVisible()
})
