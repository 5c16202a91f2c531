import { describe, expect, test } from 'vitest'
import { parseRecord } from '@/lib/cdr/parse-record'

const START = Date.UTC(2026, 0, 12, 15, 30)
const UUID = 'f47ac10b-58cc-4372-a567-0e02b2c3d479'
const micro = (milliseconds: number) => `${milliseconds}000`

/** A record with only these variables, caller profiles newest first. */
function record(variables: Record<string, unknown> = {}, ...profiles: object[]) {
  const times = { start_uepoch: micro(START), end_uepoch: micro(START + 10_000) }
  return {
    variables: { uuid: UUID, ...times, ...variables },
    callflow: profiles.map((caller_profile) => ({ caller_profile })),
  }
}

const parsed = (variables?: Record<string, unknown>, ...profiles: object[]) =>
  parseRecord(record(variables, ...profiles))

describe('the id of a call', () => {
  test('is the one in the variables, else the one in the first callflow entry', () => {
    expect(parsed({ uuid: 'a' }, { uuid: 'b' }).call_uuid).toBe('a')
    expect(parsed({ uuid: '', call_uuid: 'c' }).call_uuid).toBe('c')
    const { uuid: _, ...variables } = record().variables
    const callflow = record({}, { uuid: 'newest' }, { uuid: 'first' }).callflow
    expect(parseRecord({ variables, callflow }).call_uuid).toBe('first')
  })

  test('is cut to 128 characters, as is the caller’s name', () => {
    const long = parsed({ uuid: 'x'.repeat(130), caller_id_name: 'n'.repeat(130) })
    expect([long.call_uuid, long.from_name]).toEqual(['x'.repeat(128), 'n'.repeat(128)])
  })

  test('names the originating leg by its variable, else by the caller profile that created it', () => {
    const origin = {
      originator: { originator_caller_profiles: [{ uuid: 'a7c1e6b2-0000-4000-8000-000000000001' }] },
    }
    const created = { direction: 'outbound' }
    expect(parsed(created, origin).leg_of).toBe('a7c1e6b2-0000-4000-8000-000000000001')
    expect(parsed({ originating_leg_uuid: UUID }, origin).leg_of).toBe(UUID)
    expect(parsed(created, {}).leg_of).toBeNull()
  })

  const bridged = { originator: { originator_caller_profiles: [{ uuid: UUID }] } }
  /** The leg of an incoming channel that executed these applications. */
  const legOf = (variables: Record<string, unknown>, applications: string[], ...profiles: object[]) =>
    parseRecord({
      ...record({ direction: 'inbound', ...variables }, ...profiles),
      app_log: { applications: applications.map((app_name) => ({ app_name })) },
    }).leg_of

  test('is none for an incoming call that was picked up, also if it was parked then', () => {
    expect(legOf({}, ['bridge'], bridged)).toBeNull()
    expect(legOf({ valet_lot_extension: '5901' }, ['bridge', 'valet_park'], {}, bridged, {})).toBeNull()
  })

  test('is the parked call for the phone that took it, also if the phone records it', () => {
    expect(legOf({}, ['valet_park'], bridged)).toBe(UUID)
    expect(legOf({}, ['valet_park', 'record_session'], bridged)).toBe(UUID)
  })
})

describe('the caller and the callee', () => {
  const newest = { caller_id_number: '1009', caller_id_name: 'Newest', destination_number: '1008' }
  const first = {
    caller_id_number: '+12075550123',
    caller_id_name: 'First',
    destination_number: '12075550107',
  }

  test('come from the first callflow entry', () => {
    const variables = { caller_id_number: '1', caller_id_name: 'Other', sip_from_user: '2', sip_to_user: '3' }
    expect(parsed(variables, newest, first)).toMatchObject({
      from_number: '+12075550123',
      from_name: 'First',
      to_number: '+12075550107',
    })
  })

  test('come from the variables if no callflow entry has them', () => {
    const said = { caller_id_number: '1001', caller_id_name: 'Desk', destination_number: '1002' }
    expect(parsed({ ...said, sip_from_user: '7', sip_to_user: '8' }, {})).toMatchObject({
      from_number: '1001',
      from_name: 'Desk',
      to_number: '1002',
    })
    expect(parsed({ sip_from_user: '7', sip_to_user: '8' })).toMatchObject({
      from_number: '7',
      from_name: '',
      to_number: '8',
    })
  })

  test('include each number that may have been dialed, once, but no extensions', () => {
    const dialed = (variables: object) => parsed({ destination_number: '1001', ...variables }).dialed
    expect(
      dialed({ sip_to_user: '12075550107', sip_req_user: '+442079460123', rdnis: 'tel:+12075550107' }),
    ).toEqual(['+12075550107', '+442079460123'])
    expect(dialed({ rdnis: '(303) 555-0142' })).toEqual(['+13035550142'])
    expect(dialed({ sip_to_user: 'x+4420794601', rdnis: '+4420794601x' })).toEqual([])
  })
})

