import { dataOf, requireChange } from '../supabase/answer'
import type { Supabase } from '../supabase/browser-client'
import type { Database, Tables } from '../supabase/database.types'
import { isTenantId } from '../tenants/tenant-id'
import type { Cursor } from '../tenants/tenant-query'
import { type CallFilters, type CallQuery, databaseFilters } from './call-query'
import type { CallAddresses, CallDirection, CallLeg, CallStatus } from './call-record'
import type { DaySpan } from './days'

type PageRow = Database['public']['Functions']['cdr_page']['Returns'][number]

/** A call in a list. */
export interface Call
  extends Omit<PageRow, 'direction' | 'status' | 'did' | 'extension' | 'mos' | 'recording_path'> {
  direction: CallDirection
  status: CallStatus
  did: string | null
  extension: string | null
  mos: number | null
  recording_path: string | null
}

/** Calls of one page, and where the neighbouring pages start; null where there is none. */
export interface PageOfCalls {
  rows: Call[]
  previous: Cursor | null
  next: Cursor | null
}

export const CALLS_PER_PAGE = 50
/** What is counted at most; a total above is said to be more than that. */
export const MOST_COUNTED = 10_000

/** One page of a tenant's calls. Pages are found by key, not by counting. Throws RequestFailure. */
export async function listCalls(supabase: Supabase, tenant: string, query: CallQuery): Promise<PageOfCalls> {
  const backwards = query.before !== null && query.after === null
  const from = backwards ? query.before : query.after
  const answer = await supabase.rpc('cdr_page', {
    ...asked(tenant, query.span, query),
    sort_by: query.sort,
    descending: query.descending !== backwards,
    after_value: from?.value,
    after_id: from?.id,
    // One more than is shown tells whether there is another page that way.
    page_size: CALLS_PER_PAGE + 1,
  })
  const found = dataOf(answer) as Call[]
  const more = found.length > CALLS_PER_PAGE
  const rows = found.slice(0, CALLS_PER_PAGE)
  if (backwards) rows.reverse()
  return {
    rows,
    previous: (backwards ? more : from !== null) ? cursorAt(rows[0]) : null,
    next: backwards || more ? cursorAt(rows.at(-1)) : null,
  }
}

/** How many calls match, as far as one more than {@link MOST_COUNTED}. Throws RequestFailure. */
export async function countCalls(
  supabase: Supabase,
  tenant: string,
  span: DaySpan,
  filters: CallFilters,
): Promise<number> {
  return dataOf(await supabase.rpc('cdr_count', asked(tenant, span, filters)))
}

export type ChartRow = Pick<
  Database['public']['Functions']['cdr_chart']['Returns'][number],
  'bucket' | 'calls' | 'talk_seconds'
> & { status: CallStatus }

/** Calls by time and status. Of the filters, direction and status count. Throws RequestFailure. */
export async function chartCalls(
  supabase: Supabase,
  tenant: string,
  span: DaySpan,
  filters: Pick<CallFilters, 'direction' | 'status'>,
): Promise<ChartRow[]> {
  const { direction, status } = filters
  return dataOf(
    await supabase.rpc('cdr_chart', {
      tenant,
      first_day: span.from,
      last_day: span.until,
      filters: { ...(direction ? { direction } : {}), ...(status ? { status } : {}) },
    }),
  ) as ChartRow[]
}

/** All that is known of a call; its legs include those that the switch reported by themselves. */
export interface CallDetail extends Call {
  call_uuid: string
  answer_at: string | null
  end_at: string
  duration: number
  q850: number | null
  codec: string | null
  addresses: CallAddresses | null
  legs: CallLeg[]
  /** Its recording, once the switch has delivered it and as long as it is kept. */
  sound: CallSound | null
  raw: unknown
}

export type CallSound = Pick<
  Tables<'call_recordings'>,
  'path' | 'format' | 'duration_ms' | 'size_bytes' | 'peaks'
>

/** The call of a tenant, or null when there is none for the reader. Throws RequestFailure. */
export async function loadCall(supabase: Supabase, tenant: string, id: string): Promise<CallDetail | null> {
  if (!isTenantId(id)) return null
  const [call, legs, sounds] = await Promise.all([
    supabase.from('cdr').select('*').eq('tenant_id', tenant).eq('id', id).limit(1),
    supabase
      .from('cdr_legs')
      .select('leg')
      .eq('tenant_id', tenant)
      .eq('call_id', id)
      .order('start_at')
      .limit(50),
    supabase
      .from('call_recordings')
      .select('path, format, duration_ms, size_bytes, peaks')
      .eq('tenant_id', tenant)
      .eq('id', id)
      .limit(1),
  ])
  const [row] = dataOf(call) as unknown as (CallDetail & { legs: CallLeg[] | null })[]
  const own = dataOf(legs).map(({ leg }) => leg as unknown as CallLeg)
  const [sound = null] = dataOf(sounds)
  return row ? { ...row, legs: [...(row.legs ?? []), ...own], sound } : null
}

export type RejectedRecord = Pick<
  Tables<'cdr_rejected'>,
  'id' | 'tenant_id' | 'domain' | 'call_uuid' | 'reason' | 'body' | 'deliveries' | 'created_at'
>

export const MOST_REJECTED_SHOWN = 200

/** The newest records that were kept aside: those of the tenant, and those of which no tenant is known. */
export async function listRejected(supabase: Supabase, tenant: string): Promise<RejectedRecord[]> {
  const answer = await supabase
    .from('cdr_rejected')
    .select('id, tenant_id, domain, call_uuid, reason, body, deliveries, created_at')
    .or(ofTenantOrNone(tenant))
    .order('created_at', { ascending: false })
    .limit(MOST_REJECTED_SHOWN)
  return dataOf(answer)
}

/** Throws a rejected record away for good: one of the tenant, or one of which no tenant is known. Throws Refusal. */
export async function discardRejected(supabase: Supabase, tenant: string, id: string): Promise<void> {
  const discarded = supabase.from('cdr_rejected').delete().eq('id', id).or(ofTenantOrNone(tenant))
  requireChange(await discarded.select('id'))
}

/** The condition of rejected records that a tenant's page shows. */
export function ofTenantOrNone(tenant: string): string {
  return `tenant_id.eq.${tenant},tenant_id.is.null`
}

function asked(tenant: string, span: DaySpan, filters: CallFilters) {
  return { tenant, first_day: span.from, last_day: span.until, filters: databaseFilters(filters) }
}

function cursorAt(row: Call | undefined): Cursor | null {
  return row ? { id: row.id, value: row.sort_value } : null
}
