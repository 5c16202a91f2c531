import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { simulate } from '@/lib/telephony/routing/simulate'
import type { TenantSnapshot } from '@/lib/telephony/routing/snapshot'
import {
  brokenExpectations,
  type Expectation,
  expectedText,
  type PossibleOutcome,
  possibleOutcomes,
  verdictOf,
} from '@/lib/telephony/simulator/expectation'
import { expectationProblems } from '@/lib/telephony/simulator/expectation-problems'
import { questionOf, type TestCall } from '@/lib/telephony/simulator/question'
import { NO_CALL } from '@/lib/telephony/simulator/started-call'
import { OWN_NUMBERS, randomTenant } from '@/tests/support/factories/random-tenant'
import { snapshotOf, voicemailOf } from '@/tests/support/factories/snapshot'
import {
  aMember,
  anExtension,
  anOutsideDestination,
  aNumber,
  aRingGroup,
  aRoute,
  aRule,
  aTimeCondition,
} from '@/tests/support/factories/snapshot-rows'

const NUMBER = '+12075550107'
const SERVICE = '+12075550199'
const NOW = Date.UTC(2026, 10, 22, 17)

/** A number that rings two desks on weekdays, and an answering service otherwise. */
const office = snapshotOf({
  dids: [aNumber(NUMBER, { destination_id: 't5000' })],
  time_conditions: [aTimeCondition('5000', { otherwise_destination_id: anOutsideDestination(SERVICE).id })],
  time_condition_rules: [aRule('t5000', 'g6000', { name: 'Weekdays', weekdays: [1, 2, 3, 4, 5] })],
  ring_groups: [aRingGroup('6000', { timeout_destination_id: voicemailOf('e1001') })],
  ring_group_members: [aMember('g6000', 1, 'e1001'), aMember('g6000', 2, 'e1002')],
  extensions: [anExtension('1001'), anExtension('1002')],
  destinations: [anOutsideDestination(SERVICE)],
  outbound_routes: [aRoute('national')],
})
const saturday: TestCall = { ...NO_CALL, to: NUMBER, at: '6 10:00' }
const monday: TestCall = { ...NO_CALL, to: NUMBER, at: '1 10:00' }
const expecting = (
  question: TestCall,
  outcome: Expectation['outcome'],
  destination_id: string | null,
): Expectation => ({
  id: 'x',
  name: 'Saturday',
  version: 1,
  question,
  outcome,
  destination_id,
})
const holds = (snapshot: TenantSnapshot, expectation: Expectation) =>
  verdictOf(snapshot, expectation, NOW).holds
const stations = (snapshot: TenantSnapshot, call: TestCall): PossibleOutcome[] => {
  const asked = questionOf(snapshot, call, NOW)
  return 'field' in asked
    ? []
    : possibleOutcomes(snapshot, simulate(snapshot, asked.started, asked.assumptions))
}

