/** Nouns of tables and kinds whose names do not tell. */
const NOUNS: Readonly<Record<string, string>> = {
  call_centers: 'call center queue',
  company_accounts: 'company account',
  did_conditions: 'number condition',
  did_costs: 'number cost',
  dids: 'number',
  emergency_addresses: 'E911 address',
  fax_boxes: 'fax box',
  faxes: 'fax',
  inventory: 'stock item',
  ivr_menu_options: 'IVR menu option',
  ivr_menus: 'IVR menu',
  provisioning_runs: 'setup of what was won',
  role_permissions: 'role permission',
  switches: 'switch',
}

/** The noun for a record of a table: "ring group", "company". */
export function tableNoun(table: string): string {
  return NOUNS[table] ?? table.replaceAll('_', ' ').replace(/ies$/, 'y').replace(/s$/, '')
}
