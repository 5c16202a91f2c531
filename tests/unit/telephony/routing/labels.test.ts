import { expect, test } from 'vitest'
import { placeLabel } from '@/lib/telephony/routing/place-label'
import { hasPage, linkedThing, nounAndLabel, recordPath } from '@/lib/telephony/routing/record'
import type { SnapshotTable } from '@/lib/telephony/routing/snapshot'
import { indexOf, inPosition, refOf } from '@/lib/telephony/routing/snapshot-index'
import { snapshotOf, voicemailOf } from '@/tests/support/factories/snapshot'
import * as make from '@/tests/support/factories/snapshot-rows'
import { dialing, NUMBER, to, toNumber } from './routing-helpers'

test.each<[table: SnapshotTable, row: { id: string }, label: string]>([
  ['extensions', make.anExtension('1001', { effective_caller_id_name: '' }), '1001'],
  ['dids', make.aNumber(NUMBER), '(207) 555-0100'],
  ['destinations', make.anOutsideDestination(NUMBER), '(207) 555-0100'],
  ['destinations', { ...make.anOutsideDestination('6000'), name: 'Desk' } as never, '6000 Desk'],
  ['call_block_rules', make.aBlockRule(null, { name: 'Robots' }), 'Withheld numbers – Robots'],
  ['call_block_rules', make.aBlockRule(NUMBER), '(207) 555-0100'],
  ['call_block_rules', make.aBlockRule('+1207555010', { match: 'prefix' }), '+1207555010…'],
  ['feature_codes', make.aFeatureCode('park', '*59'), '*59 park'],
  ['did_conditions', make.aCondition('d1', { caller: NUMBER }), '(207) 555-0100'],
  ['did_conditions', make.aCondition('d1', { caller: null }), 'Withheld numbers'],
  ['did_conditions', make.aCondition('d1', { match: 'prefix', caller: '+1207555010' }), '+1207555010…'],
  ['ivr_menu_options', make.anOption('m7000', '7', 'gone'), '7'],
  ['devices', make.aDevice('lobby'), 'lobby'],
  ['devices', make.aDevice(''), '02:00:00:00:00:01'],
  ['emergency_addresses', make.anAddress('Office'), 'Office'],
  ['ring_group_members', make.aMember('g6000', 1, 'e1001'), ''],
  ['paging_group_members', make.aPagedPhone('w4000', 1, 'e1001'), ''],
  ['extension_follow_me', make.aFollower('e1001', 1, 'e1002'), ''],
  ['call_center_tiers', make.aTier('q8000', 'a1'), ''],
  ['device_lines', make.aLine('phone', 'e1001'), ''],
  ['gateways', make.aGateway('carrier-a'), 'carrier-a'],
  ['recordings', make.aRecording('hello'), 'hello'],
  ['outbound_routes', make.aRoute('national'), 'Route national'],
])('a row of %s is labeled as in its list', (table, row, label) => {
  expect(refOf(table, row)).toEqual({ table, id: row.id, label })
})

test('a link names its record, or all of its kind if it concerns none in particular', () => {
  expect(linkedThing({ table: 'dids', id: 'd1', label: '(406) 555-0114' })).toBe('number (406) 555-0114')
  expect(linkedThing({ table: 'dids', id: '', label: '' })).toBe('the numbers')
})

test('child rows are read in order, whatever order the snapshot has', () => {
  const members = [3, 1, 2].map((at) => make.aMember('g6000', at, 'e1001'))
  const index = indexOf(snapshotOf({ ring_group_members: members }))
  expect(index.rows('ring_group_members', 'ring_group_id', 'g6000').map(({ id }) => id)).toEqual([
    'g6000-1',
    'g6000-2',
    'g6000-3',
  ])
  expect(index.tenant).toEqual({ table: 'tenants', id: 'tenant', label: 'acme.pbx.test' })
  expect(index.row('dids', null)).toBeUndefined()
})

test('a snapshot is indexed once', () => {
  const snapshot = snapshotOf()
  expect(indexOf(snapshot)).toBe(indexOf(snapshot))
})

test('child rows are ordered by position, then by id', () => {
  const part = (id: string, position: number) => ({ id, position })
  const ordered = [part('c', 1), part('a', 2), part('b', 2), part('d', 3)]
  for (const order of [
    [0, 1, 2, 3],
    [3, 2, 1, 0],
    [1, 3, 0, 2],
    [2, 0, 3, 1],
  ]) {
    expect(inPosition(order.flatMap((at) => ordered[at] ?? []))).toEqual(ordered)
  }
})

test('a place is labeled by its record', () => {
  const index = indexOf(
    snapshotOf({
      dids: [make.aNumber(NUMBER)],
      extensions: [make.anExtension('1001')],
      park_lots: [make.aParkLot('5900')],
      ring_groups: [make.aRingGroup('6000')],
      destinations: [
        make.anOutsideDestination('+12075550101'),
        { id: 'lost', kind: 'ring_groups', record_id: 'gone', number: '6001', name: 'Gone', enabled: true },
      ],
    }),
  )
  const because = {
    why: 'hangs up',
    record: { table: 'destinations', id: 'hangup', label: 'Hang up' },
  } as const
  const tenant = { table: 'tenants', id: 'tenant', label: 'acme.pbx.test' }
  const [desk, lot] = [
    { table: 'extensions', id: 'e1001', label: '1001 Desk 1001' },
    { table: 'park_lots', id: 'p5900', label: '5900 Lot 5900' },
  ]
  const called = [
    toNumber(),
    toNumber('+12075550142'),
    dialing('5900'),
    dialing('5903'),
    dialing('5911'),
    to('e1001'),
    to(voicemailOf('e1001')),
    to('out-+12075550101'),
    to('lost'),
    to('gone'),
    { at: 'voicemail', extensionId: 'e1001' } as const,
    { at: 'voicemail', extensionId: 'gone' } as const,
    { at: 'end', cause: 'NORMAL_CLEARING', because } as const,
  ].map((place) => placeLabel(index, place))
  expect(called).toEqual([
    {
      label: 'the number (207) 555-0100',
      record: { table: 'dids', id: `d${NUMBER}`, label: '(207) 555-0100' },
    },
    { label: 'the number (207) 555-0142', record: tenant },
    { label: 'the park lot 5900 Lot 5900', record: lot },
    { label: 'the park lot 5900 Lot 5900', record: lot },
    { label: 'the dialed number 5911', record: tenant },
    { label: 'the extension 1001 Desk 1001', record: desk },
    { label: 'the voicemail of extension 1001 Desk 1001', record: desk },
    {
      label: 'the destination (207) 555-0101',
      record: { table: 'destinations', id: 'out-+12075550101', label: '(207) 555-0101' },
    },
    { label: 'the destination 6001 Gone', record: { table: 'destinations', id: 'lost', label: '6001 Gone' } },
    { label: 'a destination that no longer exists', record: tenant },
    { label: 'the voicemail of extension 1001 Desk 1001', record: desk },
    { label: 'the voicemail of tenant acme.pbx.test', record: tenant },
    { label: 'the end of the call', record: because.record },
  ])
})

test('a record without a label is named by its kind', () => {
  expect(nounAndLabel({ table: 'tenant_settings', id: 'tenant', label: '' })).toBe('settings')
})

test('records have pages, except gateways', () => {
  expect([hasPage({ table: 'dids' }), hasPage({ table: 'gateways' })]).toEqual([true, false])
  expect(recordPath('t1', { table: 'dids', id: '' })).toBe('/app/tenants/t1/dids/inbound')
})
