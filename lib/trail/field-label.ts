import type { TableName } from '../records/field'
import type { Tables } from '../supabase/database.types'
import { humanize } from '../words'
import labels from './field-labels.json'

/** What forms without a declaration call columns that are not their names in words. */
const OTHER = {
  billing_accounts: { tax_exemption: 'Exemption certificate', terms_days: 'Terms' },
  licenses: { purchased: 'Seats purchased' },
  members: { full_name: 'Name', user_role: 'Role' },
  quotes: { revision: 'Version' },
  roles: { label: 'Name', second_factor: 'Ask for a second factor' },
  subscriptions: {
    prorate: 'Charge by the day',
    service_id: 'Product',
    setup_fee: 'Setup fee per unit',
    unit_price: 'Unit price per cycle',
  },
  tasks: { assignee_id: 'Who', due_on: 'Due', name: 'Task' },
  tenants: { extension_limit: 'Extension seats' },
} satisfies { [Name in TableName]?: { [Column in keyof Tables<Name>]?: string } }

const LABELS: Readonly<Record<string, Readonly<Record<string, string>>>> = { ...labels, ...OTHER }

/** What the form of a table's records calls a column. The declarations themselves are too large to load for a list of changes. */
export function fieldLabel(table: string, column: string): string {
  return LABELS[table]?.[column] ?? humanize(column)
}
