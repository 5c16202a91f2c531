import { dayAfter } from '../dates/day'
import type { DaySpan } from '../dates/span'
import type { Page, PageQuery } from '../lists/page'
import { allRecords, listRecords } from '../records/record-list'
import type { Supabase } from '../supabase/browser-client'
import type { Tables } from '../supabase/database.types'

/** An entry of the trail. */
export type AuditRow = Tables<'audit_log'>

/** What is asked of the trail: the entries of these days by the reader's clock, the newest first. */
export interface TrailQuery extends PageQuery {
  span: DaySpan
  search: string
}

const TRAIL = { table: 'audit_log', tenantId: null } as const

/** When a day begins by the reader's clock, as ISO 8601. */
const startOf = (day: string) => new Date(`${day}T00:00:00`).toISOString()

/** A page of the trail, as far as the caller may see. Throws RequestFailure. */
export function auditPage(supabase: Supabase, query: TrailQuery): Promise<Page<AuditRow>> {
  return listRecords<AuditRow>(supabase, TRAIL, asRecords(query))
}

/** All entries of these days. Throws RequestFailure. */
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
