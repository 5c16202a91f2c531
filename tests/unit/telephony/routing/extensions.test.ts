import { describe, expect, test } from 'vitest'
import { MAX_STEPS } from '@/lib/telephony/routing/next-step'
import { carrying } from '@/lib/telephony/routing/scene'
import { type GivenSnapshot, snapshotOf } from '@/tests/support/factories/snapshot'
import {
  aBlockRule,
  aFollower,
  aMember,
  anAgent,
  anExtension,
  anOutsideDestination,
  aNumber,
  aQueue,
  aRecording,
  aRingGroup,
  aRoute,
  aRule,
  aTier,
  aTimeCondition,
} from '@/tests/support/factories/snapshot-rows'
import {
  ask,
  CALLER,
  dialing,
  endOf,
  from,
  fromPhone,
  rung,
  said,
  to,
  TUESDAY,
  walk,
} from './routing-helpers'

type Given = Parameters<typeof anExtension>[1]
const other = anExtension('1002')
const tenant = (given: Given = {}, more: GivenSnapshot = {}) =>
  snapshotOf({ extensions: [anExtension('1001', given), other], ...more })
const desk = to('e1001')

describe('the voicemail of an extension', () => {
  const day = (after: number) => new Date(TUESDAY + after * 86_400_000).toISOString().slice(0, 10)
  const all = {
    greeting_recording_id: 'r-hello',
    greeting_time_condition_id: 't5000',
    closed_greeting_recording_id: 'r-closed',
    away_greeting_recording_id: 'r-away',
  }
  const closed = { otherwise_destination_id: 'e1002' }
  test.each([
    ['plays its regular greeting', { greeting_recording_id: 'r-hello' }, closed, 'r-hello'],
    ['plays another greeting outside its hours', { ...all, away_until: day(-2) }, closed, 'r-closed'],
    ['ignores disabled hours', all, { ...closed, enabled: false }, 'r-hello'],
    [
      'plays the away greeting through the end of the last day away',
      { ...all, away_until: day(0) },
      closed,
      'r-away',
    ],
    ['uses the switch’s greeting otherwise', {}, closed, null],
  ])('%s', (_, given, hours, greetingId) => {
    const snapshot = tenant(given, {
      recordings: ['hello', 'closed', 'away'].map((name) => aRecording(name)),
      time_conditions: [aTimeCondition('5000', hours)],
    })
    const place = { at: 'voicemail', extensionId: 'e1001' } as const
    expect(ask(snapshot, 'voicemail', place)).toMatchObject({ greetingId })
  })

  test('is explained by the hours or the days away', () => {
    const explained = (given: Given) => {
      const snapshot = tenant(given, {
        recordings: ['hello', 'closed', 'away'].map((name) => aRecording(name)),
        time_conditions: [aTimeCondition('5000', closed)],
      })
      return said(ask(snapshot, 'voicemail', { at: 'voicemail', extensionId: 'e1001' }))
    }
    expect(explained(all)).toContain('The greeting of 1001 Desk 1001 is closed, as it is closed.')
    expect(explained({ ...all, away_until: '2026-03-05' })).toContain(
      '1001 Desk 1001 is away until Mar 5, 2026: the greeting is away.',
    )
  })

  test('plays its regular greeting during office hours', () => {
    const snapshot = tenant(all, {
      recordings: ['hello', 'closed', 'away'].map((name) => aRecording(name)),
      time_conditions: [aTimeCondition('5000', closed)],
      time_condition_rules: [aRule('t5000', 'e1002', { state: 'open' })],
    })
    const step = ask(snapshot, 'voicemail', { at: 'voicemail', extensionId: 'e1001' })
    expect(step).toMatchObject({ greetingId: 'r-hello' })
    expect(said(step)).toContain('The greeting of 1001 Desk 1001 is hello.')
  })
})

