import { describe, expect, test } from 'vitest'
import { reasonText } from '@/lib/telephony/routing/reason-text'
import { simulate } from '@/lib/telephony/routing/simulate'
import { linesOf } from '@/lib/telephony/simulator/answer'
import { questionOf } from '@/lib/telephony/simulator/question'
import { NO_CALL } from '@/lib/telephony/simulator/started-call'
import { comparePaths, parseStoredPath, pressedIn } from '@/lib/telephony/simulator/stored-path'
import { snapshotOf } from '@/tests/support/factories/snapshot'
import { aMember, anExtension, aNumber, aRingGroup } from '@/tests/support/factories/snapshot-rows'

const NUMBER = '+12075550107'
const entry = (why: string, id: string, table = 'dids') => ({
  at: '2026-11-23T15:00:00.000Z',
  why,
  text: `${why} ${id}.`,
  record: { table, id, label: id },
})

describe('the path stored in a call record', () => {
  test('is read as stored, without entries that cannot be read', () => {
    const path = [entry('number routed', 'd1'), { at: 'noon' }, entry('told by a stranger', 'x', 'members')]
    expect(parseStoredPath(path)).toEqual([
      { ...entry('number routed', 'd1'), at: Date.UTC(2026, 10, 23, 15) },
    ])
  })

  test('is null for calls without routing steps', () => {
    expect([null, undefined, [], {}, 'x', [{}]].map(parseStoredPath)).toEqual([
      null,
      null,
      null,
      null,
      null,
      null,
    ])
  })
})

test('tells the keys that the caller pressed, by its sentences', () => {
  const record = { table: 'ivr_menus', id: 'm7000', label: '7000' } as const
  const reasons = [
    { why: 'menu asks', record, options: 3, directDial: true },
    { why: 'menu option', record, digits: '*2', description: '7' },
    { why: 'menu direct dial', record, digits: '1001' },
    { why: 'queue exit key', record, key: '#' },
  ] as const
  const path = reasons.map((reason) => ({ at: 0, why: reason.why, text: reasonText(reason), record }))
  expect(pressedIn(path)).toBe('*2 1001 #')
})

test('is compared with today’s path, marking steps that only one of them has', () => {
  const snapshot = snapshotOf({
    dids: [aNumber(NUMBER, { destination_id: 'g6000' })],
    ring_groups: [aRingGroup('6000')],
    ring_group_members: [aMember('g6000', 1, 'e1001')],
    extensions: [anExtension('1001')],
  })
  const asked = questionOf(snapshot, { ...NO_CALL, to: NUMBER }, 0)
  if ('field' in asked) throw new Error(asked.text)
  const lines = linesOf(simulate(snapshot, asked.started, asked.assumptions))
  const told =
    parseStoredPath([
      entry('number routed', `d${NUMBER}`),
      entry('rule applies', 't5000', 'time_conditions'),
    ]) ?? []
  const { then, today } = comparePaths(told, lines)
  expect(then.map(({ differs }) => differs)).toEqual([false, true])
  expect(today.map(({ step, differs }) => [step.reason.why, differs])).toEqual([
    ['number routed', false],
    ['group rings', true],
    ['group hangs up', true],
  ])
})
