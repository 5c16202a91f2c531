import { gatewaysOf } from '@/lib/telephony/route-choice'
import type { Row, SnapshotTable, TenantSnapshot } from '@/lib/telephony/routing/snapshot'
import { aGateway } from './snapshot-rows/gateways'

/**
 * Rows of a snapshot that a test names; the rest is empty. Destinations of records are made as the database's triggers make them, and
 * the gateways that routes name are there unless gateways are given.
 */
export type GivenSnapshot = { [Table in SnapshotTable]?: Row<Table>[] } & {
  tenant?: Partial<TenantSnapshot['tenant']>
  settings?: Partial<NonNullable<TenantSnapshot['settings']>>
  secrets?: TenantSnapshot['secrets']
}

/** The hang-up destination. */
export const HANG_UP = 'hangup'
/** The destination of an extension's voicemail. */
export const voicemailOf = (extensionId: string) => `voicemail-${extensionId}`

const PUBLISHED = [
  ['ring_groups', 'ring_groups'],
  ['ivr_menus', 'ivr_menus'],
  ['call_center_queues', 'call_centers'],
  ['call_flows', 'call_flows'],
  ['time_conditions', 'time_conditions'],
  ['conference_rooms', 'conference_rooms'],
  ['paging_groups', 'paging_groups'],
  ['fax_boxes', 'fax_boxes'],
] as const

/** A snapshot of the given rows in the New York time zone, with their destinations. */
export function snapshotOf(given: GivenSnapshot = {}): TenantSnapshot {
  const rows = <Table extends SnapshotTable>(table: Table): Row<Table>[] =>
    (given[table] as Row<Table>[] | undefined) ?? []
  const listed: Row<'destinations'>[] = [
    { id: HANG_UP, kind: 'other', record_id: null, number: HANG_UP, name: 'Hang up', enabled: true },
    ...rows('extensions').flatMap((extension): Row<'destinations'>[] => {
      const inService = extension.enabled && !extension.suspended
      const named = {
        record_id: extension.id,
        number: extension.extension,
        name: extension.effective_caller_id_name,
      }
      return [
        { id: extension.id, kind: 'extensions', enabled: inService, ...named },
        {
          id: voicemailOf(extension.id),
          kind: 'voicemails',
          enabled: inService && extension.voicemail_enabled,
          ...named,
        },
      ]
    }),
    ...PUBLISHED.flatMap(([table, kind]) =>
      rows(table).map(({ id, number, name, enabled }) => ({
        id,
        kind,
        record_id: id,
        number,
        name,
        enabled,
      })),
    ),
    ...rows('recordings').map(({ id, file, name }) => ({
      id,
      kind: 'recordings',
      record_id: id,
      number: file,
      name,
      enabled: true,
    })),
    ...rows('feature_codes')
      .filter(({ feature }) => ['check_voicemail', 'company_directory', 'record'].includes(feature))
      .map(({ id, code, name, enabled }) => ({
        id,
        kind: 'other',
        record_id: id,
        number: code,
        name,
        enabled,
      })),
    ...rows('destinations'),
  ]
  return {
    version: 1,
    tenant: {
      id: 'tenant',
      domain: 'acme.pbx.test',
      extension_limit: 100,
      status: 'active',
      suspended_at: null,
      suspension_reason: '',
      time_zone: 'America/New_York',
      ...given.tenant,
    },
    settings: given.settings ? ({ ...given.settings } as NonNullable<TenantSnapshot['settings']>) : null,
    secrets: given.secrets ?? [],
    call_block_rules: rows('call_block_rules'),
    call_center_agents: rows('call_center_agents'),
    call_center_queues: rows('call_center_queues'),
    call_center_tiers: rows('call_center_tiers'),
    call_flows: rows('call_flows'),
    conference_rooms: rows('conference_rooms'),
    destinations: listed,
    device_lines: rows('device_lines'),
    devices: rows('devices'),
    did_conditions: rows('did_conditions'),
    dids: rows('dids'),
    emergency_addresses: rows('emergency_addresses'),
    extension_follow_me: rows('extension_follow_me'),
    extensions: rows('extensions'),
    fax_boxes: rows('fax_boxes'),
    feature_codes: rows('feature_codes'),
    gateways: given.gateways ?? namedGateways(rows('outbound_routes')),
    ivr_menu_options: rows('ivr_menu_options'),
    ivr_menus: rows('ivr_menus'),
    outbound_routes: rows('outbound_routes'),
    paging_group_members: rows('paging_group_members'),
    paging_groups: rows('paging_groups'),
    park_lots: rows('park_lots'),
    recordings: rows('recordings'),
    ring_group_members: rows('ring_group_members'),
    ring_groups: rows('ring_groups'),
    time_condition_rules: rows('time_condition_rules'),
    time_conditions: rows('time_conditions'),
  }
}

function namedGateways(routes: readonly Row<'outbound_routes'>[]): Row<'gateways'>[] {
  return [...new Set(routes.flatMap(gatewaysOf))].map((id) => aGateway(id))
}