describe('an extension', () => {
  test('rings for its time, and is answered', () => {
    const path = walk(tenant({ call_timeout: 20 }), desk, { phones: { e1001: { is: 'answers', after: 7 } } })
    expect(rung(path)).toEqual(['1001 0–7'])
    expect(path.end).toMatchObject({ how: 'answered', answeredBy: { number: '1001' } })
  })

  test('is not answered by someone who takes longer than it rings', () => {
    const path = walk(tenant({ call_timeout: 20 }), desk, { phones: { e1001: { is: 'answers', after: 20 } } })
    expect(endOf(path)).toBe('message left after 50: The caller leaves a message for 1001 Desk 1001.')
  })

  test.each([
    ['busy', { is: 'busy' }, 'forward_busy'],
    ['unanswered', { is: 'away' }, 'forward_no_answer'],
    ['without a registered phone', { is: 'unregistered' }, 'forward_not_registered'],
  ] as const)('that is %s forwards as set for that case, else goes to voicemail', (_, state, forward) => {
    const forwarding = tenant({ [`${forward}_enabled`]: true, [`${forward}_destination_id`]: 'e1002' })
    const phones = { e1001: state, e1002: { is: 'answers', after: 1 } } as const
    expect(walk(forwarding, desk, { phones }).end.answeredBy).toMatchObject({ number: '1002' })
    expect(walk(tenant(), desk, { phones }).end.how).toBe('message left')
  })

  test.each([
    [{ is: 'busy' }, 'USER_BUSY'],
    [{ is: 'away' }, 'NO_ANSWER'],
    [{ is: 'unregistered' }, 'SUBSCRIBER_ABSENT'],
  ] as const)('without voicemail ends the call with the phone’s hangup cause', (state, cause) => {
    const path = walk(tenant({ voicemail_enabled: false }), desk, { phones: { e1001: state } })
    expect(path.end.cause).toBe(cause)
  })

  test('that forwards all calls does not ring', () => {
    const snapshot = tenant({ forward_all_enabled: true, forward_all_destination_id: 'e1002' })
    const path = walk(snapshot, desk, { others: { is: 'answers', after: 3 } })
    expect(rung(path)).toEqual(['1002 0–3'])
    expect(said(ask(snapshot, 'decide', desk))).toEqual(['1001 Desk 1001 forwards all calls.'])
  })

  test('on do not disturb is treated as busy', () => {
    const snapshot = tenant({
      do_not_disturb: true,
      forward_busy_enabled: true,
      forward_busy_destination_id: 'e1002',
    })
    expect(ask(snapshot, 'decide', desk)).toMatchObject({
      reason: { why: 'do not disturb' },
      chosen: { place: { id: 'e1002' } },
    })
  })

  test('that is disabled or suspended rejects calls', () => {
    expect(ask(tenant({ enabled: false }), 'refuse', desk).cause).toBe('UNALLOCATED_NUMBER')
    expect(ask(tenant({ suspended: true }), 'refuse', desk).cause).toBe('SUBSCRIBER_ABSENT')
  })

  test('at its call limit is busy', () => {
    const snapshot = tenant({ concurrent_limit: 2, voicemail_enabled: false })
    expect(walk(snapshot, desk, { calls: { e1001: 2 } }).end.cause).toBe('USER_BUSY')
  })

  test('records the calls it is set to record', () => {
    expect(ask(tenant({ recording: 'inbound' }), 'ring', desk).record).toBe(true)
    expect(ask(tenant({ recording: 'outbound' }), 'ring', desk).record).toBe(false)
  })

  test('plays its own hold music, else the tenant’s', () => {
    const recordings = [aRecording('own'), aRecording('house')]
    const settings = { hold_music_recording_id: 'r-house' }
    expect(ask(tenant({}, { recordings, settings }), 'ring', desk).holdMusicId).toBe('r-house')
    const own = tenant({ hold_music_recording_id: 'r-own' }, { recordings, settings })
    expect(ask(own, 'ring', desk).holdMusicId).toBe('r-own')
  })

  test('shows an internal caller’s own name and number', () => {
    const snapshot = snapshotOf({
      extensions: [anExtension('1001'), anExtension('1002', { effective_caller_id_number: '200' })],
    })
    expect(ask(snapshot, 'ring', desk, fromPhone('1002')).callerId).toEqual({
      number: '200',
      name: 'Desk 1002',
    })
  })
})

