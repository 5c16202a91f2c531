import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { DESTINATION_GROUPS } from '@/lib/telephony/destination-kinds'
import {
  destinationLabel,
  destinationLabels,
  destinationOptions,
  type DestinationRecord,
  groupDestinations,
  withEnvelopeSymbol,
} from '@/lib/telephony/destinations'

const domain = 'harbor.pbx.example'
const record = (kind: string, number: string, name = '', enabled = true): DestinationRecord => ({
  id: `${kind} ${number}`,
  kind,
  number,
  name,
  enabled,
  domain,
})

// Few names and numbers, so that labels repeat often; some are inherited object properties.
const awkward = fc.constantFrom(
  '',
  'Sales',
  'Sales (1001)',
  'Sales (1001, 2)',
  '1001',
  '__proto__',
  'constructor',
  ' ',
)
const anyRecord = fc.record<DestinationRecord>({
  id: fc.uuid(),
  kind: fc.constantFrom(...DESTINATION_GROUPS),
  number: fc.oneof(
    fc.constantFrom('1001', '1002', '+12075550100', '+12075550101'),
    fc.string({ maxLength: 8 }),
  ),
  name: fc.oneof(awkward, fc.string({ maxLength: 12 })),
  enabled: fc.boolean(),
  domain: fc.constant(domain),
})
const anyRecords = fc.array(anyRecord, { maxLength: 24 })
const runs = { numRuns: 1000 }

const identifiers = (records: DestinationRecord[]) =>
  Object.values(groupDestinations(records)).flatMap((group) => Object.values(group))

describe('the destinations of a tenant', () => {
  test('have the label and identifier of their group', () => {
    const records = [
      record('voicemails', '1001', 'Front desk'),
      record('ring_groups', '6000', 'Sales'),
      record('ivr_menus', '7000', 'Main menu'),
      record('call_centers', '8000', 'Support'),
      record('call_flows', '8100', 'Night'),
      record('time_conditions', '8200', 'Hours'),
      record('recordings', 'welcome.wav', 'Welcome'),
      record('external', '+12075550100'),
      record('extensions', '1001', 'Front desk'),
      record('other', '*98', 'Check voicemail'),
      record('other', '*411', 'Company directory'),
      record('other', '*732', 'Record'),
      record('other', 'hangup', 'Hang up'),
      record('unknown', 'bridge:sofia/gateway/old/123'),
    ]
    expect(groupDestinations(records)).toEqual({
      call_centers: { '8000 Support': `transfer:8000 XML ${domain}` },
      call_flows: { '8100 Night': `transfer:8100 XML ${domain}` },
      extensions: { '1001 Front desk': `transfer:1001 XML ${domain}` },
      external: { '(207) 555-0100': `transfer:+12075550100 XML ${domain}` },
      ivr_menus: { '7000 Main menu': `transfer:7000 XML ${domain}` },
      other: {
        'Check voicemail': `transfer:*98 XML ${domain}`,
        'Company directory': `transfer:*411 XML ${domain}`,
        Record: `transfer:*732 XML ${domain}`,
        'Hang up': 'hangup',
      },
      recordings: { Welcome: 'lua:streamfile.lua welcome.wav' },
      ring_groups: { '6000 Sales': `transfer:6000 XML ${domain}` },
      time_conditions: { '8200 Hours': `transfer:8200 XML ${domain}` },
      voicemails: { '1001 Front desk &#9993;': `transfer:*991001 XML ${domain}` },
    })
  })

  test('come in sorted groups without empty ones', () => {
    const groups = groupDestinations([record('voicemails', '1', 'A'), record('call_flows', '2', 'B')])
    expect(Object.keys(groups)).toEqual(['call_flows', 'voicemails'])
    expect(groupDestinations([])).toEqual({})
  })

  test('use their number as the label when they have no name', () => {
    expect(groupDestinations([record('extensions', '1001', ' ')])).toEqual({
      extensions: { '1001': `transfer:1001 XML ${domain}` },
    })
  })

  test('that share a label all have their number appended', () => {
    const greetings = [record('recordings', 'a.wav', 'Greeting'), record('recordings', 'b.wav', 'Greeting')]
    expect(groupDestinations(greetings).recordings).toEqual({
      'Greeting (a.wav)': 'lua:streamfile.lua a.wav',
      'Greeting (b.wav)': 'lua:streamfile.lua b.wav',
    })
  })

  test('that are disabled are marked as unavailable', () => {
    expect(groupDestinations([record('voicemails', '1001', 'Desk', false)]).voicemails).toEqual({
      '1001 Desk &#9993; (unavailable)': `transfer:*991001 XML ${domain}`,
    })
  })

  test('of an unknown kind throw an error', () => {
    expect(() => groupDestinations([record('door_openers', '1', 'Front door')])).toThrow('door_openers')
  })

  test('contain every record exactly once', () => {
    fc.assert(
      fc.property(anyRecords, (records) => {
        const one = (single: DestinationRecord) => identifiers([single])
        expect(identifiers(records).sort()).toEqual(records.flatMap(one).sort())
      }),
      runs,
    )
  })

  test('survive a JSON round trip', () => {
    fc.assert(
      fc.property(anyRecords, (records) => {
        const sent: unknown = JSON.parse(JSON.stringify(groupDestinations(records)))
        expect(Object.entries(sent as object)).toEqual(Object.entries(groupDestinations(records)))
      }),
      runs,
    )
  })

  test('mark each disabled record, and only those, as unavailable', () => {
    fc.assert(
      fc.property(anyRecords, (records) => {
        const labels = Object.values(groupDestinations(records)).flatMap((group) => Object.keys(group))
        const unavailable = labels.filter((label) => label.includes(' (unavailable)'))
        expect(unavailable).toHaveLength(records.filter(({ enabled }) => !enabled).length)
      }),
      runs,
    )
  })
})

