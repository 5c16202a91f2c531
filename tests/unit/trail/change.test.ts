import { describe, expect, test } from 'vitest'
import { formatDateTime } from '@/lib/dates/format'
import { describeChange, fieldChanges, undoingOf } from '@/lib/trail/change'
import type { TrailRow } from '@/lib/trail/pages'
import { trailPath } from '@/lib/trail/trail-path'

const GONE = '5b8022fb-1fd7-4d51-81ae-3b153fb4fd35'
const row = {
  id: 'a1',
  at: '2026-02-02T08:00:00+00:00',
  actor: 'u1',
  actor_email: 'admin@demo.test',
  section: 'telephony',
  table_name: 'extensions',
  record_id: 'r1',
  record_label: '1010 Ada',
  tenant_id: 't1',
  parent_id: null,
  action: 'update',
  changes: { enabled: [true, false], destination_id: ['d1', GONE], description: ['', 'New'] },
  names: { d1: '6000 Sales' },
  kinds: [{ table_name: 'extensions', action: 'update', count: 1 }],
  only_secrets: false,
} as unknown as TrailRow
const of = (table_name: string, action: string, count = 1) => ({ table_name, action, count })

describe('a row of the change log', () => {
  test('about one record names it and links to it', () => {
    expect(describeChange(row)).toEqual({
      did: 'changed the extension',
      record: '1010 Ada',
      href: '/app/tenants/t1/extensions?record=r1',
    })
  })

  test('about a deleted record has no link', () => {
    const deleted = { ...row, action: 'delete', kinds: [of('extensions', 'delete')] }
    expect(describeChange(deleted)).toMatchObject({ did: 'removed the extension', href: undefined })
  })

  test.each([
    ['delete', 'removed the tenant', undefined],
    ['insert', 'added the tenant', '/app/tenants/r1'],
  ])('about a tenant names it, and counts what came or went with it: %s', (action, did, href) => {
    const tenant = { ...row, table_name: 'tenants', action, record_label: 'harbor.pbx.example' }
    const kinds = [of('extensions', action, 1200), of('tenants', action)]
    const record = 'harbor.pbx.example and 1,200 more records'
    expect(describeChange({ ...tenant, kinds })).toEqual({ did, record, href })
    const several = [of('tenants', action, 2), of('extensions', action)]
    expect(describeChange({ ...tenant, kinds: several })).toMatchObject({ record: '' })
  })

  test('about an import counts what it did', () => {
    const kinds = [of('extensions', 'insert', 1200), of('extensions', 'update'), of('companies', 'insert', 2)]
    expect(describeChange({ ...row, kinds })).toEqual({
      did: 'added 1,200 extensions, changed 1 extension, added 2 companies',
      record: '',
      href: undefined,
    })
  })

  test('shows old and new values, with references by name', () => {
    expect(fieldChanges(row)).toEqual([
      { field: 'Enabled', before: 'Yes', after: 'No' },
      { field: 'Destination', before: '6000 Sales', after: 'a record that is gone' },
      { field: 'Description', before: '—', after: 'New' },
    ])
  })

  test('shows moments and days as the reader’s dates', () => {
    const at = '2026-11-27T04:10:51.433315+00:00'
    const changes = { closed_at: [null, at], close_date: ['2026-11-20', '2026-11-27'] }
    expect(fieldChanges({ table_name: 'opportunities', changes, names: {} })).toEqual([
      { field: 'Closed at', before: '—', after: formatDateTime(at) },
      { field: 'Close date', before: 'Nov 20, 2026', after: 'Nov 27, 2026' },
    ])
  })

  test.each([
    ['opportunities', 'status', ['lead', 'won'], 'Lead', 'Won'],
    ['port_orders', 'state', ['foc_confirmed', 'cancelled'], 'FOC confirmed', 'Canceled'],
    ['companies', 'terms_days', [0, 30], 'Due on receipt', 'Net 30'],
    ['extensions', 'recording', ['none', 'all'], 'None', 'All calls'],
    ['extensions', 'description', ['none', 'all'], 'none', 'all'],
    ['invoices', 'status', ['draft', 'past_due'], 'Draft', 'Past due'],
    ['contacts', 'phone', [null, '+12075550177;ext=12'], '—', '(207) 555-0177 ext. 12'],
    ['call_block_rules', 'number', ['+1406555', '+442079460018'], '+1406555', '+442079460018'],
  ])('shows the values of %s.%s as the screens do', (table_name, column, pair, before, after) => {
    expect(fieldChanges({ table_name, changes: { [column]: pair }, names: {} })).toMatchObject([
      { before, after },
    ])
  })

  test('shows that a secret was set, but not its value', () => {
    const changes = { voicemail_pin: ['••••••', '••••••'] }
    expect(fieldChanges({ table_name: 'extensions', changes, names: {} })).toEqual([
      { field: 'Voicemail PIN', before: '••••••', after: '••••••' },
    ])
  })

  test.each([
    ['a deletion is restored', [of('extensions', 'delete')], {}, 'restore'],
    ['a change is undone', [of('extensions', 'update')], {}, 'undo'],
    ['an import is undone', [of('extensions', 'insert', 3)], {}, 'undo'],
    ['a new record is deleted on its own page', [of('extensions', 'insert')], { action: 'insert' }, null],
    ['a revealed secret stays revealed', [of('extensions', 'reveal')], { action: 'reveal' }, null],
    ['secrets have no earlier values', [of('extensions', 'update', 3)], { only_secrets: true }, null],
    [
      'a record without a page is restored',
      [of('services', 'delete')],
      { table_name: 'services' },
      'restore',
    ],
    ['a deleted tenant is restored', [of('tenants', 'delete')], { table_name: 'tenants' }, 'restore'],
    [
      'a canceled port order is not taken back',
      [of('port_orders', 'update')],
      { table_name: 'port_orders' },
      null,
    ],
    [
      'a replaced letter is kept, and chosen again on its order',
      [of('port_letters', 'update')],
      { table_name: 'port_letters' },
      null,
    ],
    [
      "a customer's answer is followed by another on its quote, and its task stays",
      [of('quotes', 'update'), of('tasks', 'insert')],
      { table_name: 'quotes', changes: { status: ['sent', 'accepted'], decided_by: ['', 'Ann Reyes'] } },
      null,
    ],
    [
      'a second factor is removed on its member’s page',
      [of('members', 'update')],
      { table_name: 'members', changes: { second_factor: [null, 'on'] } },
      null,
    ],
    [
      'an ended session is not opened again',
      [of('members', 'update')],
      { table_name: 'members', changes: { session: ['on', null] } },
      null,
    ],
    ['a deleted fax is gone', [of('faxes', 'delete')], { table_name: 'faxes' }, null],
    [
      "a number's 911 registration is ended in its actions, where the carrier is told",
      [of('dids', 'update')],
      { table_name: 'dids', changes: { e911_state: ['none', 'submitted'] } },
      null,
    ],
    [
      'a disabled member is enabled on their page, where their account follows',
      [of('members', 'update')],
      { table_name: 'members', changes: { status: ['active', 'disabled'] } },
      null,
    ],
    [
      "a member's role can come back",
      [of('members', 'update')],
      { table_name: 'members', changes: { user_role: ['tech', 'admin'] } },
      'undo',
    ],
  ])('%s', (_case, kinds, given, undoing) => {
    expect(undoingOf({ ...row, ...given, kinds } as TrailRow)).toBe(undoing)
  })
})

test.each([
  [
    { table_name: 'ring_group_members', record_id: 'm1', tenant_id: 't1', parent_id: 'g1' },
    '/app/tenants/t1/ring-groups?record=g1',
  ],
  [{ table_name: 'portal_users', record_id: 'u1', tenant_id: 't1' }, '/app/tenants/t1/users?record=u1'],
  [{ table_name: 'companies', record_id: 'c1', tenant_id: null }, '/customers/c1'],
  [
    { table_name: 'call_center_agents', record_id: 'a1', tenant_id: 't1' },
    '/app/tenants/t1/routing/call-centers?tab=agents&record=a1',
  ],
  [{ table_name: 'dids', record_id: 'n1', tenant_id: null }, '/app/numbers?record=n1'],
  [
    { table_name: 'rate_plan_rates', record_id: 'r1', tenant_id: null, parent_id: 'p1' },
    '/app/sales/rates/p1',
  ],
  [{ table_name: 'licenses', record_id: 'l1', tenant_id: 't1' }, undefined],
])('%o links to %s', (record, path) => expect(trailPath(record)).toBe(path))
