import { afterEach, expect, test, vi } from 'vitest'
import type { ChangeListener } from '@/lib/live/change-channel'
import { sessionLists } from '@/lib/live/session-lists'
import type { Company, Opportunity } from '@/lib/live/sources'

const session = vi.hoisted(() => ({
  user: { id: 'ada' } as { id: string } | null,
  readers: new Set<() => void>(),
}))
vi.mock('@/lib/session/session-store', () => ({
  currentUser: () => session.user,
  subscribeToUser(reader: () => void) {
    session.readers.add(reader)
    return () => session.readers.delete(reader)
  },
}))

const channel = vi.hoisted(() => ({ listener: undefined as ChangeListener | undefined }))
vi.mock('@/lib/supabase/browser-client', () => ({ getSupabase: async () => ({}) }))
vi.mock('@/lib/live/change-channel', () => ({
  openChangeChannel(_supabase: unknown, listener: ChangeListener) {
    channel.listener = listener
    return () => undefined
  },
}))

afterEach(() => {
  vi.useRealTimers()
})

test('lists replaced for other rights follow the session no more, and the newest end with it, once', () => {
  const first = sessionLists('ada', 'sales.view')
  const closeFirst = vi.spyOn(first, 'close')
  const second = sessionLists('ada', 'sales.view,sales.edit')
  const closeSecond = vi.spyOn(second, 'close')
  expect(second).not.toBe(first)
  expect(session.readers.size).toBe(1)
  session.user = null
  for (const reader of session.readers) reader()
  expect(closeFirst).toHaveBeenCalledOnce()
  expect(closeSecond).toHaveBeenCalledOnce()
  expect(session.readers.size).toBe(0)
})

test('rows that are pushed one by one, as of an import, are taken together, in their order', async () => {
  vi.useFakeTimers()
  session.user = { id: 'grace' }
  const { companies, opportunities, follow } = sessionLists('grace', 'sales.view')
  follow()
  await vi.waitFor(() => expect(channel.listener).toBeDefined())
  const listener = channel.listener as ChangeListener
  const changed = vi.fn()
  companies.subscribe(changed)

  const at = '2026-01-05T09:00:00Z'
  const company = (number: number, name = `Company ${number}`) =>
    ({ id: `c${number}`, name, created_at: at, updated_at: at }) as Company
  const lead = { id: 'l', name: 'Lead', company_id: 'c7', status: 'lead', created_at: at, updated_at: at }
  listener.opportunity({ kind: 'insert', row: lead as Opportunity })
  for (let number = 0; number < 1000; number += 1) listener.company({ kind: 'insert', row: company(number) })
  listener.company({ kind: 'update', row: company(7, 'Renamed') })
  listener.company({ kind: 'delete', id: 'c8' })
  expect(changed).not.toHaveBeenCalled()
  await vi.runAllTimersAsync()

  expect(changed).toHaveBeenCalledTimes(3)
  expect(companies.state().rows).toHaveLength(999)
  expect(companies.get('c7')?.name).toBe('Renamed')
  expect(companies.get('c8')).toBeUndefined()
  expect(opportunities.state().rows).toEqual([{ ...lead, company: { name: 'Renamed' } }])

  listener.company({ kind: 'delete', id: 'c9' })
  listener.company({ kind: 'insert', row: company(9, 'Came back') })
  await vi.runAllTimersAsync()
  expect(companies.get('c9')?.name).toBe('Came back')
})
