import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { callVariable } from '@/lib/switch/call-state'
import { callcenterConf } from '@/lib/switch/configuration/callcenter'
import { conferenceConf } from '@/lib/switch/configuration/conference'
import { dialplan } from '@/lib/switch/dialplan'
import { directory } from '@/lib/switch/directory'
import { encodeValue } from '@/lib/switch/escape'
import { extensionOf, questionOf } from '@/lib/switch/question'
import { NOT_FOUND } from '@/lib/switch/xml'
import { callFromOutside, type Place } from '@/lib/telephony/routing/place'
import { snapshotOf } from '@/tests/support/factories/snapshot'
import {
  aFeatureCode,
  aGateway,
  aMenu,
  anExtension,
  anOutsideDestination,
  aNumber,
  aParkLot,
  aQueue,
  aRingGroup,
  aRoom,
  aRoute,
} from '@/tests/support/factories/snapshot-rows'
import { environmentOf } from './assumed-network'

const NOW = Date.UTC(2026, 2, 3, 15)
const OURS = 'acme.pbx.test'
const THEIRS = 'rival.pbx.test'
const outside = anOutsideDestination('+12075550199')

const ours = snapshotOf({
  tenant: { id: 'ours', domain: OURS },
  extensions: [anExtension('1001')],
  dids: [aNumber('+12075550100', { destination_id: 'e1001' })],
  outbound_routes: [aRoute('national')],
  gateways: [aGateway('carrier-a')],
  destinations: [outside],
  feature_codes: [aFeatureCode('park', '*59')],
  park_lots: [aParkLot('5900')],
})
/** Another tenant, with markers that no answer about ours may contain. */
const theirs = snapshotOf({
  tenant: { id: 'theirs', domain: THEIRS },
  extensions: [anExtension('2002', { id: 'their-phone', effective_caller_id_name: 'Rival' })],
  dids: [aNumber('+12075550177', { id: 'their-number', destination_id: 'their-phone' })],
  ring_groups: [aRingGroup('6000', { id: 'their-group', name: 'Rival' })],
  ivr_menus: [aMenu('7000', { id: 'their-menu', name: 'Rival' })],
  call_center_queues: [aQueue('8000', { id: 'their-queue', name: 'Rival' })],
  conference_rooms: [aRoom('3500', { id: 'their-room', name: 'Rival' })],
})
const MARKS = /rival|theirs|their-|2002|12075550177/i

const theirPlaces: Place[] = [
  { at: 'number', number: '+12075550177' },
  { at: 'destination', id: 'their-phone' },
  { at: 'destination', id: 'their-group' },
  { at: 'destination', id: 'their-menu' },
  { at: 'destination', id: 'their-queue' },
  { at: 'destination', id: 'their-room' },
  { at: 'voicemail', extensionId: 'their-phone' },
]
const theirCall = callVariable({ ...callFromOutside('+12075550199'), extensionId: 'their-phone' }, 'theirs')
const ourCall = callVariable({ ...callFromOutside('+12075550199'), extensionId: 'their-phone' }, 'ours')

const values = fc.constantFrom(
  '',
  '1001',
  '2002',
  OURS,
  THEIRS,
  'public',
  '+12075550100',
  '+12075550177',
  'their-phone',
  'theirs',
  theirCall,
  ourCall,
  '8000@rival.pbx.test',
  '3500@rival.pbx.test',
  'sip:2002@rival.pbx.test',
  encodeValue({ tenant: 'theirs' }),
  ...theirPlaces.flatMap((place) => [
    extensionOf({ asks: 'place', place }),
    extensionOf({ asks: 'rung', place }),
    extensionOf({ asks: 'pressed', place, failures: 0, timeouts: 0 }),
    extensionOf({ asks: 'pin', place, failures: 0 }),
    extensionOf({ asks: 'waited', place }),
  ]),
)
const FIELDS = [
  'Caller-Context',
  'Hunt-Context',
  'Hunt-Destination-Number',
  'Caller-Destination-Number',
  'Caller-Caller-ID-Number',
  'Caller-Caller-ID-Name',
  'Unique-ID',
  'variable_trunkline_call',
  'variable_user_name',
  'variable_domain_name',
  'variable_dialed_user',
  'variable_trunkline_partner',
  'variable_trunkline_partners_channel',
  'variable_last_bridge_to',
  'variable_sip_refer_to',
  'variable_originate_disposition',
  'variable_domain_uuid',
  'variable_trunkline_pin',
  'user',
  'domain',
  'CC-Queue',
  'conference_name',
] as const
const requests = fc.record({
  ...Object.fromEntries(FIELDS.map((name) => [name, values])),
  // Half of the requests are for places that this tenant's calls reach.
  'Caller-Context': fc.constantFrom('public', OURS, OURS, THEIRS),
  variable_trunkline_call: fc.constantFrom('', ourCall, ourCall, theirCall),
  variable_sip_refer_to: fc.constantFrom('', '', '<sip:1001@acme.pbx.test>'),
}) as fc.Arbitrary<Record<string, string>>

