import { describe, expect, test } from 'vitest'
import { differingColumns } from '@/lib/records/merge'
import { type HistoryEntry, revisions } from '@/lib/trail/revisions'
import { changesOf } from '@/lib/trail/values'

const entry = (given: Partial<HistoryEntry>): HistoryEntry =>
  ({
    id: 'e1',
    at: '2026-01-06T10:00:00Z',
    actor: 'u1',
    actor_email: 'ann@demo.test',
    table_name: 'ring_groups',
    record_id: 'g1',
    record_label: 'Sales',
    action: 'update',
    changes: { name: ['Sale', 'Sales'] },
    transaction_id: 7,
    ...given,
  }) as HistoryEntry

describe('the history of a record', () => {
  test('groups the changes of a transaction, the record first', () => {
    const own = entry({ id: 'e2' })
    const member = entry({ id: 'e3', table_name: 'ring_group_members', record_id: 'm1', action: 'insert' })
    const older = entry({ id: 'e1', transaction_id: 6, at: '2026-01-05T10:00:00Z' })
    const [newest, oldest] = revisions([member, own, older], 'g1')
    expect(newest).toMatchObject({ actorEmail: 'ann@demo.test', entries: [own, member], revert: 'e2' })
    expect(oldest).toMatchObject({ entries: [older], revert: 'e1' })
  })

  test('offers to undo a change that affected only child rows', () => {
    const member = entry({ id: 'e3', record_id: 'm1', action: 'delete' })
    expect(revisions([member], 'g1')[0]?.revert).toBe('e3')
  })

  test.each([
    ['its creation', entry({ action: 'insert' })],
    ['a reveal', entry({ action: 'reveal', changes: { sip_password: [] } })],
    ['a changed secret', entry({ changes: { sip_password: ['••••••', '••••••'] } })],
  ])('cannot undo %s', (_what, only) => {
    expect(revisions([only], 'g1')[0]?.revert).toBeUndefined()
  })

  test('shows each field with its old and new value', () => {
    expect(changesOf(entry({}))).toEqual([{ column: 'name', before: 'Sale', after: 'Sales' }])
  })
})

describe('the difference between two states of a record', () => {
  const columns = ['name', 'enabled', 'members']

  test('is listed by column, treating undefined as null', () => {
    expect(
      differingColumns({ name: 'a', enabled: true }, { name: 'b', enabled: true, members: null }, columns),
    ).toEqual(['name'])
  })

  test('ignores columns maintained by the database, and the order of keys', () => {
    const stored = { members: [{ id: 'm1', version: 3, updated_at: 'x', delay: 5 }] }
    expect(differingColumns(stored, { members: [{ delay: 5, id: 'm1' }] }, columns)).toEqual([])
    expect(differingColumns(stored, { members: [{ delay: 6, id: 'm1' }] }, columns)).toEqual(['members'])
  })
})
