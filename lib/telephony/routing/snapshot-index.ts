import { DIALED_TABLES } from '../../supabase/record-tables'
import { shownNumber } from '../../validation/phone'
import { shownRuleNumber } from '../caller-match'
import { DESTINATION_TABLES, type DestinationTable } from '../destination-tables'
import { parkSpaceOf } from '../park-spaces'
import { type EffectiveSetting, effectiveSetting, type SettingName } from '../tenant-settings'
import { numberAndName, type RecordRef } from './record'
import type { Row, SnapshotTable, TenantSnapshot } from './snapshot'

/** A number that parks calls: a lot's space, or the lot itself, which uses its first free space (null). */
export interface Parking {
  id: string
  place: string | null
}

/** A snapshot with lazily built indexes. */
export interface SnapshotIndex {
  snapshot: TenantSnapshot
  setting<Name extends SettingName>(name: Name): EffectiveSetting<Name>
  tenant: RecordRef
  row<Table extends SnapshotTable>(table: Table, id: string | null): Row<Table> | undefined
  /** The rows with a value in a column, by id, independent of the snapshot's row order. */
  rows<Table extends SnapshotTable>(
    table: Table,
    column: keyof Row<Table> & string,
    value: unknown,
  ): readonly Row<Table>[]
  /** The record with an internal number. */
  internal(digits: string): { table: DestinationTable; id: string } | undefined
  /** The park lot or parking space with an internal number. */
  parking(digits: string): Parking | undefined
  hasSecret(id: string, field: string): boolean
  gateways(): ReadonlyMap<string, Row<'gateways'>>
}

const indexes = new WeakMap<TenantSnapshot, SnapshotIndex>()

/** The index of a snapshot, built once. Snapshots are immutable: a change produces a new one. */
export function indexOf(snapshot: TenantSnapshot): SnapshotIndex {
  const known = indexes.get(snapshot)
  if (known) return known
  const made = indexed(snapshot)
  indexes.set(snapshot, made)
  return made
}

function indexed(snapshot: TenantSnapshot): SnapshotIndex {
  const groupings = new Map<string, Map<unknown, { id: string }[]>>()
  let numbers: Map<string, { table: DestinationTable; id: string }> | undefined
  let secrets: Set<string> | undefined
  let gateways: Map<string, Row<'gateways'>> | undefined

  function grouped(table: SnapshotTable, column: string): Map<unknown, { id: string }[]> {
    const name = `${table} ${column}`
    let groups = groupings.get(name)
    if (!groups) {
      groups = new Map()
      for (const row of snapshot[table]) {
        const value: unknown = row[column as keyof typeof row]
        const group = groups.get(value)
        if (group) group.push(row)
        else groups.set(value, [row])
      }
      for (const group of groups.values()) group.sort((a, b) => (a.id < b.id ? -1 : 1))
      groupings.set(name, groups)
    }
    return groups
  }

  return {
    snapshot,
    setting: (name) => effectiveSetting(snapshot.settings, name),
    tenant: { table: 'tenants', id: snapshot.tenant.id, label: snapshot.tenant.domain },
    row: <Table extends SnapshotTable>(table: Table, id: string | null) =>
      id === null ? undefined : (grouped(table, 'id').get(id)?.[0] as Row<Table> | undefined),
    rows: <Table extends SnapshotTable>(table: Table, column: string, value: unknown) =>
      (grouped(table, column).get(value) ?? []) as unknown as Row<Table>[],
    internal(digits) {
      if (!numbers) {
        const found = new Map<string, { table: DestinationTable; id: string }>()
        for (const table of DESTINATION_TABLES) {
          const { number } = DIALED_TABLES[table]
          for (const row of snapshot[table]) {
            found.set(String(row[number as keyof typeof row]), { table, id: row.id })
          }
        }
        numbers = found
      }
      return numbers.get(digits)
    },
    parking(digits) {
      for (const lot of snapshot.park_lots) {
        const standing = parkSpaceOf(lot, digits)
        if (standing) return { id: lot.id, place: standing === 'space' ? digits : null }
      }
      return undefined
    },
    hasSecret(id, field) {
      secrets ??= new Set(snapshot.secrets.map((secret) => `${secret.owner_id} ${secret.field}`))
      return secrets.has(`${id} ${field}`)
    },
    gateways() {
      gateways ??= new Map(snapshot.gateways.map((gateway) => [gateway.id, gateway]))
      return gateways
    },
  }
}

/** Whether a record with an internal number takes calls. */
export function inService(
  index: SnapshotIndex,
  { table, id }: { table: DestinationTable; id: string },
): boolean {
  const owner: { enabled?: boolean; suspended?: boolean } | undefined = index.row(table, id)
  return owner?.enabled !== false && owner?.suspended !== true
}

/** Rows sorted by position. */
export function inPosition<Part extends { position: number; id: string }>(parts: readonly Part[]): Part[] {
  return parts.toSorted((a, b) => a.position - b.position || (a.id < b.id ? -1 : 1))
}

/** A record as referenced by reasons and problems. */
export function refOf(table: SnapshotTable, row: { id: string }): RecordRef {
  return { table, id: row.id, label: labelOf(table, row) }
}

const ruleLabel = (match: string, number: string) => shownRuleNumber({ match, number }) || 'Withheld numbers'

function labelOf(table: SnapshotTable, row: object): string {
  const text = (name: string) => String((row as Record<string, unknown>)[name] ?? '')
  if (Object.hasOwn(DIALED_TABLES, table)) {
    const { number, name } = DIALED_TABLES[table as keyof typeof DIALED_TABLES]
    return numberAndName(text(number), text(name))
  }
  switch (table) {
    case 'dids':
      return shownNumber(text('number'))
    case 'destinations':
      return numberAndName(shownNumber(text('number')), text('name'))
    case 'call_block_rules':
      return [ruleLabel(text('match'), text('number')), text('name')].filter(Boolean).join(' – ')
    case 'did_conditions':
      return ruleLabel(text('match'), text('caller'))
    case 'ivr_menu_options':
      return text('digits')
    case 'devices':
      return text('label') || text('mac')
    case 'emergency_addresses':
      return text('label')
    default:
      return text('name')
  }
}
