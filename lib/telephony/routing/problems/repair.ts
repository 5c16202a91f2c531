import type { TablesUpdate } from '../../../supabase/database.types'
import { type DestinationTable, isDestinationTable } from '../../destination-tables'
import { nounAndLabel, type RecordRef } from '../record'
import type { Checked } from './problem'

/** The tables that repairs can change. */
type RepairTable =
  | DestinationTable
  | 'call_block_rules'
  | 'did_conditions'
  | 'dids'
  | 'outbound_routes'
  | 'park_lots'
  | 'tenant_settings'

type RepairOf<Table extends RepairTable> = {
  /** The button's label. */
  label: string
  table: Table
  id: string
  /** The values the record must still have for the repair to apply, and those it is set to. */
  was: TablesUpdate<Table>
  set: TablesUpdate<Table>
}

/** A change to one record that fixes a problem without a decision. */
export type Repair = { [Table in RepairTable]: RepairOf<Table> }[RepairTable]

/** Enables a disabled record; undefined if it cannot be enabled that way. */
export function turnOn(record: RecordRef): Repair | undefined {
  const { table } = record
  if (!isDestinationTable(table) && table !== 'park_lots') return undefined
  return {
    label: `Turn on ${nounAndLabel(record)}`,
    table,
    id: record.id,
    was: { enabled: false },
    set: { enabled: true },
  }
}

/** Disables something that no longer has an effect. */
export function turnOff(
  table: 'call_block_rules' | 'did_conditions' | 'outbound_routes',
  id: string,
  what: string,
): Repair {
  return { label: `Turn off ${what}`, table, id, was: { enabled: true }, set: { enabled: false } }
}

/** Makes the tenant's only enabled voice number its default caller ID; undefined if there are several or none. */
export function onlyCallerId(at: Checked): Repair | undefined {
  const taken = at.snapshot.dids.filter(
    ({ enabled, voice, status }) => enabled && voice && status === 'assigned',
  )
  const [only] = taken
  if (taken.length !== 1 || !only) return undefined
  return {
    label: 'Use the tenant’s only number',
    table: 'tenant_settings',
    id: at.index.tenant.id,
    was: { outbound_did_id: at.snapshot.settings?.outbound_did_id ?? null },
    set: { outbound_did_id: only.id },
  }
}
