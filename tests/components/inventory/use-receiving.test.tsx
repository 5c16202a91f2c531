import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useReceiving } from '@/hooks/use-receiving'
import type { Receipt, Settled } from '@/lib/inventory/receiving'

const sent = vi.hoisted(() => ({ answers: new Map<string, (result: Settled) => void>() }))

vi.mock(import('@/lib/supabase/browser-client'), async (load) => ({
  ...(await load()),
  getSupabase: async () => ({}) as never,
}))
vi.mock(import('@/lib/inventory/stock-client'), async (load) => ({
  ...(await load()),
  sendReceipt: (_supabase: unknown, _owner: string, { mac }: Receipt) =>
    new Promise<Settled>((answer) => sent.answers.set(mac, answer)),
}))

const phone = (mac: string) => ({ mac, model: 'T54W', location: 'Shelf 3', serial: '' })
const FIRST = '80:5E:C0:11:22:33'
const SECOND = '80:5E:C0:11:22:34'

beforeEach(() => sent.answers.clear())
afterEach(() => window.localStorage.clear())

const asked = (mac: string) => vi.waitFor(() => expect(sent.answers.has(mac)).toBe(true))
const stored = (mac: string, state: Receipt['state']) =>
  vi.waitFor(() =>
    expect(JSON.parse(window.localStorage.getItem('receiving ada') ?? '[]')).toContainEqual(
      expect.objectContaining({ mac, state }),
    ),
  )

test('a phone scanned before the screen shows the last answer is sent too', async () => {
  const { result } = renderHook(() => useReceiving('ada'))
  await act(async () => {
    result.current.add(phone(FIRST))
  })
  await asked(FIRST)
  // Nothing is rendered within an act, as on a phone that is busy with its camera.
  await act(async () => {
    sent.answers.get(FIRST)?.({ state: 'received' })
    await stored(FIRST, 'received')
    result.current.add(phone(SECOND))
  })
  await asked(SECOND)
})

test('a phone corrected before the screen shows its answer is sent again', async () => {
  const { result } = renderHook(() => useReceiving('ada'))
  await act(async () => {
    result.current.add(phone(FIRST))
  })
  await asked(FIRST)
  await act(async () => {
    sent.answers.get(FIRST)?.({ state: 'received' })
    await stored(FIRST, 'received')
    sent.answers.clear()
    result.current.correct(result.current.receipts[0]?.id ?? '', { location: 'Shelf 4' })
  })
  await asked(FIRST)
})

type Hook = ReturnType<typeof useReceiving>
test.each<[string, Settled, (hook: Hook, id: string) => void, Settled, Receipt['state'][]]>([
  [
    'corrected',
    { state: 'received' },
    ({ correct }, id) => correct(id, { serial: 'S-1' }),
    { state: 'received' },
    ['received'],
  ],
  ['removed', { state: 'received' }, ({ remove }, id) => remove(id), 'removed', []],
  [
    'tried again',
    { state: 'rejected', reason: 'No.' },
    ({ tryAgain }) => tryAgain(),
    { state: 'received' },
    ['received'],
  ],
])('a phone that is %s is settled by one answer', async (_what, first, change, second, states) => {
  const { result } = renderHook(() => useReceiving('ada'))
  act(() => void result.current.add(phone(FIRST)))
  const answered = async (outcome: Settled) => {
    await asked(FIRST)
    const answer = sent.answers.get(FIRST)
    sent.answers.clear()
    await act(async () => answer?.(outcome))
  }
  await answered(first)
  act(() => change(result.current, result.current.receipts[0]?.id ?? ''))
  await answered(second)
  expect(result.current.receipts.map(({ state }) => state)).toEqual(states)
  expect(sent.answers.size).toBe(0)
})

test('phones scanned in another tab are kept beside those scanned here', async () => {
  const { result } = renderHook(() => useReceiving('ada'))
  const theirs = JSON.stringify([{ ...phone(FIRST), id: 'theirs', state: 'waiting' }])
  act(() => {
    window.localStorage.setItem('receiving ada', theirs)
    window.dispatchEvent(new StorageEvent('storage', { key: 'receiving ada', newValue: theirs }))
  })
  expect(result.current.add(phone(FIRST))).toBe('seen')
  act(() => void result.current.add(phone(SECOND)))
  expect(result.current.receipts.map(({ mac }) => mac)).toEqual([SECOND, FIRST])
  await stored(FIRST, 'waiting')
  await stored(SECOND, 'waiting')
})

test('what another tab has stored before this one is told is kept, whatever is done here', async () => {
  const { result } = renderHook(() => useReceiving('ada'))
  act(() => void result.current.add(phone(FIRST)))
  const receipts = () => JSON.parse(window.localStorage.getItem('receiving ada') ?? '[]') as Receipt[]
  const elsewhere = (change: (kept: Receipt[]) => Receipt[]) =>
    window.localStorage.setItem('receiving ada', JSON.stringify(change(receipts())))
  const theirs = { ...phone(SECOND), id: 'theirs', state: 'waiting' } as Receipt

  elsewhere((kept) => [theirs, ...kept])
  expect(result.current.add(phone(SECOND))).toBe('seen')
  await asked(FIRST)
  await act(async () => {
    sent.answers.get(FIRST)?.({ state: 'received' })
    await stored(FIRST, 'received')
  })
  await stored(SECOND, 'waiting')

  elsewhere((kept) => kept.map((receipt) => ({ ...receipt, serial: `S-${receipt.mac}` })))
  act(() => result.current.correct(theirs.id, { location: 'Shelf 9' }))
  expect(receipts()).toMatchObject([
    { mac: SECOND, serial: `S-${SECOND}`, location: 'Shelf 9' },
    { mac: FIRST, serial: `S-${FIRST}` },
  ])
})

test('phones are sent only for the user who scanned them', async () => {
  const ada = renderHook(() => useReceiving('ada'))
  act(() => void ada.result.current.add(phone(FIRST)))
  await asked(FIRST)
  ada.unmount()
  sent.answers.clear()
  const ben = renderHook(() => useReceiving('ben'))
  expect(ben.result.current.receipts).toEqual([])
  act(() => void ben.result.current.add(phone(SECOND)))
  await asked(SECOND)
  expect([...sent.answers.keys()]).toEqual([SECOND])
  ben.unmount()
  renderHook(() => useReceiving('ada'))
  await asked(FIRST)
})
