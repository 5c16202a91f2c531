import { describe, expect, test } from 'vitest'
import {
  csvFields,
  guessColumns,
  listedColumns,
  parseRows,
  readCsvFile,
  recordsToCsv,
} from '@/lib/records/record-csv'
import { recordNames } from '@/lib/records/record-names'
import type { Resource } from '@/lib/records/resource'
import { callBlockRule } from '@/lib/resources/call-block-rule'
import { callFlow } from '@/lib/resources/call-flow'
import { customer } from '@/lib/resources/customer'
import { did } from '@/lib/resources/did'
import { didCondition } from '@/lib/resources/did-condition'
import { extension } from '@/lib/resources/extension'
import { numberInStock } from '@/lib/resources/number'
import { opportunity } from '@/lib/resources/opportunity'
import { outboundRoute } from '@/lib/resources/outbound-route'
import { portOrder } from '@/lib/resources/port-order'
import { portalUser } from '@/lib/resources/portal-user'
import { ringGroupMember } from '@/lib/resources/ring-group-member'
import { stockItem } from '@/lib/resources/stock-item'

/** The rows of a file with these headings, as sent to the server. */
function read(resource: Resource, header: string[], ...rows: string[][]) {
  const names = recordNames(new Map())
  return parseRows(
    resource,
    { header, rows, places: rows.map((_, index) => index + 2), overlong: new Map() },
    guessColumns(resource, header),
    names,
  )
}

/**
 * What Excel makes of a file when it is opened there and saved: a cell that is a number loses its plus and leading zeros, and the last
 * digits of one that has twelve or more.
 */
const throughExcel = (text: string) =>
  text.replaceAll(/(?<=^|[,\n])\+?0*([0-9]+)(?=[,\r\n]|$)/gm, (_, digits: string) =>
    digits.length < 12 ? digits : Number(digits).toExponential(5).toUpperCase(),
  )
const labelIsId = { label: (_: unknown, id: string) => id, id: (_: unknown, text: string) => text }

test('rules for numbers abroad come back from a spreadsheet as they were', async () => {
  const rules = [
    ...['+442', '+41446681', '+4144668180', '+882', '+1207', '411', '011', '00'].map((number) => [
      'prefix',
      number,
    ]),
    ...['+41446681800', '+442079460018', '+4512345678', '+12075550100', '411', '1001', '0101'].map(
      (number) => ['exact', number],
    ),
  ]
  for (const [resource, column, others] of [
    [callBlockRule as Resource, 'number', {}],
    [didCondition as Resource, 'caller', { did_id: 'Main', destination_id: 'Desk' }],
  ] as const) {
    const rows = rules.map(([match, number], index) => ({
      ...resource.blank,
      ...others,
      id: String(index),
      version: 1,
      position: index + 1,
      match,
      [column]: number,
    }))
    const text = throughExcel(await recordsToCsv(resource, rows, labelIsId))
    const file = await readCsvFile(new File([text], 'rules.csv'))
    const parsed = await parseRows(resource, file, guessColumns(resource, file.header), labelIsId)
    expect(parsed.flatMap(({ problem }) => problem ?? [])).toEqual([])
    expect(parsed.map(({ values }) => [values.match, values[column]])).toEqual(rules)
  }
})

test.each([
  [extension, { extension: '0101', effective_caller_id_number: '+12075550142' }],
  [did, { number: '+12075550142', account_code: '0042' }],
  [outboundRoute, { name: 'Abroad', prefix: '011' }],
  [stockItem, { name: 'Phone', asset_tag: '007', serial: '8931440400000000000' }],
  [customer, { name: 'Alpen AG', tax_id: '043216789', phone: '+41446681800' }],
] as const)(
  'numbers that are no amounts come back from a spreadsheet as they were (%#)',
  async (given, values) => {
    const resource = given as unknown as Resource
    const row = { ...resource.blank, ...values, id: '1', version: 1 }
    const text = throughExcel(await recordsToCsv(resource, [row], labelIsId))
    const file = await readCsvFile(new File([text], 'export.csv'))
    const [parsed] = await parseRows(resource, file, guessColumns(resource, file.header), labelIsId)
    expect(parsed?.values).toMatchObject(values)
  },
)