describe('an expectation', () => {
  test('that a call reaches a record is met if the call passes through it', () => {
    const expectation = expecting(saturday, 'comes_to', anOutsideDestination(SERVICE).id)
    expect(holds(office, expectation)).toBe(true)
    expect(holds(office, { ...expectation, question: monday })).toBe(false)
    expect(
      brokenExpectations(office, [expectation, { ...expectation, question: monday }], NOW),
    ).toMatchObject([{ expectation: { question: monday }, actual: 'The caller leaves a voicemail message.' }])
  })

  test('of a day that has passed is broken by nothing', () => {
    const at = (minute: string) =>
      expecting({ ...NO_CALL, to: NUMBER, at: minute }, 'comes_to', anOutsideDestination(SERVICE).id)
    // Both are Mondays, on which the desks ring.
    const [past, future] = [at('2026-11-16T10:00'), at('2026-11-23T10:00')]
    const byNobody = { ...past, question: { ...past.question, extension: '1999' } }
    for (const over of [past, byNobody])
      expect(verdictOf(office, over, NOW)).toMatchObject({ holds: true, isOver: true })
    expect(brokenExpectations(office, [past, future], NOW)).toMatchObject([{ expectation: future }])
    expect(expectationProblems(office, [past], NOW)).toEqual([])
  })

  test('that fails is a problem stating what was expected and what happens', () => {
    const broken = expecting(monday, 'comes_to', anOutsideDestination(SERVICE).id)
    const [found, ...more] = expectationProblems(
      office,
      [expecting(saturday, 'ends_unanswered', null), broken, expecting(monday, 'comes_to', 'g6000')],
      NOW,
    ).toSorted((one, other) => one.text.length - other.text.length)
    expect(more).toHaveLength(1)
    expect(found).toMatchObject({
      severity: 'error',
      kind: 'expectation-broken',
      record: { table: 'call_expectations', id: 'x', label: 'Saturday' },
      href: expect.stringMatching(/\/test-call#expectations$/),
    })
    expect(more[0]?.text).toMatch(
      /^Expectation “Saturday” is broken\. Expected: the call comes to .*\. Now: The caller leaves a voicemail message\.$/,
    )
  })

  test('that a call reaches a phone is met if a group rings it', () => {
    expect(holds(office, expecting(monday, 'comes_to', 'g6000'))).toBe(true)
    expect(holds(office, expecting(monday, 'comes_to', 'e1002'))).toBe(true)
    expect(holds(office, expecting(monday, 'comes_to', 't5000'))).toBe(true)
  })

  test('that a call ends somewhere is not met by passing through', () => {
    expect(holds(office, expecting(monday, 'ends_at', 'g6000'))).toBe(false)
    expect(holds(office, expecting(monday, 'ends_at', voicemailOf('e1001')))).toBe(true)
    const answered = { ...monday, phones: { 1002: 'answers' } } as const
    expect(holds(office, expecting(answered, 'ends_at', 'e1002'))).toBe(true)
    expect(holds(office, expecting(answered, 'ends_at', voicemailOf('e1001')))).toBe(false)
  })

  test('that nobody answers is met if the call is refused or abandoned', () => {
    expect(holds(office, expecting(monday, 'ends_unanswered', null))).toBe(false)
    expect(holds(office, expecting({ ...monday, patience: 10 }, 'ends_unanswered', null))).toBe(true)
    expect(holds(office, expecting({ ...monday, to: '4242' }, 'ends_unanswered', null))).toBe(true)
  })

  test('fails if its call can no longer be placed, and says what is missing', () => {
    const gone = expecting({ ...NO_CALL, extension: '1009', to: '1001' }, 'comes_to', 'e1001')
    expect(verdictOf(office, gone, NOW)).toMatchObject({
      holds: false,
      actual: 'There is no extension 1009. Choose another.',
    })
  })

  test('describes what it expects', () => {
    expect(expectedText(office, expecting(monday, 'comes_to', 'g6000'))).toBe(
      'comes to the ring group 6000 Group 6000',
    )
    expect(expectedText(office, expecting(monday, 'ends_unanswered', null))).toBe('ends unanswered')
  })
})

describe('the choices of expectation for a call', () => {
  test('are its ending, then everything it reaches, in order', () => {
    expect(stations(office, monday).map(({ text }) => text)).toEqual([
      'ends at the voicemail of extension 1001 Desk 1001',
      'comes to the time condition 5000 Hours 5000',
      'comes to the ring group 6000 Group 6000',
      'comes to the extension 1001 Desk 1001',
      'comes to the extension 1002 Desk 1002',
      'comes to the voicemail of extension 1001 Desk 1001',
    ])
  })

  test('are met when saved, for any tenant', () => {
    fc.assert(
      fc.property(fc.nat(), fc.nat(), fc.nat(20_160), (seed, choice, minutes) => {
        const snapshot = randomTenant(seed)
        const now = NOW + minutes * 60_000
        const call: TestCall = { ...NO_CALL, to: OWN_NUMBERS[choice % OWN_NUMBERS.length] ?? '' }
        const asked = questionOf(snapshot, call, now)
        if ('field' in asked) return
        for (const { outcome, destination } of possibleOutcomes(
          snapshot,
          simulate(snapshot, asked.started, asked.assumptions),
        )) {
          if (destination && 'number' in destination) continue
          const expectation = expecting(call, outcome, destination?.id ?? null)
          expect(verdictOf(snapshot, expectation, now).holds).toBe(true)
        }
      }),
      { numRuns: 800 },
    )
  })
})