test('an internal caller without a caller ID name is shown by first and last name', () => {
  const named = { effective_caller_id_name: '', first_name: 'Ann', last_name: 'Lee' }
  const shown = (given: Given) =>
    ask(
      snapshotOf({ extensions: [anExtension('1001'), anExtension('1002', given)] }),
      'ring',
      desk,
      fromPhone('1002'),
    ).callerId.name
  expect([shown(named), shown({ ...named, last_name: '' }), shown({ ...named, first_name: '' })]).toEqual([
    'Ann Lee',
    'Ann',
    'Lee',
  ])
})

describe('follow me', () => {
  const outside = anOutsideDestination('+12075550188')
  const followed = tenant(
    { follow_me_enabled: true, call_timeout: 20 },
    {
      destinations: [outside],
      outbound_routes: [aRoute('national')],
      extension_follow_me: [
        aFollower('e1001', 1, 'e1002', { delay: 5, timeout: 10 }),
        aFollower('e1001', 2, outside.id, { delay: 10, timeout: 30, confirm: true }),
      ],
    },
  )

  test('rings its targets along with the phone, each after its delay', () => {
    expect(rung(walk(followed, desk))).toEqual(['1001 0–20', '1002 5–15', '(207) 555-0188 10–40'])
  })

  test('accepts an outside answer only if it is confirmed', () => {
    const answered = (confirms: boolean) =>
      walk(followed, desk, { outside: { '+12075550188': { is: 'answers', after: 4, confirms } } })
    expect(answered(true).end.how).toBe('answered')
    expect(answered(true).seconds).toBe(14)
    expect(answered(false).end.how).toBe('message left')
  })

  test('is limited to the extension’s toll class', () => {
    const snapshot = { ...followed, extensions: [{ ...followed.extensions[0]!, toll_class: 'local' }, other] }
    expect(said(ask(snapshot, 'ring', desk))).toContain(
      'Destination (207) 555-0188 is a follow-me target of 1001 Desk 1001 that cannot ring.',
    )
  })

  test('rings no target over a route that asks for a PIN, which nobody is there to enter', () => {
    const secrets = [{ owner_table: 'outbound_routes', owner_id: 'o-national', field: 'pin' }]
    expect(rung(walk({ ...followed, secrets }, desk))).toEqual(['1001 0–20', '1002 5–15'])
  })

  test('to outside shows the number of the extension that is followed, or of the number called', () => {
    const shown = (given: Given, call = from()) => {
      const extensions = [anExtension('1001', { follow_me_enabled: true, ...given }), other]
      const dids = [aNumber('+12075550101'), aNumber('+12075550102')]
      const snapshot = { ...followed, extensions, dids }
      const target = ask(snapshot, 'ring', desk, call).legs.at(-1)?.target
      return target?.kind === 'outside' ? target.way.callerId.number : target
    }
    expect(shown({ outbound_did_id: 'd+12075550101' })).toBe('+12075550101')
    expect(shown({}, carrying(from(), { didId: 'd+12075550102' }))).toBe('+12075550102')
  })

  test('decides where an unanswered call goes if the phone itself is not registered', () => {
    const forwarded = {
      follow_me_enabled: true,
      forward_no_answer_enabled: true,
      forward_no_answer_destination_id: 'e1003',
      voicemail_enabled: false,
    }
    const snapshot = snapshotOf({
      extensions: [anExtension('1001', forwarded), other, anExtension('1003')],
      extension_follow_me: [aFollower('e1001', 1, 'e1002')],
    })
    const phones = { e1001: { is: 'unregistered' }, e1003: { is: 'answers', after: 1 } } as const
    expect(walk(snapshot, desk, { phones }).end.answeredBy).toMatchObject({ number: '1003' })
    const nobody = { ...phones, e1002: { is: 'unregistered' } } as const
    expect(walk(snapshot, desk, { phones: nobody }).end.cause).toBe('SUBSCRIBER_ABSENT')
  })

  test('to one of the tenant’s own numbers rings the extension that it leads to, unless that is followed itself', () => {
    const own = '+12075550101'
    const leading = (destination_id: string, status = 'assigned') => ({
      ...followed,
      dids: [aNumber(own, { destination_id, status })],
      destinations: [...followed.destinations, anOutsideDestination(own)],
      extension_follow_me: [aFollower('e1001', 1, `out-${own}`)],
    })
    expect(rung(walk(leading('e1002'), desk))).toEqual(['1001 0–20', '1002 0–30'])
    expect(rung(walk(leading('e1002', 'porting_in'), desk))).toEqual(['1001 0–20', '(207) 555-0101 0–30'])
    const circle = ask(leading('e1001'), 'ring', desk)
    expect(circle.legs).toHaveLength(1)
    expect(said(circle)).toContain(
      'Destination (207) 555-0101 is a follow-me target of 1001 Desk 1001 that cannot ring.',
    )
  })

  test('that is off rings only the phone', () => {
    const off = { ...followed, extensions: [{ ...followed.extensions[0]!, follow_me_enabled: false }, other] }
    expect(rung(walk(off, desk))).toEqual(['1001 0–20'])
  })
})

