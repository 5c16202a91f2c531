import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { NotesCard } from '@/components/notes/notes-card'
import { TaskList } from '@/components/notes/task-list'
import type { Task } from '@/lib/notes/tasks'
import { answer, open, refusal, tableOf } from '../records/fake-backend'

const backend = vi.hoisted(() => ({ from: vi.fn() }))
vi.mock('@/lib/supabase/browser-client', () => ({ getSupabase: async () => backend }))
vi.mock('@/hooks/use-followed-list', () => ({ useFollowed: () => undefined }))

let saved: () => unknown
let saves: { id: string; body: string }[]

beforeEach(() => {
  window.localStorage.clear()
  saved = () => answer({})
  saves = []
  backend.from.mockReset().mockImplementation(() => ({
    ...tableOf(() => answer([])),
    upsert(row: { id: string; body: string }) {
      saves.push(row)
      return { select: () => ({ single: async () => saved() }) }
    },
  }))
})

function show() {
  const { user } = open(<NotesCard subject={{ kind: 'company', id: 'c1' }} mayAdd />)
  const field = screen.getByLabelText('New note')
  return { user, field, add: () => user.click(screen.getByRole('button', { name: 'Add note' })) }
}

test('what is typed while a note is being added stays, and becomes a note of its own', async () => {
  const first = Promise.withResolvers<unknown>()
  saved = () => first.promise
  const { user, field, add } = show()
  await user.type(field, 'Asked for a quote.')
  await add()
  await waitFor(() => expect(saves).toHaveLength(1))
  await user.type(field, ' Call back on Monday.')
  first.resolve(answer({}))
  await waitFor(() => expect(field).toHaveValue(' Call back on Monday.'))
  expect(field).toHaveFocus()
  await add()
  await waitFor(() => expect(saves).toHaveLength(2))
  expect(saves.map(({ body }) => body)).toEqual(['Asked for a quote.', 'Call back on Monday.'])
  expect(saves[1]?.id).not.toBe(saves[0]?.id)
})

test('a note that could not be added stays, and is the same note when it is added again', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  saved = () => refusal('XX000', 'out of memory')
  const { user, field, add } = show()
  await user.type(field, 'Asked for a quote.')
  await add()
  expect(await screen.findByRole('alert')).toHaveTextContent('Something went wrong.')
  expect(field).toHaveValue('Asked for a quote.')
  saved = () => answer({})
  await add()
  await waitFor(() => expect(field).toHaveValue(''))
  expect(saves).toHaveLength(2)
  expect(saves[1]).toEqual(saves[0])
})

test('older notes are shown when that is asked', async () => {
  const notes = Array.from({ length: 201 }, (_, n) => ({
    ...{ id: `n${n}`, body: `Note ${n}`, author_name: 'Ada', created_at: '2026-01-05T00:00:00Z' },
    ...{ subject_id: 'c1', subject_name: 'Harbor Lane Dental' },
  }))
  backend.from.mockImplementation(() => {
    let most = 0
    const chain = tableOf(() => answer(notes.slice(0, most)))
    return Object.assign(chain, { limit: (asked: number) => ((most = asked), chain) })
  })
  const { user } = show()
  await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(200))
  await user.click(screen.getByRole('button', { name: /^Show older ?notes/ }))
  await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(201))
  const newest = await screen.findByRole('button', { name: /^Show only the newest ?notes/ })
  expect(newest).toHaveFocus()
  await user.click(newest)
  await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(200))
})

test.each([
  [100, 0],
  [101, 1],
])('a list of %i open tasks says of %i that it has no room for it', (count, beyond) => {
  const tasks = Array.from({ length: count }, (_, n) => ({ id: `t${n}`, done_at: null }) as Task)
  const done = { id: 'done', done_at: '2026-01-05T00:00:00Z' } as Task
  open(<TaskList tasks={[...tasks, done]}>{({ id }) => <li key={id}>{id}</li>}</TaskList>)
  expect(screen.getAllByRole('listitem')).toHaveLength(101)
  expect(screen.queryAllByText('The first 100. Others appear as these are done.')).toHaveLength(beyond)
})
