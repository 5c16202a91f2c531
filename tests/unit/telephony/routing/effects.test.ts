import { describe, expect, test } from 'vitest'
import { SNAPSHOT_TABLES } from '@/lib/supabase/record-tables'
import { problems } from '@/lib/telephony/routing/problems'
import { simulate } from '@/lib/telephony/routing/simulate'
import { type SnapshotTable, type TenantSnapshot } from '@/lib/telephony/routing/snapshot'
import { randomCall } from '@/tests/support/factories/random-call'
import { randomTenant } from '@/tests/support/factories/random-tenant'
import { TUESDAY } from './routing-helpers'

type AnyRow = Record<string, unknown>

/** Columns whose change does not affect these calls, and why that is correct. */
const UNSEEN: Record<string, string> = {
  'device_lines.line': 'phone files',
  'device_lines.register_expires': 'phone files',
  'device_lines.transport': 'phone files',
  'devices.mac': 'phone files',
  'devices.model': 'phone files',
  'devices.profile_id': 'phone files',
  'devices.vendor': 'phone files',
  'dids.carrier': 'named for a number in transit alone',
  'dids.description': 'a note for staff',
  'emergency_addresses.validated_at': 'its being there counts, not when',
  'extensions.description': 'a note for staff',
  'ivr_menu_options.position': 'the digits decide; the order is for reading',
  'ivr_menus.description': 'a note for staff',
  'outbound_routes.description': 'a note for staff',
  'outbound_routes.pattern': 'of routes with a pattern, which random tenants do not have',
  'recordings.description': 'a note for staff',
  'time_condition_rules.holidays_observed':
    'of holidays on weekends, which are rare; schedule.test.ts has them',
  'time_conditions.description': 'a note for staff',
}

const tenants = Array.from({ length: 150 }, (_, seed) => randomTenant(seed))

/** The outcome of three calls to a tenant. */
function told(tenant: TenantSnapshot, seed: number, original: TenantSnapshot): string {
  return JSON.stringify(
    [0, 1, 2].map((call) => {
      const { assumptions, ...started } = randomCall(original, seed * 3 + call)
      return simulate(tenant, started, assumptions)
    }),
  )
}
const checkOf = (tenant: TenantSnapshot) => JSON.stringify(problems(tenant, TUESDAY))

const calls = tenants.map((tenant, seed) => told(tenant, seed, tenant))
const checks = tenants.slice(0, 10).map(checkOf)

/** A different value for a column: the opposite, slightly more, another row's, or a value instead of none. */
function changed(value: unknown, column: string, others: readonly unknown[]): unknown {
  if (typeof value === 'boolean') return !value
  if (column === 'position') return -Number(value)
  if (typeof value === 'number') return value + (column.endsWith('_ms') ? 3000 : 3)
  if (Array.isArray(value)) {
    if (value.length > 0) return []
    return column === 'time_ranges' ? [[600, 660]] : column === 'holidays' ? ['christmas_day'] : [1, 2]
  }
  const other = others.find((each) => each !== value && each !== null)
  if (other !== undefined) return other
  if (value !== null) return `${value}x`
  if (column.includes('recording')) return 'r-sound0'
  if (column.includes('did_id')) return 'd+12075550100'
  if (column.endsWith('_id')) return 'e1001'
  return column.startsWith('date') ? '2030-01-01' : column === 'exit_key' ? '#' : 'x'
}

function withChanged(tenant: TenantSnapshot, table: SnapshotTable, column: string): TenantSnapshot {
  const others = tenants.flatMap((each) => (each[table] as unknown as AnyRow[]).map((row) => row[column]))
  const rows = (tenant[table] as unknown as AnyRow[]).map((row) => ({
    ...row,
    [column]: changed(row[column], column, others),
  }))
  return { ...tenant, [table]: rows } as TenantSnapshot
}

function takesEffect(table: SnapshotTable, column: string): boolean {
  return (
    tenants.some((tenant, seed) => told(withChanged(tenant, table, column), seed, tenant) !== calls[seed]) ||
    checks.some((check, seed) => {
      const tenant = tenants[seed]
      return tenant !== undefined && checkOf(withChanged(tenant, table, column)) !== check
    })
  )
}

describe.each(Object.keys(SNAPSHOT_TABLES) as SnapshotTable[])('a change of %s', (table) => {
  const row = tenants.flatMap((tenant) => tenant[table] as unknown as AnyRow[])[0] ?? {}
  const columns = Object.keys(row).filter((column) => column !== 'id')

  test.each(columns)('.%s affects a call or a problem found by the check', (column) => {
    expect(takesEffect(table, column)).toBe(!(`${table}.${column}` in UNSEEN))
  })
})
