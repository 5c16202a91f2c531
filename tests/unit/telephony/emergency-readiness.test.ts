import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  emergencyReadiness,
  type EmergencySituation,
  isReady,
  type Remedy,
} from '@/lib/telephony/emergency-readiness'

const outside: EmergencySituation['outboundRoutes'][number] = {
  name: 'Emergency',
  matches: 'emergency',
  pattern: null,
  strip_digits: 0,
  prefix: '',
  position: 100,
  enabled: true,
  carriesEmergency: true,
}
const ready: EmergencySituation = {
  notificationEmails: ['security@harbor.example'],
  outboundRoutes: [outside],
  extensions: [
    {
      id: 'e1',
      extension: '1001',
      name: 'Reception',
      enabled: true,
      location: 'Lobby',
      emergencyDidId: 'n1',
    },
  ],
  devices: [{ id: 'd1', label: 'Lobby phone', enabled: true, location: 'Lobby', extensionIds: ['e1'] }],
  dids: [
    {
      id: 'n1',
      number: '+12075550100',
      state: 'confirmed',
      reason: '',
      emergencyAddressId: 'a1',
      enabled: true,
      leaving: false,
      voice: true,
      routed: true,
      callBack: true,
    },
  ],
  addresses: [{ id: 'a1', label: 'Main office', validatedAt: '2026-02-01T10:00:00Z' }],
}
const [extension, device, did, address] = [
  ready.extensions[0],
  ready.devices[0],
  ready.dids[0],
  ready.addresses[0],
] as const

/** The shortcomings after the change, as `requirement: sentence`. */
const shortcomings = (change: Partial<EmergencySituation>) =>
  emergencyReadiness({ ...ready, ...change }).flatMap(({ id, shortcomings }) =>
    shortcomings.map(({ text }) => `${id}: ${text}`),
  )

