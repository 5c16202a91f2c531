import { screen, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { e911BulkActions } from '@/components/dids/e911-bulk'
import { BulkDialog } from '@/components/records/bulk-dialog'
import type { RecordRow } from '@/lib/records/field'
import { did } from '@/lib/resources/did'
import { open, TENANT } from '../records/fake-backend'

vi.mock('@/lib/supabase/browser-client', () => ({ getSupabase: async () => ({}) }))
vi.mock('@/hooks/use-member', () => ({ useMember: () => ({}) }))
afterEach(() => vi.unstubAllGlobals())

function show(label: string, count: number) {
  const rows = Array.from({ length: count }, (_, n) => ({
    id: `d${n}`,
    tenant_id: TENANT.id,
    number: `+1207555010${7 + n}`,
    version: 3,
  })) as unknown as RecordRow[]
  const asked: unknown[] = []
  const onDone = vi.fn()
  const { user } = open(
    <BulkDialog
      resource={did as never}
      rows={rows}
      action={e911BulkActions.find((each) => each.label === label) as never}
      onClose={() => undefined}
      onDone={onDone}
    />,
  )
  const answer = (outcomes: unknown) =>
    vi.stubGlobal('fetch', async (_url: string, { body }: { body: string }) => {
      asked.push(JSON.parse(body))
      return Response.json(outcomes)
    })
  return { user, rows, onDone, asked, answer }
}

test.each([
  [
    'End 911 registration',
    'end',
    'Telnyx does not hold this number. End the registration with the carrier as well.',
  ],
  ['Ask the carrier', 'check', 'Telnyx has not answered yet.'],
])('%s lists the numbers with which something is left to do', async (label, action, note) => {
  const { user, rows, onDone, asked, answer } = show(label, 2)
  answer(rows.map(({ id }) => ({ id, problem: null, note: id === 'd1' ? note : null })))
  await user.click(await screen.findByRole('button', { name: label }))
  expect(await screen.findByText('1 done, 1 still open.')).toBeVisible()
  const [left, ...others] = within(screen.getByRole('list', { name: 'Still open' })).getAllByRole('listitem')
  expect(left).toHaveTextContent(`(207) 555-0108${note}`)
  expect(others).toEqual([])
  expect(asked).toEqual([{ action, numbers: rows.map(({ id, version }) => ({ id, version })) }])
  expect(onDone).toHaveBeenCalledWith(new Map())
})

test('numbers that failed stay selected, but not those that have changed', async () => {
  const problem = 'Telnyx could not be reached. Nothing was recorded; try again.'
  const outcomes = [
    { id: 'd0', problem, note: null },
    { id: 'd1', problem: 'No such street.', note: null, rejected: true },
    { id: 'd2', problem: null, note: 'Telnyx has not answered yet.' },
  ]
  const { user, onDone, answer } = show('Ask the carrier', 3)
  answer(outcomes)
  await user.click(await screen.findByRole('button', { name: 'Ask the carrier' }))
  expect(await screen.findByText('0 done, 3 still open.')).toBeVisible()
  expect(onDone).toHaveBeenCalledWith(new Map([['d0', problem]]))
})

test('numbers of a request without an answer stay selected', async () => {
  const { user, rows, onDone } = show('End 911 registration', 2)
  vi.stubGlobal('fetch', async () => Promise.reject(new TypeError('Failed to fetch')))
  await user.click(await screen.findByRole('button', { name: 'End 911 registration' }))
  expect(await screen.findByText('0 done, 2 still open.')).toBeVisible()
  const why = 'The server did not respond, so this may already be done. Try again.'
  expect(onDone).toHaveBeenCalledWith(new Map(rows.map(({ id }) => [id, why])))
})
