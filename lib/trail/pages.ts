import { dayAfter } from '../dates/day'
import type { DaySpan } from '../dates/span'
import type { Page, PageQuery } from '../lists/page'
import { allRecords, listRecords } from '../records/record-list'
import type { Supabase } from '../supabase/browser-client'
import type { Tables } from '../supabase/database.types'

/** An audit log entry. */
export type AuditRow = Tables<'audit_log'>

/** A query of the audit log: entries of these days in the reader's time zone, newest first. */
export interface TrailQuery extends PageQuery {
  span: DaySpan
  search: string
}

const TRAIL = { table: 'audit_log', tenantId: null } as const

/** Start of a day in the reader's time zone, as ISO 8601. */
const startOf = (day: string) => new Date(`${day}T00:00:00`).toISOString()

/** A page of the audit log; only what the caller may see. */
export function auditPage(supabase: Supabase, query: TrailQuery): Promise<Page<AuditRow>> {
  return listRecords<AuditRow>(supabase, TRAIL, asRecords(query))
}

/** All entries of these days. */
export function wholeTrail(supabase: Supabase, query: TrailQuery): Promise<AuditRow[]> {
  return allRecords<AuditRow>(supabase, TRAIL, asRecords(query))
}

function asRecords({ span: { from, until }, ...query }: TrailQuery) {
  return {
    ...query,
    filters: { at: { from: startOf(from), to: startOf(dayAfter(until, 1)) } },
    sort: 'at',
  }
}