/** The answer without what it repeats from the question. */
function said(xml: string, request: object): string {
  const asked = Object.values(request as Record<string, string>)
  const bare = xml
    .replace(/<context name="[^"]*">\s*<extension name="[^"]*">/, '')
    .replace(/trunkline_partner=[^,}]*/g, '')
    .replace(/trunkline_(?:path|call|because)=[^"]*/g, '')
    .replace(/(?:effective_caller_id_(?:name|number)|callee_id_number)=[^"]*/g, '')
  return asked.includes('their-phone') ? bare.replace(/their-phone/g, '') : bare
}

describe('a request for one tenant, whatever its fields contain', () => {
  test('is never answered with data of another tenant', () => {
    let answered = 0
    fc.assert(
      fc.property(requests, (request) => {
        const { xml } = dialplan(environmentOf(ours, NOW), request)
        if (xml !== NOT_FOUND) answered += 1
        expect(said(xml, request)).not.toMatch(
          // Dialing the number of another tenant is a call by a carrier, and the number dialed is in the dial string.
          xml.includes('sofia/gateway') ? /rival|theirs|their-/i : MARKS,
        )
        expect(directory(ours, request, () => ({ sip: 'x', voicemail: 'x' }))).not.toMatch(MARKS)
        expect(callcenterConf(environmentOf(ours, NOW), request['CC-Queue'] ?? '')).not.toMatch(MARKS)
        expect(conferenceConf(environmentOf(ours, NOW), request.conference_name ?? '')).not.toMatch(MARKS)
      }),
      { numRuns: 4000 },
    )
    expect(answered).toBeGreaterThan(100)
  })

  test('can reach only numbers when it comes from outside, not destinations or feature codes', () => {
    const call = (extension: string) =>
      dialplan(environmentOf(ours, NOW), {
        'Caller-Context': 'public',
        'Hunt-Destination-Number': extension,
        variable_trunkline_call: ourCall,
      }).xml
    expect(call('12075550100')).not.toBe(NOT_FOUND)
    for (const other of ['destination.e1001', 'waited.destination.their-menu', '*98', '1001', '']) {
      expect(call(other)).toBe(NOT_FOUND)
    }
  })

  test('finds nothing in another tenant’s domain, or with another tenant’s call', () => {
    const ask = (fields: Record<string, string>) =>
      dialplan(environmentOf(ours, NOW), {
        'Caller-Context': OURS,
        'Hunt-Destination-Number': 'destination.e1001',
        ...fields,
      })
    expect(ask({ variable_trunkline_call: ourCall }).xml).not.toBe(NOT_FOUND)
    expect(ask({ variable_trunkline_call: ourCall, 'Caller-Context': THEIRS }).xml).toBe(NOT_FOUND)
    expect(ask({ variable_trunkline_call: theirCall }).xml).toBe(NOT_FOUND)
    expect(ask({}).xml).toBe(NOT_FOUND)
  })

  test('is accepted only from a phone of that tenant', () => {
    const dial = (fields: Record<string, string>) =>
      dialplan(environmentOf(ours, NOW), {
        'Caller-Context': OURS,
        'Hunt-Destination-Number': '1001',
        ...fields,
      }).xml
    for (const variable_user_name of ['e1001', '1001'])
      expect(dial({ variable_user_name, variable_domain_name: OURS })).not.toBe(NOT_FOUND)
    expect(dial({ variable_user_name: '1001', variable_domain_name: THEIRS })).toBe(NOT_FOUND)
    for (const variable_user_name of ['their-phone', '2002'])
      expect(dial({ variable_user_name })).toBe(NOT_FOUND)
    expect(dial({})).toBe(NOT_FOUND)
  })

  test('finds the other tenant’s records under its own domain', () => {
    expect(
      directory(theirs, { user: '2002', domain: THEIRS }, () => ({ sip: 'x', voicemail: null })),
    ).toMatch(MARKS)
    expect(directory(theirs, { user: '2002', domain: OURS }, () => ({ sip: 'x', voicemail: null }))).toBe(
      NOT_FOUND,
    )
  })
})

describe('a call transferred by a phone', () => {
  const transfer = (digits: string, partner: string, more: Record<string, string> = {}, tenant = ours) =>
    dialplan(environmentOf(tenant, NOW), {
      'Caller-Context': OURS,
      'Hunt-Destination-Number': digits,
      variable_trunkline_call: callVariable(callFromOutside('+12075550199'), 'ours'),
      variable_trunkline_partner: partner,
      variable_sip_refer_to: `<sip:${digits}@${OURS}>`,
      ...more,
    })

  test('leaves the tenant only on the account of the phone that the switch knows', () => {
    expect(transfer('3035550142', 'e1001').step).toMatchObject({ kind: 'outside' })
    for (const nobody of ['', '-USAGE: <uuid> <var>', 'their-phone'])
      expect(transfer('3035550142', nobody).xml).toBe(NOT_FOUND)
    expect(transfer('3035550142', '', { 'variable_sip_h_Referred-By': '<sip:1001@acme.pbx.test>' }).xml).toBe(
      NOT_FOUND,
    )
    expect(transfer('1001', '').step).toMatchObject({ kind: 'decide' })
  })

  test('counts by the tenant’s limit, and goes on beyond it', () => {
    const few = snapshotOf({
      tenant: ours.tenant,
      extensions: [anExtension('1001')],
      settings: { concurrent_call_limit: 1 },
    })
    expect(transfer('1001', 'e1001', {}, few).xml).toMatch(/limit" data="hash ours tenant_settings\.ours - /)
  })

  test('leaves on the account of whoever called it only while it is connected to them', () => {
    const called = { variable_trunkline_call: '', variable_dialed_user: '1001', variable_domain_name: OURS }
    const on = (channel: string) =>
      transfer('3035550142', 'e1001', {
        ...called,
        variable_trunkline_partners_channel: 'one',
        variable_last_bridge_to: channel,
      })
    expect(on('one').step).toMatchObject({ kind: 'outside' })
    expect(on('another').xml).toBe(NOT_FOUND)
    expect(transfer('1001', '', called).step).toMatchObject({ kind: 'decide' })
  })

  test.each(['5900', '5901', '*59'])(
    'to the park lot without asking comes back from %s to that phone',
    (digits) => {
      const orbit = extensionOf({ asks: 'parked', place: { at: 'dialed', digits }, by: 'e1001' })
      const back = (more: Record<string, string>) =>
        transfer(orbit, '', { variable_sip_refer_to: `<sip:${digits}@${OURS}>`, ...more }).xml
      expect(back({ variable_valet_parking_orbit_exten: orbit })).toContain('destination.e1001 XML')
      // A phone that names it parks the call.
      expect(back({})).not.toContain('destination.e1001 XML')
    },
  )

  test('comes to no place by what the switch calls it, except on an account', () => {
    const outside = extensionOf({ asks: 'place', place: { at: 'dialed', digits: '3035550142' } })
    expect(transfer(outside, '').xml).toBe(NOT_FOUND)
    expect(transfer(outside, 'e1001').step).toMatchObject({ call: { carried: { divertedBy: 'e1001' } } })
    expect(transfer(outside, '', { variable_sip_refer_to: '' }).step).toMatchObject({ kind: 'outside' })
  })
})

test('a phone that calls by way of a gateway is not a caller from outside', () => {
  const call = (profile: string) =>
    dialplan(environmentOf(ours, NOW), {
      'Caller-Context': 'public',
      'Hunt-Destination-Number': '12075550100',
      variable_sofia_profile_name: profile,
    }).xml
  expect(call('external')).not.toBe(NOT_FOUND)
  expect(call('internal')).toBe(NOT_FOUND)
})

test('every question encoded in an extension decodes to the same question', () => {
  const places = fc.oneof(
    fc.string({ minLength: 1 }).map((id): Place => ({ at: 'destination', id })),
    fc.string({ minLength: 1 }).map((digits): Place => ({ at: 'dialed', digits })),
    fc.string({ minLength: 1 }).map((extensionId): Place => ({ at: 'voicemail', extensionId })),
  )
  fc.assert(
    fc.property(places, fc.integer({ min: 0, max: 20 }), (place, count) => {
      const question = { asks: 'pressed', place, failures: count, timeouts: 20 - count } as const
      expect(extensionOf(question)).toMatch(/^[A-Za-z0-9.+*#%_-]+$/)
      expect(questionOf(extensionOf(question))).toEqual(question)
    }),
  )
  expect(questionOf('1001')).toBeUndefined()
  expect(questionOf('*98')).toBeUndefined()
  expect(questionOf('pressed.x.1.destination.a')).toBeUndefined()
})
