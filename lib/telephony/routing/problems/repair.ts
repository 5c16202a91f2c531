import type { TablesUpdate } from '../../../supabase/database.types'
import { type DestinationTable, isDestinationTable } from '../../destination-tables'
import { nounAndLabel, type RecordRef } from '../record'
import { type Checked, settingsRef } from './problem'

/** The tables that a repair changes. */
type RepairTable =
  | DestinationTable
  | 'call_block_rules'
  | 'did_conditions'
  | 'dids'
  | 'outbound_routes'
  | 'park_lots'
  | 'tenant_settings'

type RepairOf<Table extends RepairTable> = {
  /** What it does, as its button says it. */
  label: string
  table: Table
  id: string
  /** What the record must still hold for the repair to be right, and what it is set to. */
  was: TablesUpdate<Table>
  set: TablesUpdate<Table>
}

/** A change of one record that mends a problem and leaves nothing to decide. */
export type Repair = { [Table in RepairTable]: RepairOf<Table> }[RepairTable]

/** Turns a disabled record on; undefined for one that has no such switch. */
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

/** Turns off what does nothing any more. */
export function turnOff(
  table: 'call_block_rules' | 'did_conditions' | 'outbound_routes',
  id: string,
  what: string,
): Repair {
  return { label: `Turn off ${what}`, table, id, was: { enabled: true }, set: { enabled: false } }
}

/** The tenant's only enabled number for calls becomes its default caller ID; undefined where there are several or none. */
export function onlyCallerId(at: Checked): Repair | undefined {
  const taken = at.snapshot.dids.filter(
    ({ enabled, voice, status }) => enabled && voice && status === 'assigned',
  )
  const [only] = taken
  if (taken.length !== 1 || !only) return undefined
  const { id } = settingsRef(at)
  return {
    label: 'Use the tenant’s only number',
    table: 'tenant_settings',
    id,
    was: { outbound_did_id: at.snapshot.settings?.outbound_did_id ?? null },
    set: { outbound_did_id: only.id },
  }
}
