/** Nouns for tables and kinds whose names are not self-explanatory. */
const NOUNS: Readonly<Record<string, string>> = {
  call_block_rules: 'block rule',
  call_center_agents: 'agent',
  call_center_queues: 'queue',
  call_centers: 'queue',
  did_conditions: 'number condition',
  did_costs: 'number cost',
  dids: 'number',
  emergency_addresses: 'E911 address',
  extension_follow_me: 'follow-me target',
  fax_boxes: 'fax box',
  faxes: 'fax',
  inventory: 'stock item',
  ivr_menu_options: 'IVR menu option',
  ivr_menus: 'IVR menu',
  mails: 'email',
  provisioning_runs: 'setup of what was won',
  switches: 'switch',
  tenant_settings: 'settings',
}

/** The noun for a record of a table: "ring group", "company". */
export function tableNoun(table: string): string {
  return NOUNS[table] ?? table.replaceAll('_', ' ').replace(/ies$/, 'y').replace(/s$/, '')
}
