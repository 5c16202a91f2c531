import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { MalformedRecord } from '@/lib/cdr/call-record'
import { parseRecord } from '@/lib/cdr/parse-record'
import { deliveredRecords } from '@/lib/cdr/post-body'
import { ingestEntry } from '@/lib/cdr/store-records'
import { percentDecode } from '@/lib/cdr/url-encoding'
import { parseStorable } from '@/lib/server/storable-json'
import { POST_FORMS, switchRecord, switchUrlEncode, withEncodedValues } from '../../support/switch-record'

/** Texts that the switch passes unchanged: it does not encode again what looks encoded. */
const spoken = fc
  .string({ unit: 'grapheme', maxLength: 40 })
  .filter((text) => !/%[0-9a-f]{2}/i.test(text) && text === text.toWellFormed() && !text.includes('\u0000'))

/** Account codes that a number may have. */
const accountCodes = fc.stringMatching(/^[A-Za-z0-9_.-]{0,32}$/)

const read = (body: string) => deliveredRecords(body).map(({ json }) => parseRecord(json))

describe('the encodings of mod_json_cdr', () => {
  test.each(Object.entries(POST_FORMS))(
    '%s parses the same with and without URL-encoded values',
    (_type, form) => {
      fc.assert(
        fc.property(spoken, spoken, accountCodes, (fromName, agent, accountcode) => {
          const record = switchRecord({ fromName, variables: { sip_user_agent: agent, accountcode } })
          const plain = parseRecord(record)
          expect(read(form(JSON.stringify(record)))).toEqual([plain])
          expect(read(form(JSON.stringify(withEncodedValues(record))))).toEqual([plain])
          expect(plain.from_name).toBe(fromName.trim().slice(0, 128))
          expect(plain.account_code).toBe(accountcode || null)
        }),
      )
    },
  )

  test('URL-encoded values are decoded', () => {
    fc.assert(
      fc.property(spoken, (text) => {
        expect(percentDecode(switchUrlEncode(text))).toBe(text)
      }),
    )
  })

  test('a percent sign in plain values is left alone', () => {
    const record = switchRecord({ variables: { dialplan_note: 'discount 20%25 off' } })
    expect(parseRecord(record).raw).toMatchObject({ variables: { dialplan_note: 'discount 20%25 off' } })
  })

  test('a call flow with a hundred thousand numbers keeps nobody waiting', () => {
    const callflow = Array.from({ length: 100_000 }, (_, n) => ({
      caller_profile: { destination_number: String(1_000_000 + n), username: String(2_000_000 + n) },
    }))
    // Comparing each number with all others would take minutes.
    const { extensions } = parseRecord({ ...switchRecord({}), callflow })
    expect(new Set(extensions).size).toBe(extensions.length)
    expect(extensions.length).toBeGreaterThanOrEqual(200_000)
  })

  test('long texts of a phone are cut where they can be stored', () => {
    const long = (most: number) => `${'x'.repeat(most - 1)}\u{1F600}`
    const record = parseRecord(
      switchRecord({
        from: long(128),
        fromName: long(128),
        to: long(128),
        variables: {
          sip_user_agent: long(256),
          read_codec: long(64),
          record_file_path: long(1024),
          accountcode: long(64),
        },
      }),
    )
    expect(() => parseStorable(JSON.stringify(record))).not.toThrow()
    expect(record).toMatchObject({
      from_name: `${'x'.repeat(127)}\uFFFD`,
      to_number: `${'x'.repeat(127)}\uFFFD`,
      account_code: `${'x'.repeat(63)}\uFFFD`,
      addresses: { user_agent: `${'x'.repeat(255)}\uFFFD` },
    })
  })

  test('invalid UTF-8 does not lose the record', () => {
    const record = withEncodedValues(switchRecord())
    record.variables.sip_user_agent = 'Caf%E9%20phone'
    expect(parseRecord(record).addresses.user_agent).toBe('Caf\uFFFD phone')
  })
})

describe('several records in one delivery', () => {
  const records = [switchRecord(), switchRecord(), switchRecord()]

  test('are all read from an array', () => {
    expect(deliveredRecords(JSON.stringify(records)).map(({ json }) => json)).toEqual(records)
  })

  test('are all read from lines, skipping a damaged line', () => {
    const lines = records.map((record) => JSON.stringify(record))
    const damaged = [lines[0], '{"variables":', lines[2]].join('\n')
    expect(deliveredRecords(damaged).map(({ json }) => json)).toEqual([records[0], undefined, records[2]])
  })

  test('never make the parser throw, whatever the input', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (body) => {
        expect(deliveredRecords(body).length).toBeGreaterThan(0)
        expect(deliveredRecords(`cdr=${body}`).length).toBeGreaterThan(0)
      }),
    )
  })
})

