import { type Day, monthStart } from '../dates/day'
import type { DaySpan } from '../dates/span'
import { utcDaysOf } from '../dates/wall-input'
import { onePage, type Page } from '../lists/page'
import { answerOf, dataOf, requireChange } from '../supabase/answer'
import type { Supabase } from '../supabase/browser-client'
import type { Database, Tables } from '../supabase/database.types'
import { isUuid } from '../validation/uuid'
import { type CallFilters, type CallQuery, databaseFilters } from './call-query'
import type { CallAddresses, CallDirection, CallLeg, CallStatus } from './call-record'

type PageRow = Database['public']['Functions']['cdr_page']['Returns'][number]

export interface Call extends Omit<
  PageRow,
  'direction' | 'status' | 'did' | 'extension' | 'account_code' | 'mos' | 'recording'
> {
  direction: CallDirection
  status: CallStatus
  did: string | null
  extension: string | null
  account_code: string | null
  mos: number | null
  /** Null when it was not recorded; not here: deleted, or not delivered yet. */
  recording: 'here' | 'not here' | null
}

/** One page of a tenant's calls that match, in the order asked. */
export function listCalls(supabase: Supabase, tenant: string, query: CallQuery): Promise<Page<Call>> {
  return onePage(query, async (page) =>
    answerOf<Call[]>(
      await supabase.rpc('cdr_page', { ...asked(tenant, query.span, query), ...page, sort_by: query.sort }),
    ),
  )
}

/** Number of matching calls, counted up to 10,001. */
export async function countCalls(
  supabase: Supabase,
  tenant: string,
  span: DaySpan,
  filters: CallFilters,
): Promise<number> {
  return dataOf(await supabase.rpc('cdr_count', asked(tenant, span, filters)))
}

/** The first days of the archived months (UTC), oldest first; the same for all tenants. */
export async function archivedMonths(supabase: Supabase): Promise<Day[]> {
  const months = dataOf(await supabase.from('archived_call_months').select('month').order('month'))
  return months.map(({ month }) => month as Day)
}

/** Those of the months that reach into a span of a zone's days. */
export function monthsWithin(months: readonly Day[], zone: string, span: DaySpan): Day[] {
  const { from, until } = utcDaysOf(zone, span)
  return months.filter((month) => month >= monthStart(from) && month <= until)
}

export type ChartRow = Pick<
  Database['public']['Functions']['cdr_chart']['Returns'][number],
  'bucket' | 'calls' | 'talk_seconds'
> & { status: CallStatus }

/** Calls by time and status. Only the direction and status filters apply. */
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

/** Everything known about a call; its legs include those that the switch reported separately. */
export interface CallDetail extends Omit<Call, 'recording'> {
  call_uuid: string
  answer_at: string | null
  end_at: string
  duration: number
  q850: number | null
  codec: string | null
  /** As the switch reports it, also when its recording is not here. */
  recording_path: string | null
  addresses: CallAddresses | null
  legs: CallLeg[]
  /** Its recording, once delivered by the switch and while it is kept. */
  sound: CallSound | null
  raw: unknown
}

export type CallSound = Pick<
  Tables<'call_recordings'>,
  'path' | 'format' | 'duration_ms' | 'size_bytes' | 'peaks'
>

/** A call of a tenant; null when it does not exist or the user may not see it. */
export async function loadCall(supabase: Supabase, tenant: string, id: string): Promise<CallDetail | null> {
  if (!isUuid(id)) return null
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
  const [row] = answerOf<(CallDetail & { legs: CallLeg[] | null })[]>(call)
  const own = answerOf<{ leg: CallLeg }[]>(legs).map(({ leg }) => leg)
  const [sound = null] = dataOf(sounds)
  return row ? { ...row, legs: [...(row.legs ?? []), ...own], sound } : null
}

export type RejectedRecord = Pick<
  Tables<'cdr_rejected'>,
  'id' | 'tenant_id' | 'domain' | 'call_uuid' | 'reason' | 'deliveries' | 'created_at'
>

export const MAX_REJECTED_SHOWN = 200

/**
 * Rejected records and how many there are: the tenant's own come first, because those with no known tenant, which calls to numbers of the
 * stock leave every day, would hide them. Each group starts with the newest.
 */
export async function listRejected(
  supabase: Supabase,
  tenant: string,
): Promise<{ records: RejectedRecord[]; total: number }> {
  const answer = await supabase
    .from('cdr_rejected')
    .select('id, tenant_id, domain, call_uuid, reason, deliveries, created_at', { count: 'exact' })
    .or(ofTenantOrNone(tenant))
    .order('tenant_id', { nullsFirst: false })
    .order('created_at', { ascending: false })
    .limit(MAX_REJECTED_SHOWN)
  const records = dataOf(answer)
  return { records, total: answer.count ?? records.length }
}

/** A rejected record, without secrets; null when it has been stored or discarded meanwhile. */
export async function loadRejectedBody(
  supabase: Supabase,
  tenant: string,
  id: string,
): Promise<string | null> {
  const asked = supabase.from('cdr_rejected').select('body').eq('id', id).or(ofTenantOrNone(tenant))
  return dataOf(await asked.limit(1))[0]?.body ?? null
}

/** Deletes a rejected record, either the tenant's own or one with no known tenant. Throws Refusal. */
export async function discardRejected(supabase: Supabase, tenant: string, id: string): Promise<void> {
  const discarded = supabase.from('cdr_rejected').delete().eq('id', id).or(ofTenantOrNone(tenant))
  requireChange(await discarded.select('id'))
}

/** The filter for the rejected records on a tenant's page. */
export function ofTenantOrNone(tenant: string): string {
  return `tenant_id.eq.${tenant},tenant_id.is.null`
}

function asked(tenant: string, span: DaySpan, filters: CallFilters) {
  return { tenant, first_day: span.from, last_day: span.until, filters: databaseFilters(filters) }
}