describe('the 911 check', () => {
  test('passes a tenant with nothing missing', () => {
    expect(isReady(emergencyReadiness(ready))).toBe(true)
  })

  test.each<[string, Partial<EmergencySituation>, string[]]>([
    [
      '911 behind a prefix',
      {
        outboundRoutes: [{ ...outside, name: 'Out', matches: 'pattern', pattern: '^9(911|[2-9]\\d{9})$' }],
      },
      ['direct-dial: No enabled outbound route takes 911 without a prefix.'],
    ],
    [
      'a disabled route',
      {
        outboundRoutes: [{ ...outside, enabled: false }],
      },
      ['direct-dial: No enabled outbound route takes 911 without a prefix.'],
    ],
    [
      'a route with an invalid pattern',
      {
        outboundRoutes: [{ ...outside, matches: 'pattern', pattern: '(911' }],
      },
      ['direct-dial: No enabled outbound route takes 911 without a prefix.'],
    ],
    [
      'a route whose gateways may not carry 911',
      {
        outboundRoutes: [{ ...outside, carriesEmergency: false }],
      },
      ['direct-dial: Emergency takes 911, but none of its gateways is on and may carry emergency calls.'],
    ],
    [
      'nothing if one of several routes may carry 911',
      {
        outboundRoutes: [
          { ...outside, name: 'Main', carriesEmergency: false },
          { ...outside, name: 'Backup' },
        ],
      },
      [],
    ],
    [
      'a prefix that the route puts before 911',
      {
        outboundRoutes: [
          { ...outside, position: 2 },
          { ...outside, name: 'Off', enabled: false, prefix: '2', position: 1 },
          { ...outside, name: 'Out', matches: 'pattern', pattern: '^[0-9]+$', prefix: '1', position: 1 },
        ],
      },
      ['direct-dial: Out takes 911, but sends 1911 because of its prefix.'],
    ],
    [
      'nothing if the route that puts digits before other numbers takes some off first',
      {
        outboundRoutes: [
          { ...outside, matches: 'pattern', pattern: '^9[0-9]+$', strip_digits: 1, prefix: '1' },
        ],
      },
      [],
    ],
    [
      'all routes if none may carry 911',
      {
        outboundRoutes: [
          { ...outside, name: 'Main', carriesEmergency: false },
          { ...outside, name: 'Backup', carriesEmergency: false },
        ],
      },
      [
        'direct-dial: Main and Backup takes 911, but none of its gateways is on and may carry emergency calls.',
      ],
    ],
    [
      'an extension without a name',
      {
        extensions: [{ ...extension, name: '', location: '' }] as EmergencySituation['extensions'],
        devices: [],
      },
      ['location: 1001 has no location.'],
    ],
    [
      'nothing of a device that is off',
      { devices: [{ ...device, enabled: false, location: '' }] as EmergencySituation['devices'] },
      [],
    ],
    [
      'nothing of an extension that is off, or of its number',
      {
        extensions: [
          extension,
          { ...extension, id: 'e2', enabled: false, location: '', emergencyDidId: 'n2' },
        ] as EmergencySituation['extensions'],
        dids: [did, { ...did, id: 'n2', state: 'rejected' }] as EmergencySituation['dids'],
      },
      [],
    ],
    [
      'a missing notification address',
      { notificationEmails: [] },
      ['notification: No emergency notification email is set.'],
    ],
    [
      'an extension without an emergency caller ID',
      { extensions: [{ ...extension, emergencyDidId: null }] as EmergencySituation['extensions'] },
      ['caller-id: 1001 Reception has no emergency caller ID.'],
    ],
    [
      'an extension that sends a number whose registration has ended',
      { dids: [{ ...did, state: 'none', emergencyAddressId: null }] as EmergencySituation['dids'] },
      [
        'caller-id: 1001 Reception sends (207) 555-0100, which the carrier has not confirmed.',
        'address: (207) 555-0100 is not registered for 911.',
      ],
    ],
    [
      'an extension that sends a number pending confirmation',
      { dids: [{ ...did, state: 'submitted' }] as EmergencySituation['dids'] },
      [
        'caller-id: 1001 Reception sends (207) 555-0100, which the carrier has not confirmed.',
        'address: (207) 555-0100 is waiting for the carrier’s confirmation.',
      ],
    ],
    [
      'an extension that sends a rejected number',
      { dids: [{ ...did, state: 'rejected', reason: 'No such street.' }] as EmergencySituation['dids'] },
      [
        'caller-id: 1001 Reception sends (207) 555-0100, which the carrier has not confirmed.',
        'address: The carrier rejected (207) 555-0100: No such street.',
      ],
    ],
    [
      'a number that 911 calls send, but on which rules and limits apply to the dispatcher, once',
      {
        extensions: [extension, { ...extension, id: 'e2' }] as EmergencySituation['extensions'],
        dids: [{ ...did, callBack: false }] as EmergencySituation['dids'],
      },
      [
        'caller-id: (207) 555-0100 is not an emergency callback number: a block rule or a limit of calls can refuse the dispatcher.',
      ],
    ],
    [
      'a number that 911 calls send, but that takes no calls',
      { dids: [{ ...did, enabled: false }] as EmergencySituation['dids'] },
      ['caller-id: (207) 555-0100 is turned off, so the dispatcher cannot call back.'],
    ],
    [
      'a number that 911 calls send, but that takes no voice calls',
      { dids: [{ ...did, voice: false, routed: false }] as EmergencySituation['dids'] },
      ['caller-id: (207) 555-0100 takes no voice calls, so the dispatcher cannot call back.'],
    ],
    [
      'a number that 911 calls send, but whose calls go nowhere',
      { dids: [{ ...did, routed: false }] as EmergencySituation['dids'] },
      ['caller-id: Calls to (207) 555-0100 go nowhere, so the dispatcher cannot call back.'],
    ],
    [
      'nothing of the calls to a number that no phone sends',
      {
        dids: [
          did,
          { ...did, id: 'n2', enabled: false, routed: false, callBack: false },
        ] as EmergencySituation['dids'],
      },
      [],
    ],
    [
      'the lack of a confirmed number, even before any phone can call',
      { extensions: [], dids: [] },
      ['address: No number has a confirmed 911 address.'],
    ],
    [
      'the lack of a confirmed number while one that no phone sends is pending',
      { extensions: [], dids: [{ ...did, state: 'submitted' }] as EmergencySituation['dids'] },
      ['address: No number has a confirmed 911 address.'],
    ],
    [
      'an unvalidated address of a confirmed number that no phone sends',
      {
        dids: [
          did,
          { ...did, id: 'n2', number: '+12075550101', emergencyAddressId: 'a2' },
        ] as EmergencySituation['dids'],
        addresses: [
          address,
          { id: 'a2', label: 'Annex', validatedAt: null },
        ] as EmergencySituation['addresses'],
      },
      ['address: The address Annex of (207) 555-0101 is not validated.'],
    ],
    [
      'a pending number next to a confirmed one',
      {
        dids: [
          did,
          { ...did, id: 'n2', number: '+12075550101', state: 'submitted' },
        ] as EmergencySituation['dids'],
      },
      [],
    ],
    [
      'a number of 911 calls that is porting out',
      { dids: [{ ...did, leaving: true }] as EmergencySituation['dids'] },
      ['caller-id: (207) 555-0100 is porting out. Choose another emergency caller ID before it leaves.'],
    ],
    [
      'an unvalidated address',
      { addresses: [{ ...address, validatedAt: null }] as EmergencySituation['addresses'] },
      ['address: The address Main office of (207) 555-0100 is not validated.'],
    ],
    [
      'an extension without a location',
      {
        extensions: [{ ...extension, location: ' ' }] as EmergencySituation['extensions'],
        devices: [{ ...device, extensionIds: [] }] as EmergencySituation['devices'],
      },
      ['location: 1001 Reception has no location.'],
    ],
    [
      'nothing of an extension whose phone has a location',
      { extensions: [{ ...extension, location: '' }] as EmergencySituation['extensions'] },
      [],
    ],
    [
      'an extension without a location whose phones are at different ones',
      {
        extensions: [{ ...extension, location: '' }] as EmergencySituation['extensions'],
        devices: [device, { ...device, id: 'd2', location: 'Warehouse' }] as EmergencySituation['devices'],
      },
      [
        'location: The phones of 1001 Reception are at “Lobby” and “Warehouse”. Dispatchers are given one of them for all its calls.',
      ],
    ],
    [
      'a phone at another location than its extension',
      {
        devices: [
          { ...device, location: 'Warehouse' },
          { ...device, id: 'd2', location: 'Attic', enabled: false },
        ] as EmergencySituation['devices'],
      },
      [
        'location: 1001 Reception is at “Lobby”, its phone Lobby phone at “Warehouse”. Dispatchers are given the extension’s.',
      ],
    ],
    [
      'a device without a location, of no extension that has one',
      { devices: [{ ...device, location: ' ', extensionIds: [] }] as EmergencySituation['devices'] },
      ['location: The device Lobby phone has no location.'],
    ],
    [
      'nothing of a device whose extension has a location',
      { devices: [{ ...device, location: '' }] as EmergencySituation['devices'] },
      [],
    ],
  ])('reports %s', (_, change, expected) => {
    expect(shortcomings(change)).toEqual(expected)
  })

  test.each<[string, object, Remedy[]]>([
    ['a missing route', { outboundRoutes: [] }, [{ page: 'dids/outbound' }]],
    [
      'a route that may not carry 911',
      { outboundRoutes: [{ ...ready.outboundRoutes[0], carriesEmergency: false }] },
      [{ page: 'dids/outbound' }],
    ],
    ['a missing address for notifications', { notificationEmails: [] }, [{ page: 'settings' }]],
    [
      'a missing caller ID',
      { extensions: [{ ...extension, emergencyDidId: null }] },
      [{ page: 'extensions', record: 'e1' }],
    ],
    ...(['none', 'submitted', 'rejected'] as const).map((state): [string, object, Remedy[]] => [
      `a number that is ${state}`,
      { dids: [{ ...did, state }] },
      [
        { page: 'dids/inbound', record: 'n1' },
        { page: 'dids/inbound', record: 'n1' },
      ],
    ]),
    ...(
      [
        ['enabled', 'enabled'],
        ['voice', 'voice'],
        ['routed', 'destination_id'],
        ['callBack', 'emergency'],
      ] as const
    ).map(([lacks, part]): [string, object, Remedy[]] => [
      `a number that is not ${lacks}`,
      { dids: [{ ...did, [lacks]: false }] },
      [{ page: 'dids/inbound', record: 'n1', part }],
    ]),
    [
      'an address that is not validated',
      { addresses: [{ ...address, validatedAt: null }] },
      [{ page: 'settings' }],
    ],
    ['the lack of numbers', { extensions: [], dids: [] }, [{ page: 'dids/inbound' }]],
    [
      'an extension without a location',
      { extensions: [{ ...extension, location: '' }], devices: [] },
      [{ page: 'extensions', record: 'e1' }],
    ],
    [
      'a device without a location',
      { devices: [{ ...device, location: '', extensionIds: [] }] },
      [{ page: 'devices', record: 'd1' }],
    ],
  ])('links to where %s is fixed', (_, change, expected) => {
    const checks = emergencyReadiness({ ...ready, ...change })
    expect(isReady(checks)).toBe(false)
    expect(checks.flatMap(({ shortcomings }) => shortcomings.map(({ remedy }) => remedy))).toEqual(expected)
  })

  test('has five requirements, in the order of a call', () => {
    expect(emergencyReadiness(ready).map(({ id }) => id)).toEqual([
      'direct-dial',
      'notification',
      'caller-id',
      'address',
      'location',
    ])
  })

  test('ignores disabled records, and counts each enabled extension once', () => {
    const extensions = fc.array(
      fc.record({
        id: fc.uuid(),
        extension: fc.stringMatching(/^[0-9]{2,7}$/),
        name: fc.string({ maxLength: 8 }),
        enabled: fc.boolean(),
        location: fc.constantFrom('', 'Lobby'),
        emergencyDidId: fc.constantFrom(null, 'n1', 'gone'),
      }),
      { maxLength: 12 },
    )
    fc.assert(
      fc.property(extensions, (list) => {
        const checks = emergencyReadiness({ ...ready, extensions: list })
        const found = (id: string) => checks.find((check) => check.id === id)?.shortcomings.length
        const enabled = list.filter((each) => each.enabled)
        return (
          found('caller-id') === enabled.filter((each) => each.emergencyDidId !== 'n1').length &&
          found('location') === enabled.filter((each) => each.location === '').length
        )
      }),
    )
  })
})
