import { describe, expect, test } from 'vitest'
import { type GivenSnapshot, snapshotOf } from '@/tests/support/factories/snapshot'
import {
  aBlockRule,
  aFlow,
  aMember,
  anAgent,
  anExtension,
  anOutsideDestination,
  aNumber,
  aQueue,
  aRecording,
  aRingGroup,
  aRoute,
  aTier,
  aTimeCondition,
} from '@/tests/support/factories/snapshot-rows'
import { ask, CALLER, endOf, from, fromPhone, rung, said, to, walk } from './routing-helpers'

const extensions = ['1001', '1002', '1003'].map((number) => anExtension(number))
const [one, two, three] = ['e1001', 'e1002', 'e1003'] as const

describe('a ring group', () => {
  const group = to('g6000')
  const tenant = (given: Parameters<typeof aRingGroup>[1] = {}, more: GivenSnapshot = {}) =>
    snapshotOf({
      extensions,
      ring_groups: [aRingGroup('6000', given)],
      ring_group_members: [
        aMember('g6000', 1, one, { timeout: 10 }),
        aMember('g6000', 2, two, { timeout: 15, delay: 2 }),
        aMember('g6000', 3, three, { timeout: 10 }),
      ],
      ...more,
    })

  test('rings all members at once, until the first answer', () => {
    const path = walk(tenant(), group, { phones: { [two]: { is: 'answers', after: 3 } } })
    expect(rung(path)).toEqual(['1001 0–5', '1002 2–5', '1003 0–5'])
    expect(path.end.answeredBy?.label).toBe('1002 Desk 1002')
  })

  test('does not ring a member whose turn comes as another one answers', () => {
    const ring_group_members = [aMember('g6000', 1, one), aMember('g6000', 2, two, { delay: 3, timeout: 20 })]
    const path = walk(tenant({}, { ring_group_members }), group, {
      phones: { [one]: { is: 'answers', after: 3 } },
    })
    expect(rung(path)).toEqual(['1001 0–3'])
  })

  test('rings members in sequence, and stops at its own timeout', () => {
    const path = walk(tenant({ strategy: 'sequence', call_timeout: 30 }), group)
    expect(rung(path)).toEqual(['1001 0–10', '1002 12–27', '1003 27–30'])
    expect(endOf(path)).toBe(
      'refused after 30: Nobody in 6000 Group 6000 answers, and it has no timeout destination.',
    )
  })

  test('moves on at once from a busy member, whose successor still rings for no longer than its own timeout', () => {
    const path = walk(tenant({ strategy: 'sequence', call_timeout: 30 }), group, {
      phones: { [one]: { is: 'busy' } },
    })
    expect(rung(path)).toEqual(['1002 2–17', '1003 17–20'])
  })

  test('rings in the order of its list if nothing was drawn for the call', () => {
    const numbers = Array.from({ length: 8 }, (_, at) => String(1001 + at))
    const snapshot = tenant(
      { strategy: 'random' },
      {
        extensions: numbers.map((number) => anExtension(number)),
        ring_group_members: numbers.map((number, at) => aMember('g6000', at, `e${number}`, { timeout: 3 })),
      },
    )
    const { legs } = ask(snapshot, 'ring', group, { ...from(), draw: 0 })
    expect(legs.map(({ target }) => target.kind === 'extension' && target.number)).toEqual(numbers)
  })

  test('rings in a random order that stays the same for the call', () => {
    const order = (draw: number) =>
      ask(tenant({ strategy: 'random' }), 'ring', group, { ...from(), draw })
        .legs.map(({ target }) => target.number)
        .join(' ')
    const orders = new Set(Array.from({ length: 60 }, (_, draw) => order(draw)))
    expect(orders.size).toBe(6)
    expect(order(7)).toBe(order(7))
    expect(order(0)).toBe('1001 1002 1003')
  })

  test('sends the call to its timeout destination, and emails a missed-call notice', () => {
    const snapshot = tenant({ timeout_destination_id: one, missed_call_email: 'desk@acme.test' })
    const step = ask(snapshot, 'ring', group)
    expect(step.then.unanswered.place).toEqual({ at: 'destination', id: one })
    expect(said(step)).toContain('If nobody answers, desk@acme.test gets an email.')
  })

  test('skips members that cannot ring, with the reason', () => {
    const snapshot = tenant(
      {},
      {
        extensions: [
          anExtension('1001', { do_not_disturb: true }),
          anExtension('1002', { suspended: true }),
          anExtension('1003'),
        ],
      },
    )
    const step = ask(snapshot, 'ring', group)
    expect(step.legs.map(({ target }) => target.label)).toEqual(['1003 Desk 1003'])
    expect(said(step).slice(1)).toEqual([
      '1001 Desk 1001 does not ring: it is on do not disturb.',
      '1002 Desk 1002 does not ring: it is suspended.',
    ])
  })

  test('skips the member who calls', () => {
    const step = ask(tenant(), 'ring', group, fromPhone('1002'))
    expect(step.legs.map(({ target }) => target.label)).toEqual(['1001 Desk 1001', '1003 Desk 1003'])
    expect(said(step)).toContain('1002 Desk 1002 does not ring: it is calling.')
    const alone = tenant({}, { ring_group_members: [aMember('g6000', 1, two)] })
    expect(ask(alone, 'decide', group, fromPhone('1002')).reason.why).toBe('group hangs up')
  })

  test('skips a member that blocks the caller', () => {
    const snapshot = tenant({}, { call_block_rules: [aBlockRule(CALLER, { extension_id: two })] })
    expect(rung(walk(snapshot, group))).toEqual(['1001 0–10', '1003 0–10'])
  })

  test('rings a forwarded phone, or follows its forwarding if set to do so', () => {
    const forwarded = anExtension('1001', {
      forward_all_enabled: true,
      forward_all_destination_id: 'out-+12075550188',
    })
    const more = {
      extensions: [forwarded, ...extensions.slice(1)],
      ring_group_members: [aMember('g6000', 1, one)],
      destinations: [anOutsideDestination('+12075550188')],
      outbound_routes: [aRoute('national')],
    }
    expect(rung(walk(tenant({}, more), group))).toEqual(['1001 0–30'])
    expect(rung(walk(tenant({ follow_forwarding: true }, more), group))).toEqual(['(207) 555-0188 0–30'])
  })

  test('follows the forwarding of a phone on do not disturb, as calls to the phone do', () => {
    const forwarded = { do_not_disturb: true, forward_all_enabled: true, forward_all_destination_id: two }
    const more = (given = {}) => ({
      extensions: extensions.with(0, anExtension('1001', { ...forwarded, ...given })),
      ring_group_members: [aMember('g6000', 1, one)],
    })
    expect(rung(walk(tenant({ follow_forwarding: true }, more()), group))).toEqual(['1002 0–30'])
    expect(rung(walk(tenant({}, more()), group))).toEqual([])
    const off = { forward_all_enabled: false }
    expect(rung(walk(tenant({ follow_forwarding: true }, more(off)), group))).toEqual([])
    const blocking = { call_block_rules: [aBlockRule(CALLER, { extension_id: one })] }
    expect(rung(walk(tenant({ follow_forwarding: true }, { ...more(), ...blocking }), group))).toEqual([])
  })

  describe('with a member that is one of the tenant’s own numbers', () => {
    const OWN = '+12075550101'
    const withNumber = (given: Parameters<typeof aNumber>[1], more: GivenSnapshot = {}) =>
      tenant(
        {},
        {
          ring_group_members: [aMember('g6000', 1, one, { timeout: 10 }), aMember('g6000', 2, OWN)],
          dids: [aNumber(OWN, given)],
          destinations: [anOutsideDestination('+12075550188')],
          outbound_routes: [aRoute('national')],
          ...more,
        },
      )

    test('rings the extension that it leads to, which no carrier takes part in', () => {
      expect(rung(walk(withNumber({ destination_id: two }), group))).toEqual(['1001 0–10', '1002 0–30'])
    })

    test('follows its time condition and call flow, and the number that it forwards to', () => {
      const more = {
        time_conditions: [aTimeCondition('5000', { otherwise_destination_id: 'f3000' })],
        call_flows: [aFlow('3000', { normal_destination_id: 'out-+12075550188' })],
      }
      const snapshot = withNumber({ destination_id: 't5000' }, more)
      expect(rung(walk(snapshot, group))).toEqual(['1001 0–10', '(207) 555-0188 0–30'])
    })

    test('does not ring if it leads elsewhere or back, with the reason', () => {
      for (const destination_id of [null, 'g6000', `out-${OWN}`]) {
        const destinations = [anOutsideDestination(OWN)]
        const step = ask(withNumber({ destination_id }, { destinations }), 'ring', group)
        expect(step.legs.map(({ target }) => target.label)).toEqual(['1001 Desk 1001'])
        expect(said(step)).toContain(
          '(207) 555-0101 does not ring: it is a number of this tenant that leads to no phone.',
        )
      }
    })

    test('does not ring a phone a second time', () => {
      const step = ask(withNumber({ destination_id: one }), 'ring', group)
      expect(step.legs.map(({ target }) => target.label)).toEqual(['1001 Desk 1001'])
      expect(said(step)).toContain('(207) 555-0101 does not ring: another member rings the same phone.')
      const outside = '+12075550188'
      const more = { ring_group_members: [aMember('g6000', 1, OWN), aMember('g6000', 2, outside)] }
      expect(rung(walk(withNumber({ destination_id: `out-${outside}` }, more), group))).toEqual([
        '(207) 555-0188 0–30',
      ])
    })

    test('does not ring a phone that would not ring as a member', () => {
      const quiet = extensions.with(1, anExtension('1002', { do_not_disturb: true }))
      const step = ask(withNumber({ destination_id: two }, { extensions: quiet }), 'ring', group)
      expect(said(step)).toContain('(207) 555-0101 does not ring: it is on do not disturb.')
    })

    test('rings it at its old carrier while it is being ported in', () => {
      const snapshot = withNumber({ destination_id: two, status: 'porting_in' })
      expect(rung(walk(snapshot, group))).toEqual(['1001 0–10', '(207) 555-0101 0–30'])
    })

    test('rings the extension in place of a forwarding to it', () => {
      const forwarded = anExtension('1001', {
        forward_all_enabled: true,
        forward_all_destination_id: `out-${OWN}`,
      })
      const snapshot = tenant(
        { follow_forwarding: true },
        {
          extensions: extensions.with(0, forwarded),
          ring_group_members: [aMember('g6000', 1, one)],
          dids: [aNumber(OWN, { destination_id: two })],
          destinations: [anOutsideDestination(OWN)],
          outbound_routes: [aRoute('national')],
        },
      )
      expect(rung(walk(snapshot, group))).toEqual(['1002 0–30'])
    })
  })

  test('sends the call on at once if no member can ring', () => {
    const snapshot = tenant({ timeout_destination_id: two }, { ring_group_members: [] })
    expect(ask(snapshot, 'decide', group)).toMatchObject({
      reason: { why: 'group has nobody' },
      chosen: { place: { id: two } },
    })
  })

  test('plays its greeting before ringing', () => {
    const snapshot = tenant(
      { greeting_recording_id: 'r-hello' },
      { recordings: [aRecording('hello', { duration_ms: 4200 })] },
    )
    const path = walk(snapshot, group, { phones: { [one]: { is: 'answers', after: 1 } } })
    expect(rung(path)[0]).toBe('1001 5–6')
  })

  test('takes no calls while it is disabled', () => {
    expect(walk(tenant({ enabled: false }), group).end).toMatchObject({
      how: 'refused',
      reason: { why: 'disabled' },
    })
  })
})