describe('the tenant of a call', () => {
  test('is the one named by the dial plan, if it is a valid id', () => {
    expect(parsed({ domain_uuid: UUID }).tenant).toBe(UUID)
    expect(parsed({ domain_uuid: 'harbor' }).tenant).toBeNull()
  })

  test('is looked up by each domain in the record, most trusted first', () => {
    const variables = {
      sip_from_host: 'f.example',
      sip_req_host: 'e.example',
      sip_to_host: 'd.example',
      sip_auth_realm: 'C.Example',
      dialed_domain: 'b.example',
      domain_name: 'a.example',
    }
    expect(parsed(variables, { context: 'newest.example' }, { context: 'g-1.pbx.example' }).domains).toEqual([
      'a.example',
      'b.example',
      'c.example',
      'd.example',
      'e.example',
      'f.example',
      'g-1.pbx.example',
    ])
  })

  test('is not guessed from values that are not domains, and each domain is tried once', () => {
    const variables = {
      domain_name: 'public',
      dialed_domain: 'Pbx.Example',
      sip_auth_realm: 'pbx.example',
      sip_to_host: 'pbx.example:5060',
      sip_req_host: '<pbx.example',
      sip_from_host: '.example',
    }
    expect(parsed(variables).domains).toEqual(['pbx.example'])
  })
})

describe('the extensions of a call', () => {
  const profile = {
    username: '1004',
    destination_number: '1005',
    originatee: {
      originatee_caller_profiles: [{ destination_number: '1006' }, { destination_number: '1007' }],
    },
  }
  const variables = {
    last_sent_callee_id_number: '1001',
    trunkline_rings: '1008',
    dialed_user: '1002',
    number_alias: '1009',
    user_name: '1003',
    sip_from_user: '2003',
    caller_id_number: '3003',
  }
  const reached = ['1001', '1008', '1002', '1006', '1007', '1005']
  const made = ['1009', '1003', '2003', '3003', '1004']

  test.each([
    ['inbound', reached],
    ['outbound', made],
    ['local', made],
    ['sideways', [...made, ...reached]],
  ])('of an %s call are listed, likeliest first', (call_direction, extensions) => {
    const call = parsed({ ...variables, call_direction }, profile)
    expect(call.extensions).toEqual(extensions)
    // Whom a call from inside came to; of an inbound call it is the extension itself.
    expect(call.reached).toEqual(call_direction === 'local' ? reached : [])
  })

  test.each([
    [micro(START + 3000), ['1002']],
    ['0', []],
  ])(
    'of a leg answered at %s are the phone that answered, not those of its call',
    (answer_uepoch, answeredBy) => {
      const leg = { ...variables, answer_uepoch, originating_leg_uuid: UUID, call_direction: 'inbound' }
      expect(parsed(leg, profile)).toMatchObject({ extensions: [], reached: answeredBy })
    },
  )

  test('have two to seven digits and are listed once', () => {
    const of = (dialed_user: string) =>
      parsed({ call_direction: 'inbound', dialed_user, last_sent_callee_id_number: '1001' }).extensions
    for (const no of ['1', '12345678', 'a12', '12a', '1001']) expect(of(no)).toEqual(['1001'])
    for (const yes of ['12', '1234567']) expect(of(yes)).toEqual(['1001', yes])
  })

  test('a direction unknown to the product is stored as null', () => {
    expect(parsed({ call_direction: 'sideways' }).direction).toBeNull()
    expect(parsed({ call_direction: 'outbound' }).direction).toBe('outbound')
  })
})

