import { pageOfRecords } from '../../navigation'
import { tenantPath } from '../../record-paths'
import { tableNoun } from '../../resources/nouns'
import { PARTS } from '../../supabase/record-tables'
import { pluralOf } from '../../words'
import type { SnapshotTable } from './snapshot'

/** The record that a step or a problem refers to. `label` is its number and name, as in lists. */
export interface RecordRef {
  table: SnapshotTable | 'call_expectations' | 'tenants' | 'tenant_settings'
  id: string
  label: string
  /** What is meant of it: a field or list of its form, or a part of its page by its id there. */
  part?: string
}

/** `ring group 6000 Sales` */
export function nounAndLabel({ table, label }: RecordRef): string {
  return `${tableNoun(table)} ${label}`.trim()
}

/** What a link to the record opens: `number (406) 555-0114`, or `the numbers` if it concerns none in particular. */
export function linkedThing(record: RecordRef): string {
  return record.id === '' ? `the ${pluralOf(tableNoun(record.table))}` : nounAndLabel(record)
}

/** `1001 Front desk` */
export function numberAndName(number: string, name: string): string {
  return `${number} ${name}`.trim()
}

/** Tenant pages that are about more than one kind of record. */
const PAGES: Readonly<Record<string, string>> = {
  call_center_agents: 'routing/call-centers?tab=agents',
  call_expectations: 'test-call#expectations',
  emergency_addresses: 'settings',
  feature_codes: 'settings',
  tenant_settings: 'settings',
}

/** The tenant page where records of a table are edited, child rows with their parent; undefined if there is none. */
function pageOf(table: string): string | undefined {
  const whole: string | undefined = (PARTS as Readonly<Record<string, string>>)[table]
  return pageOfRecords(table) ?? PAGES[table] ?? (whole && pageOf(whole))
}

/** Tables whose records these pages open by `?record=`. */
const OPENED = ['call_center_agents', 'emergency_addresses']

/** Path of the page where a record can be edited, with the record opened if the page supports it. */
export function recordPath(
  tenantId: string,
  { table, id, part }: { table: string; id: string; part?: string },
): string {
  const page = pageOf(table)
  const path = `${tenantPath(tenantId)}${page ? `/${page}` : ''}`
  if (id === '' || !(pageOfRecords(table) || OPENED.includes(table))) return part ? `${path}#${part}` : path
  return `${path}${path.includes('?') ? '&' : '?'}record=${encodeURIComponent(id)}${part ? `&part=${part}` : ''}`
}

/** Whether records of a table are edited on a page of their tenant. */
export function hasPage({ table }: { table: string }): boolean {
  return pageOf(table) !== undefined
}