describe('a record', () => {
  const start = Date.UTC(2026, 0, 12, 15, 30)

  test('has a caller, callee, times, durations and result', () => {
    const record = switchRecord({
      uuid: 'F47AC10B-58CC-4372-A567-0E02B2C3D479',
      start,
      talkSeconds: 61,
      direction: 'inbound',
    })
    expect(parseRecord(record)).toMatchObject({
      id: 'f47ac10b-58cc-4372-a567-0e02b2c3d479',
      call_uuid: 'F47AC10B-58CC-4372-A567-0E02B2C3D479',
      leg_of: null,
      domains: ['harbor-lane-dental.pbx.example'],
      dialed: ['+12075550107'],
      extensions: ['1001'],
      direction: 'inbound',
      status: 'answered',
      start_at: '2026-01-12T15:30:00.000Z',
      answer_at: '2026-01-12T15:30:04.000Z',
      end_at: '2026-01-12T15:31:05.000Z',
      ring_seconds: 4,
      talk_seconds: 61,
      duration: 65,
      from_number: '+12075550123',
      to_number: '+12075550107',
      hangup_cause: 'NORMAL_CLEARING',
      q850: 16,
      mos: 4.41,
      codec: 'PCMU/8000',
      addresses: { caller: '203.0.113.7', caller_media: '203.0.113.7:16402' },
      legs: [{ number: '+12075550107', peers: [{ number: '1001', channel: 'sofia/internal/1001' }] }],
    })
  })

  test.each([
    ['answered', { talkSeconds: 5 }],
    ['missed', { cause: 'NO_ANSWER' }],
    ['missed', { talkSeconds: 5, variables: { missed_call: 'true' } }],
    ['cancelled', { cause: 'ORIGINATOR_CANCEL' }],
    ['busy', { cause: 'USER_BUSY' }],
    ['failed', { cause: 'UNALLOCATED_NUMBER' }],
    ['failed', { cause: 'DESTINATION_OUT_OF_ORDER' }],
    ['voicemail', { talkSeconds: 20, variables: { last_app: 'voicemail', last_arg: 'default x 1001' } }],
    ['voicemail', { talkSeconds: 20, variables: { voicemail_message: 'true' } }],
    ['answered', { talkSeconds: 20, variables: { last_app: 'voicemail', last_arg: 'check default x' } }],
  ] as const)('is %s for %j', (status, call) => {
    expect(parseRecord(switchRecord(call)).status).toBe(status)
  })

  test('names its call when it is one leg of it', () => {
    const leg = switchRecord({ uuid: '0e02b2c3-58cc-4372-a567-f47ac10bd479', talkSeconds: 3 })
    leg.variables.originating_leg_uuid = 'f47ac10b-58cc-4372-a567-0e02b2c3d479'
    expect(parseRecord(leg)).toMatchObject({
      leg_of: 'f47ac10b-58cc-4372-a567-0e02b2c3d479',
      legs: [{ uuid: leg.variables.uuid, hangup_cause: 'NORMAL_CLEARING' }],
    })
  })

  test('states the number that a leg through a gateway called, and a call itself none', () => {
    const variables = { trunkline_outside: '+12075550142', originating_leg_uuid: 'another' }
    expect(parseRecord(switchRecord({ variables }))).toMatchObject({ outside_number: '+12075550142' })
    const { trunkline_outside } = variables
    expect(parseRecord(switchRecord({ variables: { trunkline_outside } }))).toMatchObject({
      outside_number: null,
    })
    const { originating_leg_uuid } = variables
    expect(parseRecord(switchRecord({ variables: { originating_leg_uuid } }))).toMatchObject({
      outside_number: null,
    })
  })

  test('gets a stable id when the switch does not send a uuid', () => {
    const [one, again, other] = ['call-17@pbx', 'call-17@pbx', 'call-18@pbx'].map(
      (uuid) => parseRecord(switchRecord({ uuid })).id,
    )
    expect(one).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-3[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/)
    expect(again).toBe(one)
    expect(other).not.toBe(one)
  })

  test('drops passwords, PINs, keys that were pressed and keys of encrypted calls, and so does what is set aside of it', () => {
    const key = 'd0RmdmcmVCspeEc3QGZiNWpVLFJhQX1cfHAwJSoj'
    const variables = {
      sip_password: 'hunter2',
      pin: '4711',
      pinned: 'yes',
      digits_dialed: '483920#1',
      srtp_remote_audio_crypto_key: `1 AES_CM_128_HMAC_SHA1_80 inline:${key}`,
      switch_r_sdp: `a=crypto:1 AES_CM_128_HMAC_SHA1_80 inline:${key}|2^20|1:4\r\na=ptime:20`,
    }
    const without = {
      sip_password: '••••••',
      pin: '••••••',
      pinned: 'yes',
      digits_dialed: '••••••',
      srtp_remote_audio_crypto_key: '••••••',
      switch_r_sdp: 'a=crypto:1 AES_CM_128_HMAC_SHA1_80 inline:••••••|2^20|1:4\r\na=ptime:20',
    }
    expect(parseRecord(switchRecord({ variables })).raw).toMatchObject({ variables: without })
    const refused = switchRecord({ start: 5_000, variables })
    for (const json of [refused, withEncodedValues(refused)]) {
      const { body } = ingestEntry({ text: JSON.stringify(json), json })
      expect(JSON.parse(body ?? '')).toMatchObject({ variables: without })
      // Cut off on the way, at its end or within a key.
      const text = JSON.stringify(json)
      for (const end of [text.length - 1, text.lastIndexOf(key) + 10]) {
        const { body: rest } = ingestEntry({ text: text.slice(0, end), json: undefined })
        expect(rest).not.toMatch(/hunter2|4711|483920|d0Rmdmcm/)
        expect(rest).toContain('"pin":"••••••","pinned":"yes","digits_dialed":"••••••"')
      }
    }
  })

  test('drops who the caller is if the caller withholds it', () => {
    const carrier = {
      sip_from_user: '+12075550177',
      sip_from_display: 'Pat Doe',
      'sip_P-Asserted-Identity': '+12075550177',
      'sip_Remote-Party-ID': '"Pat Doe" <sip:+12075550177@carrier.example>',
    }
    const raw = (more = {}) =>
      JSON.stringify(parseRecord(switchRecord({ variables: { ...carrier, ...more } })).raw)
    const setAside = (more = {}) => {
      const json = switchRecord({ start: 5_000, variables: { ...carrier, ...more } })
      return ingestEntry({ text: JSON.stringify(json), json }).body
    }
    for (const kept of [raw, setAside]) {
      expect(kept()).toMatch(/2075550177.*Pat Doe/)
      expect(kept({ trunkline_withheld: 'true' })).not.toMatch(/2075550177|Pat Doe/)
    }
    const cut = JSON.stringify(switchRecord({ variables: carrier })).slice(0, -1)
    expect(ingestEntry({ text: cut, json: undefined }).body).not.toMatch(/2075550177|Pat Doe/)
  })

  test('and what is set aside of it hold no address that could store a recording', () => {
    const signature = 'a1'.repeat(32)
    const address = `https://staff.example.com/api/switch/sounds/edge-1/${signature}/greeting.wav`
    const record = {
      ...switchRecord({ variables: { last_arg: `${address} 300 200 5` } }),
      app_log: { applications: [{ app_name: 'record', app_data: `${address} 300 200 5` }] },
    }
    const plain = JSON.stringify(record)
    const bodies = [
      plain,
      plain.replaceAll('/', '\\/'),
      ...Object.values(POST_FORMS).flatMap((form) => [
        form(plain),
        form(JSON.stringify(withEncodedValues(record))),
      ]),
    ]
    for (const body of bodies) {
      const kept = JSON.stringify(deliveredRecords(body).map((delivered) => ingestEntry(delivered)))
      expect(kept).not.toContain(signature)
      expect(kept).toContain('edge-1/…/greeting.wav 300 200 5')
    }
  })

  test.each([
    ['text that is not JSON', undefined, /not valid JSON/],
    ['JSON that is not an object', 17, /no variables/],
    ['a record without variables', { callflow: [] }, /no variables/],
    ['a record without a uuid', without('uuid'), /no call uuid/],
    ['a record without a start', without('start_uepoch'), /no start time/],
    ['a record without an end', without('end_uepoch'), /no end time/],
    ['a record from 1970', switchRecord({ start: 5_000 }), /Check the switch's clock/],
    [
      'a record from next year',
      switchRecord({ start: Date.now() + 366 * 86_400_000 }),
      /Check the switch's clock/,
    ],
    ['a record that ends before it starts', switchRecord({ ringSeconds: -5 }), /ends before it starts/],
  ])('%s is rejected with a reason', (_what, json, reason) => {
    expect(() => parseRecord(json)).toThrow(MalformedRecord)
    expect(() => parseRecord(json)).toThrow(reason)
  })

  test('is read or rejected with a reason, whatever its form', () => {
    fc.assert(
      fc.property(fc.json(), fc.dictionary(fc.string(), fc.jsonValue()), (json, variables) => {
        for (const value of [
          JSON.parse(json),
          { variables, callflow: JSON.parse(json) },
          { ...switchRecord(), callflow: variables },
        ]) {
          try {
            expect(parseRecord(value).id).toHaveLength(36)
          } catch (error) {
            expect(error).toBeInstanceOf(MalformedRecord)
          }
        }
      }),
    )
  })
})

function without(variable: string) {
  const record = switchRecord()
  return {
    ...record,
    callflow: [],
    variables: Object.fromEntries(Object.entries(record.variables).filter(([name]) => name !== variable)),
  }
}