describe('voicemail', () => {
  test('is emailed to the address that is set', () => {
    const snapshot = tenant({ voicemail_email: 'pat@acme.test' })
    expect(ask(snapshot, 'voicemail', { at: 'voicemail', extensionId: 'e1001' })).toMatchObject({
      email: 'pat@acme.test',
      language: 'en-US',
    })
  })

  test('uses the tenant’s language', () => {
    const snapshot = tenant({}, { settings: { language: 'fr-CA' } })
    const step = ask(snapshot, 'voicemail', { at: 'voicemail', extensionId: 'e1001' })
    expect([step.language, said(step)[1]]).toEqual(['fr-CA', 'Prompts are in Canadian French.'])
  })

  test('that is off rejects calls', () => {
    const snapshot = tenant({ voicemail_enabled: false })
    const step = ask(snapshot, 'refuse', { at: 'voicemail', extensionId: 'e1001' })
    expect(said(step)).toEqual(['The voicemail of 1001 Desk 1001 is off.'])
  })
})

test('a caller whom an extension blocks does not reach it through other destinations either', () => {
  const snapshot = tenant(
    {},
    {
      call_block_rules: [aBlockRule(CALLER, { extension_id: 'e1001' })],
      time_conditions: [aTimeCondition('5000', { otherwise_destination_id: 'e1001' })],
    },
  )
  const { end, rings } = walk(snapshot, to('t5000'))
  expect([end.cause, end.reason.why, rings]).toEqual(['CALL_REJECTED', 'blocked', []])
})

test('a caller whom an extension blocks does not ring it as a follow-me target either', () => {
  const followed = tenant(
    { follow_me_enabled: true },
    {
      extension_follow_me: [aFollower('e1001', 1, 'e1002')],
      call_block_rules: [aBlockRule(CALLER, { extension_id: 'e1002' })],
    },
  )
  expect(rung(walk(followed, desk))).toEqual(['1001 0–30'])
  expect(rung(walk(followed, desk, {}, from('+13035550199')))).toEqual(['1001 0–30', '1002 0–30'])
})

test('an extension that records all calls records those that it makes inside the tenant too', () => {
  const records = (recording: string, digits: string) => {
    const given = { dids: [aNumber('+12075550100', { destination_id: 'e1002' })] }
    const path = walk(tenant({ recording }, given), dialing(digits), {}, fromPhone('1001'))
    return path.stages.find(({ step }) => step.kind === 'ring')?.step
  }
  expect(records('all', '1002')).toMatchObject({ record: true })
  expect(records('all', '2075550100')).toMatchObject({ record: true })
  expect(records('outbound', '1002')).toMatchObject({ record: false })
})

test('an extension that records its calls has those recorded that it sends on without ringing', () => {
  const away = { forward_all_enabled: true, forward_all_destination_id: 'e1002' }
  const silent = { do_not_disturb: true, forward_busy_enabled: true, forward_busy_destination_id: 'e1002' }
  for (const given of [away, silent]) {
    const ring = (recording: string) => walk(tenant({ ...given, recording }), desk).stages[1]?.step
    expect(ring('inbound')).toMatchObject({ kind: 'ring', record: true })
    expect(ring('outbound')).toMatchObject({ kind: 'ring', record: false })
    expect(said(ask(tenant({ ...given, recording: 'all' }), 'decide', desk))).toContain(
      'The call is recorded, as extension 1001 Desk 1001 says.',
    )
  }
  const mailed = ask(tenant({ do_not_disturb: true, recording: 'all' }), 'decide', desk)
  expect(said(mailed)).toEqual(['1001 Desk 1001 is on do not disturb.'])
})

