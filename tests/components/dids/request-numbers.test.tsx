import { screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { RequestNumbers } from '@/components/dids/request-numbers'
import { answer, open, TENANT } from '../records/fake-backend'

const tasks = vi.hoisted(() => ({ added: [] as unknown[], staff: [] as unknown[] }))
vi.mock('@/lib/browser/notify', () => ({ notify: vi.fn() }))
vi.mock('@/lib/session/session-store', () => ({ currentUser: () => ({ id: 'ada' }) }))
vi.mock('@/lib/notes/tasks', async (original) => ({
  ...(await original<object>()),
  addTask: async (_supabase: unknown, about: unknown, task: unknown) =>
    void tasks.added.push({ about, task }),
}))
vi.mock('@/lib/supabase/browser-client', () => ({
  getSupabase: async () => ({ rpc: async () => answer(tasks.staff) }),
}))

beforeEach(() => {
  Object.assign(tasks, { added: [], staff: [] })
})

test('whoever may not add numbers sees who can, and gives one of them a task for this tenant', async () => {
  tasks.staff = [
    { id: 'm1', name: 'Operations lead' },
    { id: 'm2', name: 'Night operations' },
  ]
  const onClose = vi.fn()
  const { user } = open(<RequestNumbers onClose={onClose} />)
  const people = await screen.findByRole('combobox', { name: 'Assign to' })
  expect([...people.querySelectorAll('option')].map(({ textContent }) => textContent)).toEqual([
    'Operations lead',
    'Night operations',
  ])
  await user.click(screen.getByRole('button', { name: 'Request' }))
  expect(screen.getByText('Enter the numbers you need.')).toBeVisible()
  expect(tasks.added).toEqual([])
  await user.type(screen.getByRole('textbox', { name: 'Numbers needed' }), '2 in 406')
  await user.selectOptions(people, 'Night operations')
  await user.click(screen.getByRole('button', { name: 'Request' }))
  await vi.waitFor(() => expect(onClose).toHaveBeenCalled())
  expect(tasks.added).toEqual([
    {
      about: { kind: 'tenant', id: TENANT.id },
      task: { id: expect.any(String), name: 'Add numbers: 2 in 406', assignee_id: 'm2', due_on: null },
    },
  ])
})

test('a tenant nobody can add numbers to says whom to ask', async () => {
  open(<RequestNumbers onClose={vi.fn()} />)
  expect(await screen.findByText(/No active user can assign numbers/)).toBeVisible()
})
