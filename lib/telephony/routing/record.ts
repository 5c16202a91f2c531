import { tenantPath } from '../../record-paths'
import { formatNorthAmericanPhone } from '../../validation/phone'
import type { SnapshotTable } from './snapshot'

/** The record that a step or a problem refers to. `label` is what a list shows: number and name. */
export interface RecordRef {
  table: SnapshotTable | 'call_expectations' | 'tenants' | 'tenant_settings'
  id: string
  label: string
}

/** What people call a record of each table. */
const NOUNS: Readonly<Record<RecordRef['table'], string>> = {
  call_block_rules: 'block rule',
  call_center_agents: 'agent',
  call_center_queues: 'queue',
  call_center_tiers: 'tier',
  call_expectations: 'expectation',
  call_flows: 'call flow',
  conference_rooms: 'conference room',
  destinations: 'destination',
  device_lines: 'line',
  devices: 'device',
  did_conditions: 'condition',
  dids: 'number',
  emergency_addresses: 'emergency address',
  extension_follow_me: 'follow-me target',
  extensions: 'extension',
  fax_boxes: 'fax box',
  feature_codes: 'feature code',
  gateways: 'gateway',
  ivr_menu_options: 'menu option',
  ivr_menus: 'IVR menu',
  outbound_routes: 'outbound route',
  paging_group_members: 'member',
  paging_groups: 'paging group',
  park_lots: 'park lot',
  recordings: 'recording',
  ring_group_members: 'member',
  ring_groups: 'ring group',
  tenant_settings: 'settings',
  tenants: 'tenant',
  time_condition_rules: 'rule',
  time_conditions: 'time condition',
}

/** `ring group 6000 Sales` */
export function nounAndLabel({ table, label }: RecordRef): string {
  return `${NOUNS[table]} ${label}`.trim()
}

/** A number as people read it. */
export function shownNumber(number: string): string {
  return formatNorthAmericanPhone(number) ?? number
}

/** `1001 Front desk` */
export function numberAndName(number: string, name: string): string {
  return `${number} ${name}`.trim()
}

/** The tenant's page on which records of a table are edited. Parts are edited in the form of the record they belong to. */
const PAGES: Readonly<Record<RecordRef['table'], string>> = {
  call_block_rules: 'call-block',
  call_center_agents: 'routing/call-centers?tab=agents',
  call_center_queues: 'routing/call-centers',
  call_center_tiers: 'routing/call-centers',
  call_expectations: 'test-call#expectations',
  call_flows: 'routing/call-flows',
  conference_rooms: 'routing/conference-rooms',
  destinations: '',
  device_lines: 'devices',
  devices: 'devices',
  did_conditions: 'dids/inbound',
  dids: 'dids/inbound',
  emergency_addresses: 'settings',
  extension_follow_me: 'extensions',
  extensions: 'extensions',
  fax_boxes: 'routing/fax-boxes',
  feature_codes: 'settings',
  gateways: '',
  ivr_menu_options: 'routing/ivr-menus',
  ivr_menus: 'routing/ivr-menus',
  outbound_routes: 'dids/outbound',
  paging_group_members: 'routing/paging-groups',
  paging_groups: 'routing/paging-groups',
  park_lots: 'routing/park-lots',
  recordings: 'recordings',
  ring_group_members: 'ring-groups',
  ring_groups: 'ring-groups',
  tenant_settings: 'settings',
  tenants: '',
  time_condition_rules: 'routing/time-conditions',
  time_conditions: 'routing/time-conditions',
}

/** Whose pages show one record by `?record=`: the others show all of it, or belong to another record. */
const OPENED_BY_ID: readonly RecordRef['table'][] = [
  'call_block_rules',
  'call_center_agents',
  'call_center_queues',
  'call_flows',
  'conference_rooms',
  'devices',
  'dids',
  'extensions',
  'fax_boxes',
  'ivr_menus',
  'outbound_routes',
  'paging_groups',
  'park_lots',
  'recordings',
  'ring_groups',
  'time_conditions',
]

/** The path of the page where a record is mended, opened at the record where the page can. */
export function recordPath(tenantId: string, { table, id }: Pick<RecordRef, 'table' | 'id'>): string {
  const page = PAGES[table]
  const path = page ? `${tenantPath(tenantId)}/${page}` : tenantPath(tenantId)
  if (id === '' || !OPENED_BY_ID.includes(table)) return path
  return `${path}${path.includes('?') ? '&' : '?'}record=${encodeURIComponent(id)}`
}

/** Whether the records of a table are edited on a page of their tenant. */
export function isOnTenantPage(table: string): table is RecordRef['table'] {
  return Object.hasOwn(PAGES, table) && PAGES[table as RecordRef['table']] !== ''
}

/** Whether a record has a page of its own. */
export function hasPage({ table }: Pick<RecordRef, 'table'>): boolean {
  return PAGES[table] !== ''
}
