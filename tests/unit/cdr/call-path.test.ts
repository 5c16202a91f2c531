import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { pathOf } from '@/lib/cdr/call-path'
import { MAX_STEPS } from '@/lib/telephony/routing/next-step'

const record = {
  table: 'call_flows',
  id: '4f1f3a2e-9a51-4c42-8a0e-0d4e9a6b7c11',
  label: '8000 Day and night',
}
const at = Date.UTC(2026, 0, 9, 17, 6)
const step = { at, reason: { why: 'flow state', record, label: 'Night' } }
const hangsUp = { why: 'hangs up', record }
const kept = {
  at: '2026-01-09T17:06:00.000Z',
  why: 'flow state',
  text: expect.stringContaining('Night'),
  record,
}

describe('the call path in a CDR', () => {
  test('is stored as sentences with their records, oldest first', () => {
    const next = { at: at + 1000, reason: hangsUp }
    expect(pathOf(JSON.stringify([step, next]))).toEqual([
      kept,
      { at: '2026-01-09T17:06:01.000Z', why: 'hangs up', text: 'The call is hung up.', record },
    ])
  })

  test.each([
    ['an unknown reason', { at, reason: { why: 'magic', record } }],
    ['a reason that is a property of every object', { at, reason: { why: 'valueOf', record } }],
    ['a reason without the data its sentence needs', { at, reason: { why: 'gateways failed', record } }],
    ['no record', { at, reason: { why: 'hangs up' } }],
    ['an invalid table', { at, reason: { why: 'hangs up', record: { ...record, table: '../x' } } }],
    [
      'a table name that is too long',
      { at, reason: { ...hangsUp, record: { ...record, table: 'a'.repeat(41) } } },
    ],
    ['a table name that is empty', { at, reason: { ...hangsUp, record: { ...record, table: '' } } }],
    [
      'a table name with something before it',
      { at, reason: { ...hangsUp, record: { ...record, table: '.x' } } },
    ],
    [
      'a table name with something after it',
      { at, reason: { ...hangsUp, record: { ...record, table: 'x.' } } },
    ],
    ['an invalid id', { at, reason: { ...hangsUp, record: { ...record, id: 'a b' } } }],
    ['an id with something before it', { at, reason: { ...hangsUp, record: { ...record, id: '.a' } } }],
    ['an id with something after it', { at, reason: { ...hangsUp, record: { ...record, id: 'a.' } } }],
    ['an id that is too long', { at, reason: { ...hangsUp, record: { ...record, id: 'a'.repeat(41) } } }],
    ['an invalid timestamp', { at: 'noon', reason: step.reason }],
    ['a timestamp as text', { at: String(at), reason: step.reason }],
    ['a timestamp out of range', { at: Date.UTC(2100, 0, 1), reason: step.reason }],
    ['a missing timestamp', { at: 0, reason: step.reason }],
    ['an entry that is not a step', 17],
  ])('omits %s', (_what, bad) => {
    expect(pathOf(JSON.stringify([bad, step]))).toEqual([kept])
    expect(pathOf(JSON.stringify([bad]))).toBeNull()
  })

  test('accepts records whose id or name is empty or at its maximum length', () => {
    const edges = { table: 'a'.repeat(40), id: 'a'.repeat(40), label: 'l'.repeat(201) }
    const path = pathOf(
      JSON.stringify([
        { at: 1, reason: { why: 'hangs up', record: edges } },
        {
          at: Date.UTC(2100, 0, 1) - 1,
          reason: { why: 'plays', seconds: 1, record: { ...edges, label: 'p'.repeat(600) } },
        },
        { at, reason: { why: 'hangs up', record: { table: 'dids', id: '' } } },
      ]),
    )
    expect(path?.map(({ record: { label } }) => label.length)).toEqual([200, 200, 0])
    expect(path?.[1]?.text).toBe('p'.repeat(500))
  })

  test('is limited in steps and in bytes', () => {
    expect(pathOf(JSON.stringify(Array(200).fill(step)))).toHaveLength(MAX_STEPS + 1)
    const long = (length: number) => {
      const bare = JSON.stringify([{ ...step, padding: '' }]).length
      return pathOf(JSON.stringify([{ ...step, padding: 'x'.repeat(length - bare) }]))
    }
    expect(long(64 * 1024)).toEqual([kept])
    expect(long(64 * 1024 + 1)).toBeNull()
    expect(pathOf('{"0": 1}')).toBeNull()
  })

  test('is null or can be stored, whatever the switch sends', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json(), fc.constant('[{}]')), (text) => {
        const path = pathOf(text)
        expect(path === null || path.length > 0).toBe(true)
      }),
    )
    const hostile = { ...record, label: 'a\u0000b\ud800' }
    expect(
      pathOf(JSON.stringify([{ at, reason: { why: 'hangs up', record: hostile } }]))?.[0]?.record.label,
    ).toBe('ab\ufffd')
  })
})