describe('the destinations to choose from', () => {
  test("list each record once, under its group's label", () => {
    fc.assert(
      fc.property(anyRecords, (records) => {
        const options = destinationOptions(records)
        expect(options.map(({ id }) => id).sort()).toEqual(records.map(({ id }) => id).sort())
        for (const { group, label } of options) {
          const written = Object.keys(groupDestinations(records)[group] ?? {}).map(withEnvelopeSymbol)
          expect(written).toContain(label)
        }
      }),
      { numRuns: 200 },
    )
  })

  test('end with manually entered identifiers, unchanged', () => {
    const options = destinationOptions([
      record('unknown', 'bridge:old/1'),
      record('extensions', '1001', 'Desk'),
    ])
    expect(options.map(({ group, label, identifier }) => [group, label, identifier])).toEqual([
      ['extensions', '1001 Desk', `transfer:1001 XML ${domain}`],
      ['unknown', 'bridge:old/1', 'bridge:old/1'],
    ])
  })
})

describe('the labels of identifiers', () => {
  test('exist for every identifier, and are one of its labels', () => {
    fc.assert(
      fc.property(anyRecords, (records) => {
        const destinations = groupDestinations(records)
        const labels = destinationLabels(destinations)
        const pairs = Object.values(destinations).flatMap((group) => Object.entries(group))
        for (const [, identifier] of pairs) {
          const own = pairs
            .filter(([, other]) => other === identifier)
            .map(([label]) => withEnvelopeSymbol(label))
          expect(own).toContain(labels.get(identifier))
        }
        expect(labels.size).toBe(new Set(pairs.map(([, identifier]) => identifier)).size)
      }),
      runs,
    )
  })

  test('leave an unknown identifier unchanged', () => {
    fc.assert(
      fc.property(anyRecords, fc.string(), (records, identifier) => {
        const labels = destinationLabels(groupDestinations(records))
        fc.pre(!labels.has(identifier))
        expect(destinationLabel(labels, identifier)).toBe(identifier)
      }),
      runs,
    )
  })

  test('show the voicemail envelope as a symbol', () => {
    const labels = destinationLabels(groupDestinations([record('voicemails', '1001', 'Desk')]))
    expect(destinationLabel(labels, `transfer:*991001 XML ${domain}`)).toBe('1001 Desk ✉')
  })

  test.each([
    ['Desk &#9993;', 'Desk ✉'],
    ['Desk &#9993', 'Desk ✉'],
    ['&#9993;&#9993', '✉✉'],
    ['&#99931;', '&#99931;'],
    ['&amp; &lt;b&gt; &#x2709; <img src=x>', '&amp; &lt;b&gt; &#x2709; <img src=x>'],
  ])('decode only the envelope in "%s"', (label, shown) => {
    expect(withEnvelopeSymbol(label)).toBe(shown)
  })
})
