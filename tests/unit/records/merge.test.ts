import { describe, expect, test } from 'vitest'
import { merge } from '@/lib/records/merge'

const CHILD = { table: 'ring_group_members', parent: 'ring_group_id', orderBy: 'position' } as const
type Row = { id: string; delay: number }
const row = (id: string, delay = 0): Row => ({ id, delay })

/** The merged entries when two users change a list. */
function merged(base: Row[], theirs: Row[], mine: Row[], ...taken: string[]) {
  const stored = (rows: Row[], version: number) => ({
    id: 'g',
    version,
    ring_group_members: rows.map((one, at) => ({ ...one, position: at + 1, version })),
  })
  const versions = { base: stored(base, 1), theirs: stored(theirs, 2), mine: stored(mine, 1) }
  const { values, questions } = merge(versions, ['ring_group_members'], [CHILD], new Set(taken))
  const rows = (values.ring_group_members ?? theirs) as Row[]
  return { rows: rows.map(({ id, delay }) => row(id, delay)), questions }
}

describe('when two people edit the rows of a record', () => {
  test('edits of different rows merge without a question', () => {
    const result = merged(
      [row('a'), row('b'), row('c'), row('d')],
      [row('a', 5), row('b'), row('d'), row('theirs')],
      [row('a'), row('b', 7), row('c'), row('mine')],
    )
    expect(result).toEqual({
      rows: [row('a', 5), row('b', 7), row('theirs'), row('mine')],
      questions: [],
    })
  })

  test('edits of the same field of a row ask a question, and either answer works', () => {
    const question = { column: 'ring_group_members', place: 2, field: 'delay', theirs: 5, mine: 7 }
    const named = { row: expect.objectContaining({ id: 'b', delay: 7 }) }
    const lists: [Row[], Row[], Row[]] = [
      [row('a'), row('b')],
      [row('a'), row('b', 5)],
      [row('a'), row('b', 7)],
    ]
    const key = 'ring_group_members/b/delay'
    expect(merged(...lists)).toEqual({
      rows: [row('a'), row('b', 7)],
      questions: [{ key, ...question, ...named }],
    })
    expect(merged(...lists, key).rows).toEqual([row('a'), row('b', 5)])
  })

  test('a row that one edited and the other removed asks whether to keep it', () => {
    const key = 'ring_group_members/a'
    const question = {
      key,
      column: 'ring_group_members',
      place: 1,
      row: expect.objectContaining({ id: 'a' }),
    }
    expect(merged([row('a')], [], [row('a', 7)])).toEqual({
      rows: [row('a', 7)],
      questions: [{ ...question, theirs: false, mine: true }],
    })
    expect(merged([row('a')], [], [row('a', 7)], key).rows).toEqual([])
    expect(merged([row('a')], [row('a', 5)], [])).toEqual({
      rows: [],
      questions: [{ ...question, theirs: true, mine: false }],
    })
    expect(merged([row('a')], [row('a', 5)], [], key).rows).toEqual([row('a', 5)])
  })

  test('my row order wins, unless only they moved a row', () => {
    const [a, b, c] = [row('a'), row('b'), row('c')]
    expect(merged([a, b], [b, a], [a, b, c]).rows).toEqual([b, a, c])
    expect(merged([a, b, c], [c, a, b], [b, a, c]).rows).toEqual([b, a, c])
  })
})

test('only fields that both changed, differently, ask a question', () => {
  const base = { id: 'g', version: 1, name: 'Sales', note: '', color: 'red' }
  const theirs = { ...base, version: 2, name: 'Support', note: 'same' }
  const mine = { name: 'Sales team', note: 'same', color: 'blue' }
  const columns = ['name', 'note', 'color']
  const asked = [{ key: 'name', column: 'name', theirs: 'Support', mine: 'Sales team' }]
  expect(merge({ base, theirs, mine }, columns, [], new Set())).toEqual({
    values: mine,
    touched: columns,
    questions: asked,
  })
  expect(merge({ base, theirs, mine }, columns, [], new Set(['name'])).values.name).toBe('Support')
})

test('the same moment, spelled by the database and by a form, asks no question', () => {
  const base = { id: 'd', version: 1, override_until: null }
  const theirs = { ...base, version: 2, override_until: '2026-12-01T01:00:00+00:00' }
  const merged = (override_until: string) =>
    merge({ base, theirs, mine: { override_until } }, ['override_until'], [], new Set()).questions
  expect(merged('2026-12-01T01:00:00.000Z')).toEqual([])
  expect(merged('2026-12-01T04:00:00.000Z')).toHaveLength(1)
})