describe('a row of an imported file', () => {
  test('is null where its cell is empty and the form would store null', async () => {
    const [row] = await read(extension, ['Number', 'Send messages to', 'Description'], ['1001', '', ''])
    expect(row).toEqual({
      row: 2,
      problem: undefined,
      values: { extension: '1001', voicemail_email: null, description: '' },
    })
    const [route] = await read(outboundRoute, ['Name', 'Second gateway'], ['Local', ''])
    expect(route?.values).toEqual({ name: 'Local', gateway_2_id: null })
  })

  test('is found by a column’s header in the list too, unless the file has a column of that name for another field', () => {
    const columns = guessColumns(extension, ['Number', 'Name', 'Status'])
    expect(columns).toMatchObject({ extension: 0, effective_caller_id_name: 1, enabled: 2 })
    const both = guessColumns(extension, ['Name', 'Caller ID name'])
    expect(both).toMatchObject({ effective_caller_id_name: 1 })
  })

  test('is normalized as in the form', async () => {
    const [user] = await read(portalUser, ['Name', 'Email', 'Role'], [' Ann ', 'Ann@Example.com', 'Agent'])
    expect(user).toMatchObject({
      problem: undefined,
      values: { name: 'Ann', email: 'ann@example.com', role: 'agent' },
    })
  })

  test('is normalized also if the file lacks a column that the form requires', async () => {
    const [user] = await read(portalUser, ['Email', 'Role'], [' Ann@Example.com ', 'Agent'])
    expect(user).toMatchObject({ problem: undefined, values: { email: 'ann@example.com', role: 'agent' } })
    const [item] = await read(stockItem, ['Serial number', 'Location'], [' SN123 ', ' Shelf 4 '])
    expect(item).toMatchObject({ problem: undefined, values: { serial: 'SN123', location: 'Shelf 4' } })
  })

  test.each(['2026-12-28T08:00-08:00', '2026-12-28T16:00:00Z', '2026-12-28T16:00:00.123456+00:00', ''])(
    'may say when a block or an override ends, with the offset from UTC: %s',
    async (cell) => {
      const stored = cell || null
      const [rule] = await read(callBlockRule, ['Number', 'Expires'], ['+12075550100', cell])
      expect(rule).toMatchObject({ problem: undefined, values: { expires_at: stored } })
      const [number] = await read(did, ['Number', 'Override until'], ['+12075550100', cell])
      expect(number).toMatchObject({ problem: undefined, values: { override_until: stored } })
    },
  )

  test.each(['2026-12-28 08:00', '2026-12-28T08:00', '12/28/2026 8:00', 'tomorrow', '2026-02-30T08:00Z'])(
    'is refused if it says when a block or an override ends without the offset from UTC: %s',
    async (cell) => {
      const WHY = /Enter the date, the time and its offset from UTC: 2026-12-28T08:00-05:00\.$/
      const [rule] = await read(callBlockRule, ['Number', 'Expires'], ['+12075550100', cell])
      expect(rule?.problem).toMatch(WHY)
      const [number] = await read(did, ['Number', 'Override until'], ['+12075550100', cell])
      expect(number?.problem).toMatch(WHY)
    },
  )

  test('has a day with slashes only as long as no other row of the column has the day before the month', async () => {
    const header = ['Number', 'Away until']
    const [one, other] = await read(extension, header, ['1001', '5/1/2026'], ['1002', '2026-01-31'])
    expect([one, other]).toMatchObject([
      { problem: undefined, values: { away_until: '2026-05-01' } },
      { problem: undefined, values: { away_until: '2026-01-31' } },
    ])
    const [swapped, certain, plain] = await read(
      extension,
      header,
      ['1001', '05/01/2026'],
      ['1002', '31/01/2026'],
      ['1003', '2026-01-31'],
    )
    const why = 'is in a column with days before months, so it may be another day. Write dates as 2026-01-31.'
    expect(swapped?.problem).toBe(`Away until: "05/01/2026" ${why}`)
    expect(certain?.problem).toBe(`Away until: "31/01/2026" ${why}`)
    expect(plain?.problem).toBeUndefined()
  })

  test.each(['3.14602E+15', '1,20756e+10', ' 2E+11 '])(
    'is refused where a spreadsheet has shortened a number: %s',
    async (cell) => {
      const header = ['Asset tag', 'Name', 'Serial number']
      const [item] = await read(stockItem, header, ['T-1', 'Desk phone', cell])
      expect(item?.problem).toMatch(/^Serial number: ".*" A spreadsheet has shortened this number\./)
      expect(item?.values).not.toHaveProperty('serial')
    },
  )

  test('is checked against rules over several columns once all of them are present', async () => {
    const group = crypto.randomUUID()
    const names = recordNames(new Map([['ring_groups', new Map([[group, '6000 Sales']])]]))
    const header = [
      'Ring group',
      'Position',
      'Extension',
      'External number',
      'Delay',
      'Rings',
      'Confirm',
      'On',
    ]
    const columns = guessColumns(ringGroupMember as unknown as Resource, header)
    const rows = [
      ['6000', '1', '', '', '0', '30', 'no', 'yes'],
      ['6000', '2', '', '(207) 555-0123', '0', '30', 'yes', 'yes'],
    ]
    const [neither, outside] = await parseRows(
      ringGroupMember as unknown as Resource,
      { header, rows, places: [2, 3], overlong: new Map() },
      columns,
      names,
    )
    expect(neither?.problem).toBe('Extension: Enter either an extension or an external number.')
    expect(outside).toMatchObject({
      problem: undefined,
      values: { ring_group_id: group, extension_id: null, external_number: '+12075550123', position: 2 },
    })
  })
})

