import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { RowList } from '@/lib/live/row-list'

const at = (minute: number) => new Date(Date.UTC(2026, 0, 5, 9, minute)).toISOString()
const row = (id: string, minute = 0, changed = minute) => ({
  id,
  created_at: at(minute),
  updated_at: at(changed),
})
const ids = (rows: readonly { id: string }[]) => rows.map(({ id }) => id)

describe('A list of rows', () => {
  test('puts inserted rows ahead of rows read earlier', () => {
    const list = new RowList()
    list.append([row('a'), row('b')])
    list.prepend([row('c', 1)])
    list.append([row('d')])
    expect(ids(list.rows)).toEqual(['c', 'a', 'b', 'd'])
  })

  test('orders inserted rows by creation time, however late they arrive', () => {
    const list = new RowList()
    list.prepend([row('new', 9)])
    list.prepend([row('old', 1), row('middle', 5)])
    expect(ids(list.rows)).toEqual(['new', 'middle', 'old'])
  })

  test('returns only rows that were not in the list, inserted rows oldest first', () => {
    const list = new RowList()
    expect(ids(list.append([row('a'), row('a'), row('b')]))).toEqual(['a', 'b'])
    expect(ids(list.prepend([row('z', 3), row('b'), row('y', 2)]))).toEqual(['y', 'z'])
  })

  test('keeps the same array while nothing is added', () => {
    const list = new RowList()
    list.append([row('a')])
    const before = list.rows
    list.prepend([row('a')])
    expect(list.rows).toBe(before)
  })

  test('replaces a changed row in place, but never with an older version', () => {
    const list = new RowList()
    list.append([row('a'), row('b'), row('c')])
    expect(list.update([row('b', 0, 5), row('unknown', 0, 5)])).toEqual([row('b', 0, 5)])
    expect(list.update([row('b', 0, 3)])).toEqual([])
    expect(list.rows).toEqual([row('a'), row('b', 0, 5), row('c')])
  })

  test('removes rows from either part, and accepts them again later', () => {
    const list = new RowList()
    list.append([row('a'), row('b')])
    list.prepend([row('c', 1)])
    expect(list.remove(['c', 'a', 'unknown'])).toEqual(['c', 'a'])
    expect(ids(list.rows)).toEqual(['b'])
    list.prepend([row('a', 2)])
    expect(ids(list.rows)).toEqual(['a', 'b'])
  })

  test('holds each row once, inserted rows newest first, in whatever order they arrive', () => {
    const rows = fc.array(
      fc.nat(30).map((n) => row(`row ${n}`, n % 7)),
      { maxLength: 8 },
    )
    const step = fc.record({ kind: fc.constantFrom('append', 'prepend'), rows })
    fc.assert(
      fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
        const list = new RowList()
        const inserted = new Set<string>()
        for (const { kind, rows } of steps) {
          if (kind === 'append') list.append(rows)
          else for (const { id } of list.prepend(rows)) inserted.add(id)
        }
        const all = ids(list.rows)
        expect(new Set(all).size).toBe(all.length)
        expect(new Set(all)).toEqual(new Set(steps.flatMap(({ rows }) => ids(rows))))
        const front = list.rows.slice(0, inserted.size)
        expect(new Set(ids(front))).toEqual(inserted)
        const times = front.map(({ created_at }) => created_at)
        expect(times).toEqual(times.toSorted().reverse())
      }),
      { numRuns: 2000 },
    )
  })
})
