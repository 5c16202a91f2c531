import type { Tables } from '../../supabase/database.types'
import type { SNAPSHOT_TABLES } from '../../supabase/record-tables'

/** Columns that no row of a snapshot has: all rows are of one tenant, and the rest is the trail. */
export const TRAIL_COLUMNS = ['tenant_id', 'created_at', 'updated_at', 'version'] as const

/**
 * Besides them, SNAPSHOT_TABLES leaves out what calls and phones count (a call must not raise the version of its own configuration),
 * who did something, money, the waveforms of sound files, and how gateways are reached, which few may see.
 */
export type SnapshotTable = keyof typeof SNAPSHOT_TABLES

/** A row as a snapshot has it. */
export type Row<Table extends SnapshotTable> = Omit<
  Tables<Table>,
  (typeof TRAIL_COLUMNS)[number] | (typeof SNAPSHOT_TABLES)[Table][number]
>

/** The columns of the tenant itself, and of its settings, that are left out of a snapshot. */
export const TENANT_COLUMNS_LEFT_OUT = ['created_at', 'updated_at', 'version'] as const
export const SETTINGS_COLUMNS_LEFT_OUT = [...TRAIL_COLUMNS, 'id'] as const

/** That a record has a secret, such as a PIN; never the secret. */
export interface SecretSet {
  owner_table: string
  owner_id: string
  field: string
}

/**
 * A tenant's telephony, as one database call returns it: for each table its rows in any order, none missing. Times are ISO 8601.
 * Gateways are product-wide and in every tenant's; holidays, toll classes and presets of routes are constants of this code.
 */
export type TenantSnapshot = { readonly [Table in SnapshotTable]: readonly Row<Table>[] } & {
  /** Every change to what the snapshot holds raises it. */
  readonly version: number
  readonly tenant: Omit<Tables<'tenants'>, (typeof TENANT_COLUMNS_LEFT_OUT)[number]>
  /** As stored, null for what is inherited (effectiveSettings); null for a tenant without settings of its own. */
  readonly settings: Omit<Tables<'tenant_settings'>, (typeof SETTINGS_COLUMNS_LEFT_OUT)[number]> | null
  /** Which records of these tables have which secrets. */
  readonly secrets: readonly SecretSet[]
}