/** What an exported file has of a row beside its fields, by heading. */
async function besideFields(resource: unknown, row: object) {
  const exported = resource as Resource
  const text = await recordsToCsv(exported, [{ id: '1', version: 1, ...row }], recordNames(new Map()))
  const { header, rows } = await readCsvFile(new File([text], 'export.csv'))
  const of = csvFields(exported).length
  return Object.fromEntries(header.slice(of).map((heading, n) => [heading, rows[0]?.[of + n]]))
}

describe('an exported file ends with what the list shows besides fields', () => {
  const created_at = '2026-03-02T10:00:00+00:00'
  test.each([
    [
      'opportunities',
      opportunity,
      { company_name: 'Harbor Freight, Inc.', owner_name: null, created_at, name: 'Phones' },
      { Company: 'Harbor Freight, Inc.', Owner: '', Created: created_at },
    ],
    [
      'port orders',
      portOrder,
      {
        state: 'foc_confirmed',
        numbers: 3,
        tenant_name: 'Harbor',
        opportunity_name: null,
        foc_date: '2026-04-01',
      },
      { State: 'foc_confirmed', Numbers: '3', Tenant: 'Harbor', Opportunity: '', 'FOC date': '2026-04-01' },
    ],
    [
      'numbers',
      numberInStock,
      { tenant_name: 'Harbor', routed_to: '1001 Reception', e911_state: 'confirmed' },
      { Tenant: 'Harbor', 'Routed to': '1001 Reception', E911: 'confirmed' },
    ],
    [
      'customers',
      customer,
      { owner_name: 'Ann', seats: 4, balance: -12.5, currency: 'CAD', created_at },
      { Seats: '4', Balance: '-12.5', Owner: 'Ann', Created: created_at, Currency: 'CAD' },
    ],
  ])('%s', async (_, resource, row, expected) => {
    expect(await besideFields(resource, row)).toEqual(expected)
  })

  test('not ids, nor what is no plain value', async () => {
    const row = { has_emergency_did: true, is_registered: false, devices: [1], calls: null }
    expect(await besideFields(extension, row)).toEqual({ E911: 'yes', Phone: 'no', Calls: '' })
    expect(await besideFields(did, { routed_to_id: crypto.randomUUID(), e911_state: 'none' })).toEqual({
      E911: 'none',
    })
  })

  test('and an import knows these headings', () => {
    expect(listedColumns(opportunity as unknown as Resource).map(({ heading }) => heading)).toEqual([
      'Company',
      'Owner',
      'Created',
    ])
  })
})

test('headings that two fields share include their group', async () => {
  const names = recordNames(new Map())
  const [header = ''] = (await recordsToCsv(callFlow as unknown as Resource, [], names)).split('\r\n')
  const headings = header.replace('\uFEFF', '').split(',')
  expect(headings).toContain('Normal state: Label')
  expect(headings).toContain('Alternate state: Label')
  const columns = Object.values(guessColumns(callFlow as unknown as Resource, headings))
  expect(new Set(columns).size).toBe(headings.length)
})

test.each([
  [50_000, 50_000],
  [50_001, 'The file has 50,001 rows; 50,000 can be imported at once.'],
  [0, 'The file has no rows below the line that names the columns.'],
])('a file of %i rows is read whole or refused', async (count, expected) => {
  const lines = ['Number', ...Array.from({ length: count }, (_, n) => String(10_000 + n))]
  const reading = readCsvFile(new File([lines.join('\n')], 'extensions.csv', { type: 'text/csv' }))
  const outcome = await reading.then(({ rows }) => rows.length).catch(({ message }) => message)
  expect(outcome).toBe(expected)
})
