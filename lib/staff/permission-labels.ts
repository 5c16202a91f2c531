import type { Action, Section } from '../session/permissions'

/** The actions available in each section: there is nothing to create on the dashboard, and there are no secrets in sales. */
export const SECTION_ACTIONS: Record<Section, readonly Action[]> = {
  dashboard: ['view'],
  customers: ['view', 'create', 'edit', 'delete', 'export'],
  sales: ['view', 'create', 'edit', 'delete', 'export'],
  numbers: ['view', 'create', 'edit', 'delete', 'export', 'reveal_secrets'],
  tenants: ['view', 'create', 'edit', 'delete', 'export'],
  telephony: ['view', 'create', 'edit', 'delete', 'export', 'reveal_secrets', 'listen'],
  billing: ['view', 'create', 'edit', 'delete', 'export'],
  inventory: ['view', 'create', 'edit', 'delete', 'export'],
  reports: ['view', 'export'],
  superadmin: ['view', 'create', 'edit', 'delete', 'export', 'reveal_secrets'],
}

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

export const ACTION_LABELS: Record<Action, string> = {
  view: 'View',
  create: 'Create',
  edit: 'Edit',
  delete: 'Delete',
  export: 'Export',
  reveal_secrets: 'Reveal secrets',
  listen: 'Listen to calls',
}
