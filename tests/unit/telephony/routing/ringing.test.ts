import { describe, expect, test } from 'vitest'
import type { PhoneState } from '@/lib/telephony/routing/assumptions'
import { type GivenSnapshot, HANG_UP, snapshotOf } from '@/tests/support/factories/snapshot'
import * as make from '@/tests/support/factories/snapshot-rows'
import { ask, dialing, endOf, from, fromPhone, rung, said, to, TUESDAY, walk } from './routing-helpers'

const group = to('g6000')
const outsideNumber = '+12075550199'
const members = (...who: string[]) =>
  who.map((one, at) => make.aMember('g6000', at + 1, one, { timeout: 10 }))
const tenant = (given: Parameters<typeof make.aRingGroup>[1], more: GivenSnapshot = {}) =>
  snapshotOf({
    extensions: ['1001', '1002'].map((number) => make.anExtension(number)),
    ring_groups: [make.aRingGroup('6000', { timeout_destination_id: HANG_UP, ...given })],
    ring_group_members: members('e1001', 'e1002'),
    outbound_routes: [make.aRoute('national', { gateway_2_id: 'carrier-b' })],
    ...more,
  })
const answers = (after: number, confirms?: boolean): PhoneState => ({ is: 'answers', after, confirms })

describe('a member of a group that follows forwarding', () => {
  const forwarding = (destination: string | null, follow_forwarding = true) =>
    tenant(
      { follow_forwarding },
      {
        extensions: [
          make.anExtension('1001', { forward_all_enabled: true, forward_all_destination_id: destination }),
          make.anExtension('1002'),
          make.anExtension('1003', { enabled: false }),
        ],
        ring_group_members: members('e1001'),
        recordings: [make.aRecording('hello')],
        destinations: [outsideNumber, '+442079460018'].map(make.anOutsideDestination),
      },
    )
  const elsewhere = '1001 Desk 1001 does not ring: it forwards its calls to something the group cannot ring.'

  test.each([
    ['another extension', 'e1002', ['1002 Desk 1002']],
    ['an outside number', `out-${outsideNumber}`, ['(207) 555-0199']],
  ])('rings %s', (_, destination, labels) => {
    expect(ask(forwarding(destination), 'ring', group).legs.map(({ target }) => target.label)).toEqual(labels)
    expect(ask(forwarding(destination, false), 'ring', group).legs.map(({ target }) => target.label)).toEqual(
      ['1001 Desk 1001'],
    )
  })

  test.each([
    ['an extension that is off', 'e1003', elsewhere],
    ['a recording', 'r-hello', elsewhere],
    ['nothing', 'gone', elsewhere],
    [
      'a number that no route takes',
      'out-+442079460018',
      '1001 Desk 1001 does not ring: no outbound route takes its number.',
    ],
  ])('skips a member forwarding to %s', (_, destination, reason) => {
    const step = ask(forwarding(destination), 'decide', group)
    expect(said(step)).toContain(reason)
    expect(step.reason.record).toEqual({ table: 'ring_groups', id: 'g6000', label: '6000 Group 6000' })
  })
})

describe('a ringing group', () => {
  const outcomes = (snapshot: ReturnType<typeof tenant>, assumed: Parameters<typeof walk>[2] = {}) => {
    const path = walk(snapshot, group, assumed)
    return [...rung(path).map((ring, at) => `${ring} ${path.rings[at]?.outcome}`), endOf(path)]
  }
  const hungUp = 'refused after 10: The call is hung up.'

  test('is answered by the first to answer, or by the first in line if two answer at once', () => {
    const [at5, at3] = [answers(5), answers(3)]
    expect(outcomes(tenant({}), { phones: { e1001: at5, e1002: at3 } })).toEqual([
      '1001 0–3 stopped',
      '1002 0–3 answered',
      'answered after 3: 1002 Desk 1002 rings for 10 secs.',
    ])
    expect(outcomes(tenant({}), { phones: { e1001: at3, e1002: at3 } })).toEqual([
      '1001 0–3 answered',
      '1002 0–3 stopped',
      'answered after 3: 1001 Desk 1001 rings for 10 secs.',
    ])
  })

  test('shows no phone whose turn would come after the answer', () => {
    const inTurn = tenant({ strategy: 'sequence', call_timeout: 60 })
    expect(outcomes(inTurn, { phones: { e1001: answers(9) } })).toEqual([
      '1001 0–9 answered',
      'answered after 9: 1001 Desk 1001 rings for 10 secs.',
    ])
    expect(outcomes(inTurn, { phones: { e1001: answers(10) } })).toEqual([
      '1001 0–10 not answered',
      '1002 10–20 not answered',
      'refused after 20: The call is hung up.',
    ])
  })

  test('is answered immediately by a phone that answers immediately', () => {
    expect(outcomes(tenant({}), { others: answers(0) })).toEqual([
      '1001 0–0 answered',
      '1002 0–0 stopped',
      'answered after 0: 1001 Desk 1001 rings for 10 secs.',
    ])
  })

  test('is not answered by a member who has to confirm and does not', () => {
    const confirmed = (confirm: boolean) =>
      tenant({}, { ring_group_members: [make.aMember('g6000', 1, 'e1001', { timeout: 10, confirm })] })
    // Ten seconds to confirm, from the answer on.
    for (const [answered, end] of [
      [0, 10],
      [4, 14],
      [9, 19],
    ] as const)
      expect(outcomes(confirmed(true), { others: answers(answered, false) })).toEqual([
        `1001 0–${end} not confirmed`,
        `refused after ${end}: The call is hung up.`,
      ])
    expect(outcomes(confirmed(true), { others: answers(9, true) })[0]).toBe('1001 0–9 answered')
    expect(outcomes(confirmed(true), { others: { is: 'away' } })).toEqual(['1001 0–10 not answered', hungUp])
    expect(outcomes(confirmed(true), { others: answers(4, true) })[0]).toBe('1001 0–4 answered')
    expect(outcomes(confirmed(false), { others: answers(4, false) })[0]).toBe('1001 0–4 answered')
  })

  test.each<[what: string, assumed: Parameters<typeof walk>[2], rings: string[]]>([
    ['is unregistered', { outside: { [outsideNumber]: { is: 'unregistered' } } }, []],
    ['is away', {}, ['(207) 555-0199 0–10 not answered']],
    ['has a first gateway that is down', { failedGateways: ['carrier-a'] }, []],
    [
      'has a second gateway that is down',
      { failedGateways: ['carrier-b'] },
      ['(207) 555-0199 0–10 not answered'],
    ],
    ['has a first gateway with no free channels', { calls: { 'carrier-a': 1 } }, []],
    ['has a route at its call limit', { calls: { 'o-national': 1 } }, []],
  ])('rings an outside number that %s', (_, assumed, rings) => {
    const limited = tenant(
      {},
      {
        ring_group_members: members(outsideNumber),
        outbound_routes: [make.aRoute('national', { gateway_2_id: 'carrier-b', concurrent_limit: 1 })],
        gateways: [make.aGateway('carrier-a', { channels: 1 }), make.aGateway('carrier-b')],
      },
    )
    expect(outcomes(limited, assumed).slice(0, -1)).toEqual(rings)
  })
})

