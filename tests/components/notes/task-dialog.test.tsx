import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { TaskDialog } from '@/components/notes/task-dialog'
import { notify } from '@/lib/browser/notify'
import type { Task } from '@/lib/notes/tasks'
import { answer, open, openDialog, refusal, tableOf } from '../records/fake-backend'

const backend = vi.hoisted(() => ({ rpc: vi.fn(), from: vi.fn() }))
vi.mock('@/lib/supabase/browser-client', () => ({ getSupabase: async () => backend }))
vi.mock('@/lib/browser/notify', () => ({ notify: vi.fn() }))
vi.mock('@/lib/session/session-store', () => ({
  currentUser: () => ({ id: 'ada' }),
  subscribeToUser: () => () => undefined,
}))
vi.mock('@/hooks/use-member', () => ({ useMember: () => ({ member: { id: 'ada' } }) }))

const task = { id: 't1', version: 3, name: 'Call back', assignee_id: null, due_on: null } as Task
/** As another member has saved it meanwhile. */
const newer = { ...task, version: 4, name: 'Call back', due_on: '2026-12-01' }
let sent: { version: number; name: string; due_on: string | null }[]

beforeEach(() => {
  window.localStorage.clear()
  vi.mocked(notify).mockClear()
  sent = []
  backend.rpc.mockReset().mockResolvedValue(answer([]))
  backend.from.mockReset().mockImplementation(() => ({
    ...tableOf(() => answer(newer)),
    update(change: (typeof sent)[number]) {
      sent.push(change)
      const taken = change.version === newer.version + 1
      return tableOf(() => (taken ? answer([{ id: 't1' }]) : refusal('TR409', 'Saved since.')))
    },
  }))
})

test('a task that someone else has changed shows their changes below what was typed, and can be saved again', async () => {
  const onClose = vi.fn()
  const { user } = open(<TaskDialog subject={{ kind: 'company', id: 'c1' }} task={task} onClose={onClose} />)
  const name = screen.getByRole('textbox', { name: 'Task' })
  await user.clear(name)
  await user.type(name, 'Call back about the quote')
  const save = screen.getByRole('button', { name: 'Save task' })
  await user.click(save)
  expect(
    await screen.findByText(/^Someone else has changed this task.*Save it again to keep yours\.$/),
  ).toBeVisible()
  expect(name).toHaveValue('Call back about the quote')
  expect(screen.getByLabelText('Due')).toHaveValue('2026-12-01')
  expect(onClose).not.toHaveBeenCalled()

  await user.click(save)
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  expect(sent.map(({ version }) => version)).toEqual([4, 5])
  expect(sent[1]).toMatchObject({ name: 'Call back about the quote', due_on: '2026-12-01' })
})

test('a draft of a task takes back nothing that others have changed in it since', async () => {
  const { user, unmount } = openDialog((close) => (
    <TaskDialog subject={{ kind: 'company', id: 'c1' }} task={task} onClose={close} />
  ))
  await user.type(screen.getByRole('textbox', { name: 'Task' }), ' at noon')
  await waitFor(() => expect(window.localStorage).toHaveLength(1))
  unmount()
  const held = { ...newer, assignee_id: 'ann', assignee_name: 'Ann' }
  const { onClose } = openDialog((close) => (
    <TaskDialog subject={{ kind: 'company', id: 'c1' }} task={held} onClose={close} />
  ))
  await user.click(await screen.findByRole('button', { name: 'Restore' }))
  await user.click(screen.getByRole('button', { name: 'Save task' }))
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  expect(sent).toMatchObject([{ name: 'Call back at noon', assignee_id: 'ann', due_on: '2026-12-01' }])
})

test('a task is deleted only once that is confirmed, with what was typed in its form', async () => {
  const { user, onClose } = openDialog((close) => (
    <TaskDialog subject={{ kind: 'company', id: 'c1' }} task={task} onClose={close} />
  ))
  await user.type(screen.getByRole('textbox', { name: 'Task' }), ' at noon')
  await waitFor(() => expect(window.localStorage).toHaveLength(1))
  await user.click(screen.getByRole('button', { name: 'Delete task' }))
  const question = await screen.findByRole('alertdialog', { name: 'Delete this task?' })
  expect(question).toHaveTextContent('Call back')
  expect(notify).not.toHaveBeenCalled()
  await user.click(within(question).getByRole('button', { name: 'Delete' }))
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  expect(notify).toHaveBeenCalledWith('success', 'Task deleted')
  expect(window.localStorage).toHaveLength(0)
})

test('a task of someone who can no longer be chosen shows their name, and stays theirs', async () => {
  const held = { ...task, version: newer.version, assignee_id: 'ann', assignee_name: 'Ann' }
  const { user, onClose } = openDialog((close) => (
    <TaskDialog subject={{ kind: 'company', id: 'c1' }} task={held} onClose={close} />
  ))
  expect(screen.getByRole('combobox', { name: 'Who' })).toHaveDisplayValue('Ann')
  await user.type(screen.getByRole('textbox', { name: 'Task' }), ' at noon')
  await user.click(screen.getByRole('button', { name: 'Save task' }))
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  expect(sent).toMatchObject([{ assignee_id: 'ann' }])
})
