import type { Action, Section } from '../session/permissions'

/** The sections of the role matrix as people call them. */
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

/** The actions of the role matrix. */
export const ACTION_LABELS: Record<Action, string> = {
  view: 'View',
  create: 'Create',
  edit: 'Edit',
  delete: 'Delete',
  export: 'Export',
  reveal_secrets: 'Reveal secrets',
}