describe('an extension with forwarding', () => {
  const forwards = {
    forward_busy_enabled: true,
    forward_busy_destination_id: 'e1002',
    forward_not_registered_enabled: true,
    forward_not_registered_destination_id: 'e1003',
    forward_no_answer_enabled: true,
    forward_no_answer_destination_id: 'e1004',
    concurrent_limit: 1,
  }
  const desks = (given = {}) =>
    snapshotOf({
      extensions: [
        make.anExtension('1001', { ...forwards, ...given }),
        ...['1002', '1003', '1004'].map((number) => make.anExtension(number)),
      ],
    })
  const next = (assumed: Parameters<typeof walk>[2], given = {}) =>
    walk(desks(given), to('e1001'), { ...assumed, others: { is: 'away' } }).stages[0]?.taken?.place

  test.each<[what: string, assumed: Parameters<typeof walk>[2], id: string]>([
    ['is busy', { phones: { e1001: { is: 'busy' } } }, 'e1002'],
    ['declines', { phones: { e1001: { is: 'declines' } } }, 'e1002'],
    ['is at its call limit', { calls: { e1001: 1 } }, 'e1002'],
    ['has no phone registered', { phones: { e1001: { is: 'unregistered' } } }, 'e1003'],
    ['is away', {}, 'e1004'],
  ])('that %s forwards to the destination set for that case', (_, assumed, id) => {
    expect(next(assumed)).toEqual({ at: 'destination', id })
  })

  test('falls back to voicemail if forwarding is off or has no destination', () => {
    const voicemail = { at: 'voicemail', extensionId: 'e1001' }
    expect(next({}, { forward_no_answer_enabled: false })).toEqual(voicemail)
    expect(next({}, { forward_no_answer_destination_id: null })).toEqual(voicemail)
    const all = { forward_all_enabled: true, forward_all_destination_id: null }
    expect(ask(desks(all), 'ring', to('e1001')).legs).toHaveLength(1)
  })
})

describe('a call that leaves the tenant', () => {
  const leaving = snapshotOf({
    extensions: [make.anExtension('1001')],
    outbound_routes: [make.aRoute('national')],
    destinations: [{ ...make.anOutsideDestination('front desk'), id: 'out-letters' }],
  })
  const called = (state: PhoneState) =>
    walk(leaving, dialing('2075550142'), { outside: { '+12075550142': state } }, fromPhone('1001'), TUESDAY)

  test('is answered within two minutes, or not at all', () => {
    expect(endOf(called(answers(119)))).toMatch(/^answered after 119/)
    expect(endOf(called(answers(120)))).toMatch(/^refused after 120/)
    expect(called(answers(120)).rings.map(({ outcome }) => outcome)).toEqual(['not answered'])
  })

  test('ends when the caller loses patience', () => {
    const path = walk(
      leaving,
      dialing('2075550142'),
      { outside: { '+12075550142': { is: 'away' } }, patience: 30 },
      fromPhone('1001'),
    )
    expect([
      endOf(path),
      ...path.rings.map(({ start, end, outcome }) => `${start}–${end} ${outcome}`),
    ]).toEqual([
      'gave up after 30: Route national takes (207) 555-0142 and sends +12075550142 to carrier-a.',
      '0–30 stopped',
    ])
  })

  test('is refused if the number is not dialable', () => {
    const step = ask(leaving, 'refuse', to('out-letters'), from())
    expect([step.cause, ...said(step), step.reason.record.table]).toEqual([
      'NO_ROUTE_DESTINATION',
      'front desk cannot be dialed.',
      'tenants',
    ])
  })
})
