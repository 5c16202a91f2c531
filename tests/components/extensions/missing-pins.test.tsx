import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { MissingPins } from '@/components/extensions/missing-pins'
import { answer, open, refusal, tableOf } from '../records/fake-backend'

const backend = vi.hoisted(() => ({ rpc: vi.fn(), from: vi.fn() }))
vi.mock('@/lib/supabase/browser-client', () => ({ getSupabase: async () => backend }))
vi.mock('@/lib/browser/notify', () => ({ notify: vi.fn() }))

const leaving = vi.hoisted(() => new Set<(path: string) => void>())
vi.mock('next/router', () => ({
  useRouter: () => ({ query: {} }),
  default: {
    asPath: '/extensions',
    events: {
      on: (event: string, leave: () => void) => event === 'routeChangeStart' && leaving.add(leave),
      off: (_event: string, leave: () => void) => leaving.delete(leave),
      emit: () => undefined,
    },
  },
}))
vi.mock('@/lib/session/session-store', () => ({
  currentUser: () => ({ id: 'ada' }),
  subscribeToUser: () => () => undefined,
}))

/** What is asked before the page is left; undefined if nothing is. */
function questionAtLeaving(): string | undefined {
  const asked = vi.fn((_question: string) => true)
  vi.stubGlobal('confirm', asked)
  for (const leave of leaving) leave('/devices')
  return asked.mock.calls[0]?.[0]
}

const NUMBERS = Array.from({ length: 250 }, (_, n) => String(1001 + n))
interface Asked {
  pins: Record<string, string>
  run: string
}
let give: (asked: Asked) => unknown
let sealings = 0

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  backend.rpc.mockReset().mockImplementation(async (_name: string, asked: Asked) => give(asked))
  backend.from.mockReset().mockImplementation(() => {
    let chosen: readonly string[] = []
    const table = tableOf(() => answer(chosen.map((extension) => ({ id: `id ${extension}`, extension }))))
    table.in = (_column: string, numbers: readonly string[]) => {
      chosen = numbers
      return table
    }
    return table
  })
})

function show() {
  const { user } = open(<MissingPins numbers={NUMBERS} onClose={vi.fn()} />)
  vi.stubGlobal('fetch', async (_path: string, { body }: { body: string }) =>
    Response.json({ sealed: (JSON.parse(body).pins as unknown[]).map(() => `sealed ${sealings++}`) }),
  )
  return { user, assign: () => user.click(screen.getByRole('button', { name: 'Assign PINs' })) }
}
const given = ({ pins }: Asked) => answer(Object.keys(pins).map((number) => ({ number, name: '' })))
const requests = () => backend.rpc.mock.calls.map(([, asked]) => asked as Asked)

test('PINs for many mailboxes are assigned in parts, with progress, as one run', async () => {
  const second = Promise.withResolvers<void>()
  give = async (asked) => {
    if (requests().length > 1) await second.promise
    return given(asked)
  }
  const { assign } = show()
  await assign()
  await waitFor(() => expect(screen.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '200'))
  expect(screen.getByRole('progressbar')).toHaveAttribute('aria-valuemax', '250')
  expect(questionAtLeaving()).toMatch(/^Leave while this is running\?/)
  second.resolve()
  const told = await screen.findByRole('dialog', { name: 'Voicemail PINs' })
  expect(within(told).getAllByRole('listitem')).toHaveLength(250)
  expect(new Set(requests().map(({ run }) => run)).size).toBe(1)
})

test('PINs that were assigned before a failure are shown when the others are given up, with what failed', async () => {
  give = (asked) => (requests().length > 1 ? refusal('XX000', 'out of memory') : given(asked))
  const { assign, user } = show()
  await assign()
  expect(await screen.findByRole('alert')).toHaveTextContent('Something went wrong.')
  expect(questionAtLeaving()).toBe('Leave? These PINs are shown only here and cannot be read again.')
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  const told = await screen.findByRole('dialog', { name: 'Voicemail PINs' })
  expect(within(told).getAllByRole('listitem')).toHaveLength(200)
  expect(within(told).getByRole('alert')).toHaveTextContent(
    'Not every mailbox has a PINSomething went wrong. Assign PINs again for the others.',
  )
})

test('nothing is asked after a failure that left every mailbox as it was', async () => {
  give = () => refusal('XX000', 'out of memory')
  await show().assign()
  expect(await screen.findByRole('alert')).toHaveTextContent('Something went wrong.')
  expect(questionAtLeaving()).toBeUndefined()
})

test('the same PINs are assigned again after a lost answer, so that all of them are known', async () => {
  const lost = { data: null, error: { message: 'Failed to fetch' }, status: 0 }
  give = () => lost
  const { assign } = show()
  await assign()
  await screen.findByRole('alert')
  give = given
  await assign()
  const told = await screen.findByRole('dialog', { name: 'Voicemail PINs' })
  const shown = within(told).getAllByRole('listitem')
  expect(shown).toHaveLength(250)
  expect(shown.map((item) => item.textContent)).not.toContainEqual(expect.stringMatching(/^\d{4} $/))
  const [first, again] = requests()
  expect(again?.pins).toEqual(first?.pins)
  expect(new Set(requests().map(({ run }) => run)).size).toBe(1)
})