describe('the times of a call', () => {
  const at = (start: number, end: number, answer?: number) =>
    parsed({
      start_uepoch: micro(start),
      end_uepoch: micro(end),
      ...(answer === undefined ? {} : { answer_uepoch: micro(answer) }),
    })

  test('are read in seconds when microseconds are missing', () => {
    const seconds = START / 1000
    expect(
      parsed({
        start_uepoch: '',
        start_epoch: String(seconds),
        answer_epoch: String(seconds + 2),
        end_uepoch: '0',
        end_epoch: String(seconds + 5),
      }),
    ).toMatchObject({
      start_at: '2026-01-12T15:30:00.000Z',
      answer_at: '2026-01-12T15:30:02.000Z',
      end_at: '2026-01-12T15:30:05.000Z',
    })
  })

  test('give whole seconds, and an unanswered call rings until it ends', () => {
    expect(at(START, START + 4_600)).toMatchObject({
      answer_at: null,
      ring_seconds: 5,
      talk_seconds: 0,
      duration: 5,
    })
    expect(at(START, START + 9_400, START + 4_400)).toMatchObject({
      ring_seconds: 4,
      talk_seconds: 5,
      duration: 9,
    })
  })

  test('may start with the answer, and end with it', () => {
    expect(at(START, START + 5_000, START)).toMatchObject({ ring_seconds: 0, talk_seconds: 5 })
    expect(at(START, START + 5_000, START + 5_000)).toMatchObject({ ring_seconds: 5, talk_seconds: 0 })
    expect(at(START, START).duration).toBe(0)
    for (const answer of [START - 1, START + 5_001])
      expect(() => at(START, START + 5_000, answer)).toThrow('answered before it starts or after it ends')
  })

  test('are between the year 2000 and one day from now', () => {
    const [first, now] = [Date.UTC(2000, 0, 1), START]
    const day = 24 * 60 * 60 * 1000
    const parse = (start: number) =>
      parseRecord(record({ start_uepoch: micro(start), end_uepoch: micro(start) }), now).start_at
    expect(parse(first)).toBe('2000-01-01T00:00:00.000Z')
    expect(parse(now + day)).toBe('2026-01-13T15:30:00.000Z')
    for (const start of [first - 1, now + day + 1]) expect(() => parse(start)).toThrow('not possible')
  })

  test('span no more than 30 days, and end at most a day from now', () => {
    const longest = 30 * 86_400_000
    expect(at(START, START + longest).duration).toBe(2_592_000)
    expect(() => at(START, START + longest + 1000)).toThrow('more than 30 days')
    const parse = (end: number) =>
      parseRecord(record({ start_uepoch: micro(START), end_uepoch: micro(end) }), START).end_at
    expect(parse(START + 86_400_000)).toBe('2026-01-13T15:30:00.000Z')
    expect(() => parse(START + 86_400_001)).toThrow('ends at 2026-01-13T15:30:00.001Z, which is not possible')
  })
})

describe('the quality of a call', () => {
  test.each([
    ['0', 0],
    ['127', 127],
    ['-1', null],
    ['128', null],
    ['', null],
    ['x', null],
  ])('counts the hangup cause %j as %s', (hangup_cause_q850, q850) =>
    expect(parsed({ hangup_cause_q850 }).q850).toBe(q850),
  )

  test.each([
    ['0', 0],
    ['5', 5],
    ['5.01', null],
    ['-0.1', null],
  ])('counts the MOS %j as %s', (rtp_audio_in_mos, mos) => expect(parsed({ rtp_audio_in_mos }).mos).toBe(mos))

  test('includes the codec with its sample rate, if there is one', () => {
    expect(parsed({ read_codec: 'opus', read_rate: '48000' }).codec).toBe('opus/48000')
    expect(parsed({ read_codec: 'opus' }).codec).toBe('opus')
    expect(parsed({ read_rate: '48000' }).codec).toBeNull()
    expect(parsed({ read_codec: 'c'.repeat(70) }).codec).toBe('c'.repeat(64))
  })
})

