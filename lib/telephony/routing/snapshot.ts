import type { Tables } from '../../supabase/database.types'

/** Columns that no row of a snapshot has: all rows are of one tenant, and the rest is the trail. */
export const TRAIL_COLUMNS = ['tenant_id', 'created_at', 'updated_at', 'version'] as const

/**
 * The tables of a snapshot, each with the columns that are left out besides TRAIL_COLUMNS: what calls and phones count (a call
 * must not raise the version of its own configuration), who did something, money, the waveforms of sound files, and how gateways are
 * reached, which few may see.
 */
export const SNAPSHOT_TABLES = {
  call_block_rules: ['hits', 'last_hit_at'],
  call_center_agents: ['status_changed_at'],
  call_center_queues: ['service_level_seconds'],
  call_center_tiers: [],
  call_flows: ['switched_at', 'switched_by'],
  conference_rooms: [],
  destinations: [],
  device_lines: [],
  devices: ['inventory_id', 'last_provisioned_at', 'serial_number'],
  did_conditions: [],
  dids: [
    'aging_until',
    'e911_answered_at',
    'e911_answered_by',
    'e911_reference',
    'e911_submitted_at',
    'e911_submitted_by',
    'tags',
  ],
  emergency_addresses: [],
  extension_follow_me: [],
  extensions: [],
  fax_boxes: [],
  feature_codes: [],
  gateways: [
    'description',
    'expire_seconds',
    'from_domain',
    'from_user',
    'host',
    'ping_seconds',
    'port',
    'register',
    'transport',
    'trusted_addresses',
    'username',
  ],
  ivr_menu_options: [],
  ivr_menus: [],
  outbound_routes: [],
  paging_group_members: [],
  paging_groups: [],
  park_lots: [],
  recordings: ['peaks', 'size_bytes'],
  ring_group_members: [],
  ring_groups: [],
  time_condition_rules: [],
  time_conditions: [],
} as const

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
