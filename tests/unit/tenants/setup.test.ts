import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readConfiguration, UnreadableConfiguration } from '@/lib/tenants/configuration'
import { codeOfName, newTenantSchema, proposedDomain } from '@/lib/tenants/new-tenant'
import { changeLines, createdLines, problemLines, type SetupReport } from '@/lib/tenants/setup-report'

const ID = '1b8022fb-1fd7-4d51-81ae-3b153fb4fd35'
const document = {
  format: 'trunkline-tenant',
  version: 1,
  domain: 'acme.pbx.example',
  time_zone: 'America/New_York',
  extension_limit: 20,
  tables: { extensions: [{ id: ID, extension: '1001' }] },
  destinations: [
    { id: ID, kind: 'external', number: '+18015550100', name: '', record_id: null, feature: null },
  ],
}
const read = (value: unknown) => readConfiguration(JSON.stringify(value))

describe('an exported configuration', () => {
  test('is read as written, including fields unknown to this build', () => {
    expect(read(document)).toEqual(document)
  })

  test.each([
    ['not JSON', '{', 'This file is not JSON.'],
    ['another document', JSON.stringify({ name: 'x' }), 'This file is not an exported configuration.'],
    ['a list', '[]', 'This file is not an exported configuration.'],
    [
      'of a later version',
      JSON.stringify({ ...document, version: 2 }),
      'This file has format version 2. Only version 1 can be read.',
    ],
  ])('that is %s is rejected with a readable message', (_, text, message) => {
    expect(() => readConfiguration(text)).toThrow(new UnreadableConfiguration(message))
  })

  test('that is damaged is rejected with the location', () => {
    const tables = { extensions: [{ id: 7 }] }
    expect(() => read({ ...document, tables })).toThrow(/damaged at tables\.extensions\.0\.id/)
  })

  test('is read or rejected, whatever the file contains', () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        expect(() => readConfiguration(text)).toThrow(UnreadableConfiguration)
      }),
    )
  })
})

describe('a new tenant', () => {
  test.each([
    ['Harbor Lane Dental, Inc.', 'harbor-lane-dental-inc'],
    ["Joe's Café", 'joes-cafe'],
    ['Søren Weiß & Co', 'soren-weiss-co'],
    ['9', ''],
    ['  —  ', ''],
  ])('for %j is offered the code %j', (name, code) => {
    expect(codeOfName(name)).toBe(code)
  })

  test('gets a valid code, or none, for every name', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (name) => {
        const code = codeOfName(name)
        expect(code).toMatch(/^([a-z0-9-]{2,32})?$/)
      }),
    )
  })

  test('has its number of seats parsed and its domain lowercased', () => {
    const given = {
      company: ID,
      domain: ' Acme.PBX.example ',
      tenant_code: 'acme',
      time_zone: 'America/Denver',
      extension_limit: '12',
    }
    expect(newTenantSchema.parse(given)).toMatchObject({ domain: 'acme.pbx.example', extension_limit: 12 })
    for (const wrong of [
      { domain: 'acme' },
      { tenant_code: 'A' },
      { extension_limit: '1.5' },
      { company: '' },
    ]) {
      expect(newTenantSchema.safeParse({ ...given, ...wrong }).success).toBe(false)
    }
  })
})

describe('the summary of a new tenant', () => {
  const report: SetupReport = {
    id: ID,
    made: { extensions: 13, ring_groups: 1, call_flows: 0, emergency_addresses: 2, feature_codes: 7 },
    changed: [
      { table: 'ring_group_members', column: 'extension_id', dropped: true, rows: 8 },
      { table: 'ivr_menu_options', column: 'destination_id', dropped: false, rows: 1 },
      { table: 'extensions', column: 'emergency_did_id', dropped: false, rows: 11 },
      { table: 'dids', column: 'id', dropped: true, rows: 4 },
      { table: 'devices', column: 'id', dropped: true, rows: 1 },
      { table: 'outbound_routes', column: 'enabled', dropped: false, rows: 2 },
      { table: 'conference_rooms', column: 'pin', dropped: false, rows: 3 },
      { table: 'device_profiles', column: 'phone_firmware_url', dropped: false, rows: 2 },
      { table: 'tenant_settings', column: 'phone_firmware_url', dropped: false, rows: 1 },
      { table: 'ring_group_members', column: 'external_number', dropped: true, rows: 2 },
      { table: 'call_block_rules', column: 'number', dropped: true, rows: 3 },
      { table: 'call_block_rules', column: 'extension_id', dropped: true, rows: 1 },
    ],
    problems: [
      { table: 'extensions', label: '1004 Billing', message: 'This tenant has 3 of 3 seats in use.' },
      { table: 'extensions', label: '1005 Back office', message: 'This tenant has 3 of 3 seats in use.' },
      { table: 'ivr_menus', label: 'Main', message: 'Unknown field: surprise.' },
    ],
  }

  test('counts records, not their child rows', () => {
    expect(createdLines(report)).toEqual(['13 extensions', '1 ring group', '2 E911 addresses'])
  })

  test('lists what was left out', () => {
    expect(changeLines(report)).toEqual([
      '8 ring group members left out, with the extension they need',
      '1 IVR menu option with “Hang up” as destination; choose a new one',
      '11 extensions without emergency number; choose a new one',
      '4 numbers left out: another tenant has them, they are aging or ported, or you do not have permission to assign them',
      '1 device left out: phones with these MAC addresses already exist',
      '2 outbound routes switched off, as there is no PIN yet; set one and switch them on',
      '3 conference rooms without a PIN, so anybody can use them; set one',
      '2 device profiles without a firmware address, which only users who may reveal secrets can set',
      'settings without a firmware address, which only users who may reveal secrets can set',
      '2 ring group members left out: their external numbers are people’s own phones',
      '3 block rules left out: they block callers of the other tenant',
      '1 block rule left out: they are for single extensions',
    ])
  })

  test('lists each problem once', () => {
    expect(problemLines(report)).toEqual([
      'Extension 1004 Billing and 1 more: This tenant has 3 of 3 seats in use.',
      'IVR menu Main: Unknown field: surprise.',
    ])
  })
})

test.each([
  ['acme', ['north.pbx.example', 'south.pbx.example', 'old.voice.example'], 'acme.pbx.example'],
  ['acme', [], ''],
  ['', ['north.pbx.example'], ''],
])('for the code "%s", among the domains %j, the proposed domain is "%s"', (code, domains, domain) => {
  expect(proposedDomain(code, domains)).toBe(domain)
})