describe('a queue', () => {
  const queue = to('q8000')
  const tenant = (given: Parameters<typeof aQueue>[1] = {}, agents = {}, more: GivenSnapshot = {}) =>
    snapshotOf({
      extensions,
      call_center_queues: [aQueue('8000', { max_wait_time: 120, timeout_destination_id: three, ...given })],
      call_center_agents: [anAgent(one, agents), anAgent(two, agents)],
      call_center_tiers: [
        aTier('q8000', `a-${one}`, { position: 1 }),
        aTier('q8000', `a-${two}`, { level: 2, position: 1 }),
      ],
      ...more,
    })

  test('rings agents until one answers', () => {
    const path = walk(tenant({ strategy: 'top-down' }), queue, {
      phones: { [two]: { is: 'answers', after: 5 } },
    })
    expect(rung(path)).toEqual(['1001 0–20', '1002 20–25'])
    expect(path.end).toMatchObject({ how: 'answered', answeredBy: { number: '1002' } })
  })

  test('offers a call again after the agent’s no-answer delay, but not to an agent put on break', () => {
    const path = walk(
      tenant({ strategy: 'top-down' }, { no_answer_delay_time: 10, max_no_answer: 2, call_timeout: 10 }),
      queue,
    )
    expect(rung(path).slice(0, -1)).toEqual(['1001 0–10', '1002 10–20', '1001 20–30', '1002 30–40'])
    expect(rung(path).at(-1)).toBe('1003 120–150')
  })

  test.each([
    ['disabled', { enabled: false }],
    ['suspended', { suspended: true }],
    ['on do not disturb', { do_not_disturb: true }],
  ])('offers no call to an agent whose extension is %s', (_, given) => {
    const changed = [anExtension('1001', given), ...extensions.slice(1)]
    const path = walk(tenant({ strategy: 'top-down' }, {}, { extensions: changed }), queue, {
      phones: { [one]: { is: 'answers', after: 1 }, [two]: { is: 'answers', after: 5 } },
    })
    expect(rung(path)).toEqual(['1002 0–5'])
  })

  test.each([
    ['waits to reach an agent’s tier when tier rules apply', 'longest-idle-agent', ['1002 60–61']],
    ['goes on from the last agent of a tier at once, top down', 'top-down', ['1002 0–1']],
  ])('%s', (_, strategy, rings) => {
    const path = walk(tenant({ strategy, tier_rules_apply: true, tier_rule_wait: 30 }), queue, {
      phones: { [one]: { is: 'busy' }, [two]: { is: 'answers', after: 1 } },
    })
    expect(rung(path)).toEqual(rings)
  })

  test('sends the call on after its maximum wait', () => {
    const path = walk(tenant({}, { status: 'On Break' }), queue, {
      phones: { [three]: { is: 'answers', after: 2 } },
    })
    expect(path.stages[0]).toMatchObject({ seconds: 120, taken: { reason: { why: 'queue timeout' } } })
    expect(path.end.answeredBy).toMatchObject({ number: '1003' })
  })

  test('sends the call on sooner while nobody is signed in', () => {
    const path = walk(tenant({ max_wait_time_with_no_agent: 40 }, { status: 'Logged Out' }), queue)
    expect(path.stages[0]).toMatchObject({ seconds: 40, taken: { reason: { why: 'queue without agents' } } })
  })

  test('without a time limit does not send on a caller who hangs up at once', () => {
    const end = (given: Parameters<typeof aQueue>[1]) => walk(tenant(given), queue, { patience: 0 }).end.how
    expect(end({ max_wait_time: 0 })).toBe('gave up')
  })

  test('lets a caller leave with the exit key', () => {
    const path = walk(tenant({ exit_key: '*' }), queue, { digits: ['*'] })
    expect(path.stages[0]?.taken).toMatchObject({ place: { id: three }, reason: { why: 'queue exit key' } })
  })

  test('describes the announcements and how long callers keep their place', () => {
    const recordings = [aRecording('soon')]
    const step = ask(
      tenant({ announce_recording_id: 'r-soon', announce_interval: 45, record: true }, {}, { recordings }),
      'queue',
      queue,
    )
    expect(step).toMatchObject({
      announce: { recordingId: 'r-soon', interval: 45 },
      keepPlace: 900,
      record: true,
    })
  })
})
