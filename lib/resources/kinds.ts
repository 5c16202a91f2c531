import type { ReferenceTarget, TableName } from '../records/field'
import type { Tables } from '../supabase/database.types'
import { tableNoun } from './nouns'

/**
 * The kinds of record that fields refer to and that the setup report counts, with the columns of their labels. In the order of a
 * tenant's pages.
 */
export const KINDS = {
  extensions: ['extension', 'effective_caller_id_name'],
  ring_groups: ['number', 'name'],
  ivr_menus: ['number', 'name'],
  time_conditions: ['number', 'name'],
  call_flows: ['number', 'name'],
  call_center_queues: ['number', 'name'],
  call_center_agents: ['name'],
  conference_rooms: ['number', 'name'],
  paging_groups: ['number', 'name'],
  fax_boxes: ['number', 'name'],
  park_lots: ['number', 'name'],
  gateways: ['name'],
  outbound_routes: ['name'],
  call_block_rules: ['number', 'name'],
  device_profiles: ['name'],
  devices: ['mac', 'label'],
  dids: ['number', 'description'],
  emergency_addresses: ['label'],
  portal_users: ['email'],
  recordings: ['name'],
  companies: ['name'],
  opportunities: ['name'],
  tenants: ['domain'],
} as const satisfies { [Table in TableName]?: readonly (keyof Tables<Table>)[] }

/** What a reference field refers to. */
export function recordOf(table: keyof typeof KINDS): ReferenceTarget {
  return { table, noun: tableNoun(table), columns: KINDS[table] }
}

/** A gateway, shared by all tenants; users who choose one see only its name. */
export const GATEWAY: ReferenceTarget = { ...recordOf('gateways'), shared: 'gateway_names' }

/** A tenant, found by its company's name or code. */
export const TENANT: ReferenceTarget = {
  ...recordOf('tenants'),
  columns: ['name', 'code'],
  shared: 'tenant_choices',
}

/** An opportunity that is not lost. */
export const OPEN_OPPORTUNITY: ReferenceTarget = {
  ...recordOf('opportunities'),
  shared: 'opportunity_choices',
}