describe('a parsed CDR also keeps', () => {
  test('the recording, by folder and name or by path', () => {
    const path = (variables: Record<string, string>) => parsed(variables).recording_path
    const whole = {
      record_path: '/rec',
      record_name: 'a.wav',
      record_file_path: '/b.wav',
      recording_path: '/c.wav',
    }
    expect(path(whole)).toBe('/rec/a.wav')
    expect(path({ ...whole, record_name: '' })).toBe('/b.wav')
    expect(path({ ...whole, record_path: '' })).toBe('/b.wav')
    expect(path({ recording_path: '/c.wav' })).toBe('/c.wav')
    expect(path({})).toBeNull()
    expect(path({ ...whole, RECORD_DISCARDED: 'true' })).toBeNull()
    expect(path({ conference_recording: '/rooms/3500/a.wav', uuid: 'a' })).toBe('/rooms/3500/a.wav')
    for (const other of ['/rooms/3500/b.wav', '/rooms/3500/a.wav.part', '/a.wav/rooms', ''])
      expect(path({ conference_recording: other, uuid: 'a' })).toBeNull()
    expect(path({ recording_path: 'p'.repeat(1030) })).toBe('p'.repeat(1024))
  })

  test('the account code, cut to 64 characters', () => {
    expect(parsed({ accountcode: 'ACME-1' }).account_code).toBe('ACME-1')
    expect(parsed({ accountcode: 'A'.repeat(70) }).account_code).toBe('A'.repeat(64))
    expect(parsed({ accountcode: ' ' }).account_code).toBeNull()
    expect(parsed().account_code).toBeNull()
  })

  test('the media and signaling addresses', () => {
    const variables = {
      network_addr: '192.0.2.1',
      sip_network_ip: '192.0.2.2',
      remote_media_ip: '192.0.2.3',
      remote_media_port: '4000',
      local_media_ip: '192.0.2.4',
      sip_user_agent: 'u'.repeat(300),
    }
    expect(parsed(variables, { network_addr: '192.0.2.9' }).addresses).toEqual({
      caller: '192.0.2.9',
      caller_media: '192.0.2.3:4000',
      switch_media: '192.0.2.4',
      user_agent: 'u'.repeat(256),
    })
    expect(parsed(variables).addresses.caller).toBe('192.0.2.1')
    expect(parsed({ sip_network_ip: '192.0.2.2' }).addresses).toEqual({ caller: '192.0.2.2' })
    expect(parsed({ remote_media_port: '4000' }).addresses).toEqual({})
  })

  test('the hangup cause, cut to 64 characters', () => {
    expect(parsed({ hangup_cause: 'C'.repeat(70) }).hangup_cause).toBe('C'.repeat(64))
  })

  test('the routing steps that the switch was given', () => {
    const reason = { why: 'hangs up', record: { table: 'dids', id: '1', label: 'Main' } }
    const trunkline_path = JSON.stringify([{ at: START, reason }])
    expect(parsed({ trunkline_path }).path).toMatchObject([{ text: 'The call is hung up.' }])
    expect(parsed().path).toBeNull()
  })

  test('everything else as it was sent, without secrets', () => {
    const secrets = [
      'password',
      'SIP_PASSWORD',
      'sip_password_2',
      'client_secret',
      'auth_token',
      'pin',
      'pin_code',
    ]
    const plain = ['spin', 'pinned', 'tokens', 'passwordless', 'note']
    const all = Object.fromEntries([...secrets, 'voicemail_pin', ...plain].map((name) => [name, 'x']))
    const { raw } = parseRecord({ ...record(all), 'core-uuid': 'y' }) as {
      raw: Record<string, Record<string, string>>
    }
    expect(raw['core-uuid']).toBe('y')
    const shown = Object.entries(raw.variables ?? {}).filter(([, value]) => value === 'x')
    expect(shown.map(([name]) => name)).toEqual(plain)
    expect(raw.variables?.pin).toBe('••••••')
  })

  test('nothing from variables that are not an object', () => {
    expect(() => parseRecord({ variables: null })).toThrow('no variables')
    expect(() => parseRecord({ variables: 'text' })).toThrow('no variables')
    expect(() => parseRecord({ variables: [] })).toThrow('no call uuid')
  })
})
