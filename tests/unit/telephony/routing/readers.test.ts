import { globSync, readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { SNAPSHOT_TABLES } from '@/lib/supabase/record-tables'
import { problems } from '@/lib/telephony/routing/problems'
import { simulate } from '@/lib/telephony/routing/simulate'
import {
  SETTINGS_COLUMNS_LEFT_OUT,
  TENANT_COLUMNS_LEFT_OUT,
  type TenantSnapshot,
  TRAIL_COLUMNS,
} from '@/lib/telephony/routing/snapshot'
import { randomCall } from '@/tests/support/factories/random-call'
import { randomTenant } from '@/tests/support/factories/random-tenant'
import { OUTSIDE_SNAPSHOT } from '@/tests/support/outside-snapshot'
import { declaredResources } from '@/tests/support/resources'

/** The columns of every table, from the generated types. */
const TABLES: ReadonlyMap<string, readonly string[]> = new Map(
  [
    ...(readFileSync('lib/supabase/database.types.ts', 'utf8')
      .split('    Views: {')[0]
      ?.matchAll(/\n {6}(\w+): \{\n {8}Row: \{\n([\s\S]*?)\n {8}\}/g) ?? []),
  ].map(([, table, columns]) => [
    table ?? '',
    [...(columns ?? '').matchAll(/^ {10}(\w+):/gm)].map(([, column]) => column ?? ''),
  ]),
)

/** Tables whose columns affect calls or phones. */
const PHONE_FILE_TABLES = {
  device_keys: 'k',
  device_lines: 'l',
  device_profile_keys: 'k',
  device_profile_settings: 's',
  device_profiles: 'p',
  devices: 'd',
} as const
const IN_SCOPE = [
  ...new Set([
    ...Object.keys(SNAPSHOT_TABLES),
    ...Object.keys(PHONE_FILE_TABLES),
    'tenants',
    'tenant_settings',
  ]),
]

/** All other tables with tenant rows, and why no call reads them. */
const OUT_OF_SCOPE: Record<string, string> = {
  ...OUTSIDE_SNAPSHOT,
  notes: 'what staff write down',
  tasks: 'what staff have to do',
  audit_log: 'the trail',
  billing_accounts: 'billing',
  invoice_lines: 'billing',
  invoices: 'billing',
  licenses: 'seats: enforced where a seat is taken',
  payments: 'billing',
  secrets: 'the snapshot tells which are set; the switch asks for them elsewhere',
  subscriptions: 'billing',
  switch_tenants: 'which switch asks, not what it is answered',
}

const COUNTED = 'counted by calls, shown in the list'
const SHOWN = 'shown in the list'

/** Columns read neither by calls nor by phone files, and what reads them. */
const READ_ELSEWHERE: Record<string, string> = {
  'call_block_rules.hits': COUNTED,
  'call_block_rules.last_hit_at': COUNTED,
  'call_center_queues.service_level_seconds': 'what the board counts by',
  'call_flows.switched_at': SHOWN,
  'call_flows.switched_by': 'shown with switched_at',
  'device_profiles.description': 'a note for staff',
  'device_profiles.model': 'which keys and settings the form offers',
  'device_profiles.vendor': 'which keys and settings the form offers',
  'devices.inventory_id': 'inventory: which stock item the phone is',
  'devices.last_provisioned_at': SHOWN,
  'devices.serial_number': 'inventory',
  'dids.aging_until': 'numbers: from when it may be assigned again',
  'dids.description': 'a note for staff',
  'dids.e911_answered_at': 'the course of a 911 registration',
  'dids.e911_answered_by': 'the course of a 911 registration',
  'dids.e911_reference': 'the course of a 911 registration',
  'dids.e911_submitted_at': 'the course of a 911 registration',
  'dids.e911_submitted_by': 'the course of a 911 registration',
  'dids.tags': 'numbers: a note for staff',
  'extensions.description': 'a note for staff',
  'gateways.description': 'a note for staff',
  'gateways.expire_seconds': 'the switch’s sofia configuration',
  'gateways.from_domain': 'the switch’s sofia configuration',
  'gateways.from_user': 'the switch’s sofia configuration',
  'gateways.host': 'the switch’s sofia configuration',
  'gateways.ping_seconds': 'the switch’s sofia configuration',
  'gateways.port': 'the switch’s sofia configuration',
  'gateways.register': 'the switch’s sofia configuration',
  'gateways.transport': 'the switch’s sofia configuration',
  'gateways.trusted_addresses': 'the switch’s access list of carriers',
  'gateways.username': 'the switch’s sofia configuration',
  'ivr_menus.description': 'a note for staff',
  'outbound_routes.description': 'a note for staff',
  'recordings.description': 'a note for staff',
  'recordings.peaks': 'the waveform on the recordings page',
  'recordings.size_bytes': SHOWN,
  'recordings.spoken_text': 'what the recordings page has spoken again',
  'tenant_settings.did_limit': 'checked where a number is assigned (check_did_limit)',
  'tenant_settings.extension_high': 'where new extensions are numbered',
  'tenant_settings.extension_low': 'where new extensions are numbered',
  'tenant_settings.registration_addresses': 'the switch’s directory',
  'tenant_settings.recording_retention_days': 'the job that removes call recordings',
  'tenant_settings.voicemail_attach': 'the start value of new extensions',
  'tenant_settings.voicemail_enabled': 'the start value of new extensions',
  'tenant_settings.voicemail_keep': 'the start value of new extensions',
  'tenants.extension_limit': 'seats: checked where an extension is added',
  'time_conditions.description': 'a note for staff',
}

/** A snapshot that records each column read from it, as `table.column`. */
function watched(snapshot: TenantSnapshot, read: Set<string>): TenantSnapshot {
  const noting = <Value extends object>(table: string, value: Value): Value =>
    new Proxy(value, {
      get(target, property) {
        if (typeof property === 'string') read.add(`${table}.${property}`)
        return Reflect.get(target, property)
      },
    })
  return Object.fromEntries(
    Object.entries(snapshot).map(([key, value]) => {
      if (key === 'secrets' || typeof value !== 'object' || value === null) return [key, value]
      if (Array.isArray(value)) return [key, value.map((row: object) => noting(key, row))]
      return [
        key === 'settings' ? key : key,
        noting(key === 'settings' ? 'tenant_settings' : 'tenants', value),
      ]
    }),
  ) as unknown as TenantSnapshot
}

/** Columns read by calls of two hundred random tenants and by the check of some of them. */
function readByEngine(): Set<string> {
  const read = new Set<string>()
  for (let seed = 0; seed < 200; seed += 1) {
    const tenant = randomTenant(seed)
    const seen = watched(tenant, read)
    for (let call = 0; call < 5; call += 1) {
      const { assumptions, ...started } = randomCall(tenant, seed * 5 + call)
      simulate(seen, started, assumptions)
    }
    if (seed < 30) problems(seen, Date.UTC(2026, 10, 22, 15))
  }
  return read
}

/** The SQL that collects the data of a phone's file. */
function phoneFileSql(): string {
  const folder = 'supabase/migrations'
  const bodies = readdirSync(folder)
    .sort()
    .flatMap((file) => [
      ...readFileSync(`${folder}/${file}`, 'utf8').matchAll(
        /create (?:or replace )?function public\.device_configuration\([\s\S]*?\$\$([\s\S]*?)\$\$/g,
      ),
    ])
  return bodies.at(-1)?.[1] ?? ''
}

const engine = readByEngine()
const sql = phoneFileSql()
const phoneFiles = globSync('lib/telephony/provisioning/*.ts')
  .map((file) => readFileSync(file, 'utf8'))
  .join('\n')

function readByPhoneFiles(table: string, column: string): boolean {
  if (column.startsWith('phone_')) return new RegExp(`\\b${column}\\b`).test(phoneFiles)
  const alias = PHONE_FILE_TABLES[table as keyof typeof PHONE_FILE_TABLES]
  return alias !== undefined && new RegExp(`\\b${alias}\\.${column}\\b`).test(sql)
}

/** Ids and audit columns, which every table has, and parent references. */
const EVERYWHERE: readonly string[] = [...TRAIL_COLUMNS, 'id']

describe.each(IN_SCOPE)('the columns of %s', (table) => {
  const columns = (TABLES.get(table) ?? []).filter((column) => !EVERYWHERE.includes(column))

  test('exist', () => expect(columns).not.toEqual([]))

  test.each(columns)('%s is read, or has a stated reason not to be', (column) => {
    const name = `${table}.${column}`
    const isRead = engine.has(name) || readByPhoneFiles(table, column)
    if (isRead) expect(READ_ELSEWHERE[name]).toBeUndefined()
    else expect(READ_ELSEWHERE[name]).toMatch(/./)
  })
})

test('every table with a tenant’s rows is in the snapshot, or has a stated reason not to be', () => {
  const unknown = [...TABLES]
    .filter(([table, columns]) => columns.includes('tenant_id') && !IN_SCOPE.includes(table))
    .map(([table]) => table)
    .filter((table) => OUT_OF_SCOPE[table] === undefined)
  expect(unknown).toEqual([])
})

test('every column listed as read elsewhere exists', () => {
  const known = [...TABLES].flatMap(([table, columns]) => columns.map((column) => `${table}.${column}`))
  expect(Object.keys(READ_ELSEWHERE).filter((name) => !known.includes(name))).toEqual([])
})

test('every column listed as shown in a list is a column of that list', async () => {
  const listed = (await declaredResources()).flatMap(({ table, columns }) =>
    columns.map(({ id }) => `${table}.${id}`),
  )
  const shown = Object.keys(READ_ELSEWHERE).filter((name) =>
    [COUNTED, SHOWN].includes(READ_ELSEWHERE[name] ?? ''),
  )
  expect(shown.filter((name) => !listed.includes(name))).toEqual([])
})

test('every column left out of the snapshot exists', () => {
  const leftOut = [
    ...Object.entries(SNAPSHOT_TABLES).flatMap(([table, columns]) =>
      [...(table === 'gateways' ? [] : TRAIL_COLUMNS), ...columns].map((column) => `${table}.${column}`),
    ),
    ...TENANT_COLUMNS_LEFT_OUT.map((column) => `tenants.${column}`),
    ...SETTINGS_COLUMNS_LEFT_OUT.map((column) => `tenant_settings.${column}`),
  ]
  const known = [...TABLES].flatMap(([table, columns]) => columns.map((column) => `${table}.${column}`))
  expect(leftOut.filter((name) => !known.includes(name))).toEqual([])
})
