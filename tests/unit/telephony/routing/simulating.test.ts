import { describe, expect, test } from 'vitest'
import { type GivenSnapshot, snapshotOf } from '@/tests/support/factories/snapshot'
import {
  aMember,
  anAgent,
  anExtension,
  aQueue,
  aRingGroup,
  aRule,
  aTier,
  aTimeCondition,
} from '@/tests/support/factories/snapshot-rows'
import { endOf, from, fromPhone, rung, to, TUESDAY, walk } from './routing-helpers'

const away = { forward_no_answer_enabled: true, forward_no_answer_destination_id: 'e1002' }
const tenant = (more: GivenSnapshot = {}) =>
  snapshotOf({ extensions: [anExtension('1001', away), anExtension('1002')], ...more })

describe('a caller who hangs up', () => {
  test('while the second phone rings, has waited no longer than that', () => {
    const path = walk(tenant(), to('e1001'), { patience: 40 })
    expect(rung(path)).toEqual(['1001 0–30', '1002 30–40'])
    expect(path.rings.map(({ outcome }) => outcome)).toEqual(['not answered', 'stopped'])
    expect(endOf(path)).toBe('gave up after 40: 1002 Desk 1002 rings for 30 secs.')
  })

  test('as a phone stops ringing, is sent on before that', () => {
    const path = walk(tenant(), to('e1001'), { patience: 30 })
    expect(path.stages.map(({ seconds, step }) => [step.kind, seconds])).toEqual([
      ['ring', 30],
      ['ring', 0],
    ])
  })

  test('is gone before phones that start later', () => {
    const ring_group_members = [
      aMember('g6000', 1, 'e1001'),
      aMember('g6000', 2, 'e1002', { delay: 10, timeout: 20 }),
    ]
    const group = tenant({ ring_groups: [aRingGroup('6000')], ring_group_members })
    expect(rung(walk(group, to('g6000'), { patience: 5 }))).toEqual(['1001 0–5'])
  })
})

test('a queue that a call reaches later finds agents as they are by then', () => {
  // Signed in at ten.
  const hours = [[600, 1020]]
  const agent = { status: 'Logged Out', time_condition_id: 't5000' }
  const snapshot = snapshotOf({
    extensions: [
      anExtension('1001', { ...away, forward_no_answer_destination_id: 'q8000' }),
      anExtension('1002'),
    ],
    call_center_queues: [aQueue('8000', { max_wait_time: 30 })],
    call_center_agents: [anAgent('e1002', agent)],
    call_center_tiers: [aTier('q8000', 'a-e1002')],
    time_conditions: [aTimeCondition('5000')],
    time_condition_rules: [aRule('t5000', 'q8000', { time_ranges: hours })],
  })
  const assumed = { phones: { e1002: { is: 'answers', after: 2 } } } as const
  const ringing = (place: string) => rung(walk(snapshot, to(place), assumed, from(), TUESDAY - 15_000))
  expect(ringing('q8000')).toEqual([])
  expect(ringing('e1001')).toEqual(['1001 0–30', '1002 30–32'])
})

test('a call counts towards the limits of the phone that makes it', () => {
  const desk = (concurrent_limit: number) =>
    tenant({ extensions: [anExtension('1001', { concurrent_limit }), anExtension('1002')] })
  const rings = (limit: number, call = fromPhone('1001')) =>
    rung(walk(desk(limit), { at: 'dialed', digits: '1001' }, {}, call))
  expect(rings(1)).toEqual([])
  expect(rings(2)).toEqual(['1001 0–30'])
  expect(rings(1, from())).toEqual(['1001 0–30'])
})
