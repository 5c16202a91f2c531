import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { RingGroupPage } from '@/components/ring-groups/ring-group-page'
import { open } from '../records/fake-backend'

interface Counted {
  members: number
  ringing_members: number
}
const group = vi.hoisted(() => ({ members: 3, ringing_members: 3 }))
vi.mock('@/components/records/resource-page', () => ({
  ResourcePage: ({ cells }: { cells: { members: (row: Counted) => React.ReactNode } }) => (
    <p>{cells.members(group)}</p>
  ),
}))

test.each([
  [3, '3'],
  [2, '3 2 ring'],
  [1, '3 1 rings'],
  [0, '3 Nobody rings'],
])('of three members %i ring: %s', (ringing, told) => {
  group.ringing_members = ringing
  open(<RingGroupPage />)
  expect(screen.getByRole('paragraph')).toHaveTextContent(told)
})
