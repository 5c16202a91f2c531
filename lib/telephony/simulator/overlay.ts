import type { RecordValues } from '../../records/field'
import type { ChildTable } from '../../records/resource'
import { DIALED_TABLES, SNAPSHOT_TABLES } from '../../supabase/record-tables'
import { isDestinationTable } from '../destination-tables'
import { type SnapshotTable, type TenantSnapshot, TRAIL_COLUMNS } from '../routing/snapshot'

/** A record as a form would save it. */
export interface UnsavedRecord {
  table: string
  id: string
  /** Its columns, and the rows of its child tables under their names. */
  values: RecordValues
  children: readonly Pick<ChildTable, 'table' | 'parent'>[]
}

type AnyRow = Readonly<Record<string, unknown>> & { readonly id: string }

/** Database defaults for a new row, in the columns that no form has. */
export const NEW_ROWS: { readonly [Table in SnapshotTable]?: Readonly<Record<string, unknown>> } = {
  call_center_agents: {
    // The form's status applies, regardless of the agent's hours.
    status_changed_at: '9999-12-31T00:00:00Z',
  },
  call_flows: { reverts_at: null, state: 'normal' },
  extensions: { suspended: false },
}

/** Whether routing may depend on the records of a table with a form. */
export function isInSnapshot(table: string): boolean {
  return table === 'tenant_settings' || isSnapshotTable(table)
}

function isSnapshotTable(table: string): table is SnapshotTable {
  return Object.hasOwn(SNAPSHOT_TABLES, table)
}

/** The snapshot as if the record were saved; the original is unchanged. Values irrelevant to routing are ignored. */
export function overlay(snapshot: TenantSnapshot, record: UnsavedRecord): TenantSnapshot {
  const { table, id, values, children } = record
  const childNames = children.map((child) => child.table as string)
  const own = Object.fromEntries(Object.entries(values).filter(([column]) => !childNames.includes(column)))
  if (table === 'tenant_settings') {
    const settings = { ...snapshot.settings, ...own } as NonNullable<TenantSnapshot['settings']>
    return { ...snapshot, settings }
  }
  if (!isSnapshotTable(table)) return snapshot
  const row = laidOver(snapshot, table, { ...own, id })
  const changed: Partial<Record<SnapshotTable, readonly AnyRow[]>> = {
    [table]: replaced(snapshot[table], [row]),
    ...publishing(snapshot, table, row),
  }
  for (const { table: child, parent } of children) {
    const rows = values[child]
    if (!isSnapshotTable(child) || !Array.isArray(rows)) continue
    const others = rowsOf(snapshot, child).filter((each) => each[parent] !== id)
    changed[child] = [
      ...others,
      ...(rows as AnyRow[]).map((each) => laidOver(snapshot, child, { ...each, [parent]: id })),
    ]
  }
  return { ...snapshot, ...(changed as Partial<TenantSnapshot>) }
}

function rowsOf(snapshot: TenantSnapshot, table: SnapshotTable): readonly AnyRow[] {
  return snapshot[table] as readonly AnyRow[]
}

/** A stored row with the form's values applied, limited to the snapshot's columns. */
function laidOver(snapshot: TenantSnapshot, table: SnapshotTable, given: AnyRow): AnyRow {
  const stored = rowsOf(snapshot, table).find(({ id }) => id === given.id)
  const leftOut: readonly string[] = [...TRAIL_COLUMNS, ...SNAPSHOT_TABLES[table]]
  const typed = Object.entries(given).filter(([column]) => !leftOut.includes(column))
  return { ...(stored ?? NEW_ROWS[table]), ...Object.fromEntries(typed), id: given.id }
}

/** The destinations of a record, as the database publishes them. */
function publishing(snapshot: TenantSnapshot, table: SnapshotTable, row: AnyRow) {
  if (!isDestinationTable(table)) return {}
  const { kind, number, name } = DIALED_TABLES[table]
  const inService = row.enabled !== false && row.suspended !== true
  const labels = { record_id: row.id, number: row[number], name: row[name] }
  const known = (of: string) =>
    snapshot.destinations.find(({ kind: each, record_id }) => each === of && record_id === row.id)?.id
  const rows: AnyRow[] = [{ id: known(kind) ?? row.id, kind, enabled: inService, ...labels }]
  if (table === 'extensions') {
    const enabled = inService && row.voicemail_enabled === true
    rows.push({ id: known('voicemails') ?? `voicemail of ${row.id}`, kind: 'voicemails', enabled, ...labels })
  }
  return { destinations: replaced(snapshot.destinations, rows) }
}

/** Replaces rows by id, and appends new ones. */
function replaced(rows: readonly { id: string }[], by: readonly AnyRow[]): readonly AnyRow[] {
  const left = new Map(by.map((row) => [row.id, row]))
  const updated = (rows as readonly AnyRow[]).map((row) => {
    const changed = left.get(row.id)
    left.delete(row.id)
    return changed ?? row
  })
  return [...updated, ...left.values()]
}
