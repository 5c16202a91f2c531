import type { Tables } from '../../supabase/database.types'
import type { SNAPSHOT_TABLES } from '../../supabase/record-tables'

/** Columns omitted from every row of a snapshot: the tenant, which is always the same, and audit columns. */
export const TRAIL_COLUMNS = ['tenant_id', 'created_at', 'updated_at', 'version'] as const

/**
 * In addition, SNAPSHOT_TABLES omits counters of calls and phones (a call must not raise the version of its own configuration), who
 * did something, amounts, waveforms of audio files, and gateway addresses, which few may see.
 */
export type SnapshotTable = keyof typeof SNAPSHOT_TABLES

/** A row in a snapshot. */
export type Row<Table extends SnapshotTable> = Omit<
  Tables<Table>,
  (typeof TRAIL_COLUMNS)[number] | (typeof SNAPSHOT_TABLES)[Table][number]
>

/** Columns of the tenant and its settings that snapshots omit. */
export const TENANT_COLUMNS_LEFT_OUT = ['created_at', 'updated_at', 'version'] as const
export const SETTINGS_COLUMNS_LEFT_OUT = [...TRAIL_COLUMNS, 'id'] as const

/** Says that a record has a secret, such as a PIN, without the secret. */
export interface SecretSet {
  owner_table: string
  owner_id: string
  field: string
}

/**
 * A tenant's telephony configuration, as one database call returns it: all rows of each table, in any order. Times are ISO 8601.
 * Gateways are product-wide and part of every snapshot; holidays, toll classes and route presets are constants in this code.
 */
export type TenantSnapshot = { readonly [Table in SnapshotTable]: readonly Row<Table>[] } & {
  /** Raised by every change of the snapshot's contents. */
  readonly version: number
  readonly tenant: Omit<Tables<'tenants'>, (typeof TENANT_COLUMNS_LEFT_OUT)[number]>
  /** As stored, null for what is inherited (effectiveSettings); null for a tenant without settings of its own. */
  readonly settings: Omit<Tables<'tenant_settings'>, (typeof SETTINGS_COLUMNS_LEFT_OUT)[number]> | null
  /** Which records have which secrets. */
  readonly secrets: readonly SecretSet[]
}
