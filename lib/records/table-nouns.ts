/** What one record of a table is called, where its name does not tell. */
const NOUNS: Record<string, string> = {
  call_centers: 'call center queue',
  did_conditions: 'number condition',
  dids: 'number',
  emergency_addresses: 'E911 address',
  inventory: 'stock item',
  ivr_menus: 'IVR menu',
  ivr_menu_options: 'IVR menu option',
  role_permissions: 'permission of role',
}

/** The noun for one record of a table: "ring group", "company". */
export function tableNoun(table: string): string {
  return NOUNS[table] ?? table.replaceAll('_', ' ').replace(/ies$/, 'y').replace(/s$/, '')
}