test('a call that an extension has a group ring elsewhere is recorded as the extension’s other calls', () => {
  const outside = anOutsideDestination('+12075550188')
  const records = (recording: string, target: string) =>
    ask(
      tenant(
        { recording, forward_all_enabled: true, forward_all_destination_id: target },
        {
          destinations: [outside],
          outbound_routes: [aRoute('national')],
          ring_groups: [aRingGroup('6000', { follow_forwarding: true })],
          ring_group_members: [aMember('g6000', 1, 'e1001')],
        },
      ),
      'ring',
      to('g6000'),
    ).legs.map((leg) => leg.records)
  for (const target of ['e1002', outside.id]) {
    expect(records('inbound', target)).toEqual([true])
    expect(records('outbound', target)).toEqual([false])
  }
})

test('a queue’s call is recorded if the agent who answers has an extension that records its calls', () => {
  const queue = (given: Given, recorded: boolean) =>
    ask(
      tenant(given, {
        call_center_queues: [aQueue('8000', { record: recorded })],
        call_center_agents: [anAgent('e1001'), anAgent('e1002')],
        call_center_tiers: [aTier('q8000', 'a-e1001'), aTier('q8000', 'a-e1002')],
      }),
      'queue',
      to('q8000'),
    )
  const recorded = (given: Given) => queue(given, false).members.map(({ records }) => records)
  expect(recorded({ recording: 'inbound' })).toEqual([true, false])
  expect(recorded({ recording: 'outbound' })).toEqual([false, false])
  const told = 'The call is recorded if 1001 Desk 1001 answers.'
  expect(said(queue({ recording: 'all' }, false))).toContain(told)
  expect(said(queue({ recording: 'all' }, true))).not.toContain(told)
})

test('an internal caller who holds a queue’s agent plays the music of their own extension', () => {
  const snapshot = tenant(
    { hold_music_recording_id: 'r-own' },
    {
      recordings: [aRecording('own'), aRecording('queue')],
      call_center_queues: [aQueue('8000', { hold_music_recording_id: 'r-queue' })],
    },
  )
  expect(ask(snapshot, 'queue', to('q8000'), fromPhone('1001'))).toMatchObject({
    holdMusicId: 'r-queue',
    callersHoldMusicId: 'r-own',
  })
  expect(ask(snapshot, 'queue', to('q8000'))).toMatchObject({ callersHoldMusicId: null })
})

test('an extension that is followed records the calls that it answers as it does its own', () => {
  const followed = (recording: string) =>
    ask(
      snapshotOf({
        extensions: [anExtension('1001', { follow_me_enabled: true }), anExtension('1002', { recording })],
        extension_follow_me: [aFollower('e1001', 1, 'e1002')],
      }),
      'ring',
      desk,
    )
  expect(followed('all').legs.map(({ records }) => records)).toEqual([false, true])
  expect(said(followed('inbound'))).toContain('The call is recorded if 1002 Desk 1002 answers.')
  expect(followed('outbound').legs.map(({ records }) => records)).toEqual([false, false])
})

test('a call that is sent on too often ends', () => {
  const numbers = Array.from({ length: MAX_STEPS + 5 }, (_, at) => String(1000 + at))
  const extensions = numbers.map((number, at) =>
    anExtension(number, { forward_all_enabled: true, forward_all_destination_id: `e${numbers[at + 1]}` }),
  )
  const path = walk(snapshotOf({ extensions }), to('e1000'))
  expect(path.end.cause).toBe('EXCHANGE_ROUTING_ERROR')
  expect(path.end.reason).toMatchObject({ why: 'too many steps', steps: MAX_STEPS })
  expect(path.stages).toHaveLength(MAX_STEPS + 1)
})

test('two extensions that forward to each other form a loop that is cut and reported', () => {
  const forward = (id: string) => ({ forward_all_enabled: true, forward_all_destination_id: id })
  const snapshot = snapshotOf({
    extensions: [anExtension('1001', forward('e1002')), anExtension('1002', forward('e1001'))],
  })
  expect(endOf(walk(snapshot, desk))).toBe(
    'refused after 0: The call comes back to the extension 1001 Desk 1001: this is a loop, and the call ends.',
  )
})
