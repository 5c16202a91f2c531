import type { Action, Section } from '../session/permissions'

/** Labels of the permission sections. */
export const SECTION_LABELS: Record<Section, string> = {
  dashboard: 'Dashboard',
  customers: 'Customers',
  sales: 'Sales',
  numbers: 'Numbers',
  tenants: 'Tenants',
  telephony: 'Telephony',
  billing: 'Billing',
  inventory: 'Inventory',
  reports: 'Reports',
  superadmin: 'Super Admin',
}

/** Labels of the permission actions. */
export const ACTION_LABELS: Record<Action, string> = {
  view: 'View',
  create: 'Create',
  edit: 'Edit',
  delete: 'Delete',
  export: 'Export',
  reveal_secrets: 'Reveal secrets',
}
