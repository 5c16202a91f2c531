import { pageOfRecords } from '../../navigation'
import { tenantPath } from '../../record-paths'
import { tableNoun } from '../../resources/nouns'
import { PARTS } from '../../supabase/record-tables'
import type { SnapshotTable } from './snapshot'

/** The record that a step or a problem refers to. `label` is what a list shows: number and name. */
export interface RecordRef {
  table: SnapshotTable | 'call_expectations' | 'tenants' | 'tenant_settings'
  id: string
  label: string
}

/** `ring group 6000 Sales` */
export function nounAndLabel({ table, label }: RecordRef): string {
  return `${tableNoun(table)} ${label}`.trim()
}

/** `1001 Front desk` */
export function numberAndName(number: string, name: string): string {
  return `${number} ${name}`.trim()
}

/** The pages of a tenant on which records are edited that they do not open by `?record=`, but for the agents'. */
const PAGES: Readonly<Record<string, string>> = {
  call_center_agents: 'routing/call-centers?tab=agents',
  call_expectations: 'test-call#expectations',
  emergency_addresses: 'settings',
  feature_codes: 'settings',
  tenant_settings: 'settings',
}

/** The tenant's page on which records of a table are edited, parts with the record they belong to; undefined where there is none. */
function pageOf(table: string): string | undefined {
  const whole: string | undefined = (PARTS as Readonly<Record<string, string>>)[table]
  return pageOfRecords(table) ?? PAGES[table] ?? (whole && pageOf(whole))
}

/** The path of the page where a record is mended, opened at the record where the page can. */
export function recordPath(tenantId: string, { table, id }: { table: string; id: string }): string {
  const page = pageOf(table)
  const path = page ? `${tenantPath(tenantId)}/${page}` : tenantPath(tenantId)
  if (id === '' || !(pageOfRecords(table) || table === 'call_center_agents')) return path
  return `${path}${path.includes('?') ? '&' : '?'}record=${encodeURIComponent(id)}`
}

/** Whether the records of a table are edited on a page of their tenant. */
export function hasPage({ table }: { table: string }): boolean {
  return pageOf(table) !== undefined
}
