import { z } from 'zod'
import { callerSlots } from '@/lib/api/caller-slots'
import { ApiFailure } from '@/lib/api/failure'
import { type ApiCall, apiHandler } from '@/lib/api/handler'
import { streamText } from '@/lib/api/stream-text'
import { callCsvHeader, callCsvWriter } from '@/lib/cdr/call-csv'
import { allCalls } from '@/lib/cdr/call-export'
import type { Call } from '@/lib/cdr/call-list'
import { CALL_SORTS, NUMBER_MATCHES } from '@/lib/cdr/call-query'
import { CALL_DIRECTIONS, CALL_STATUSES } from '@/lib/cdr/call-record'
import { isDay } from '@/lib/dates/day'

export const config = { api: { responseLimit: false } }

const day = z.string().refine(isDay, 'must be a day (YYYY-MM-DD)')
const flag = z.enum(['true', 'false']).transform((value) => value === 'true')

const exportQuery = z.strictObject({
  tenantId: z.guid(),
  from: day,
  until: day,
  number: z.string().max(64).default(''),
  match: z.enum(NUMBER_MATCHES).default('start'),
  extension: z.string().max(16).default(''),
  accountCode: z.string().max(64).default(''),
  direction: z.enum(CALL_DIRECTIONS).optional(),
  status: z.enum(CALL_STATUSES).optional(),
  cause: z.string().max(64).optional(),
  hour: z.coerce.number().int().min(0).max(23).optional(),
  minTalk: z.coerce.number().int().min(0).max(1_000_000).optional(),
  recorded: flag.default(false),
  sort: z.enum(CALL_SORTS).default('start'),
  desc: flag.default(true),
})

/** Of one person at a time: the pages of others are not to wait for hundreds. Proxies usually wait a minute for an answer. */
const inSlot = callerSlots({
  atOnce: 2,
  patienceMs: 50_000,
  busy: 'Two of your exports are still running. Try again when one of them has finished.',
})

/**
 * GET /api/tenants/{tenantId}/cdr-export: all matching calls as CSV; parameters as in the page's address. The file is streamed: a
 * failure after its first line aborts the connection. 503 with Retry-After if two exports of the same person take too long.
 */
export default apiHandler(
  { methods: ['GET'], section: 'telephony', action: 'export', query: exportQuery },
  ({ userId, ...call }) => inSlot(userId, () => exportCalls(call)),
)

async function exportCalls({
  query,
  supabase,
  res,
}: Pick<
  ApiCall<z.output<typeof exportQuery>, undefined, undefined>,
  'query' | 'supabase' | 'res'
>): Promise<void> {
  const { tenantId, from, until, desc, direction, status, cause, hour, minTalk, ...rest } = query
  const { data: tenant } = await supabase
    .from('tenants')
    .select('domain, time_zone')
    .eq('id', tenantId)
    .maybeSingle()
    .throwOnError()
  if (!tenant) throw new ApiFailure(404, 'Tenant not found.')
  const pages = allCalls(supabase, tenantId, {
    ...rest,
    span: { from, until },
    direction: direction ?? null,
    status: status ?? null,
    cause: cause ?? null,
    hour: hour ?? null,
    minTalk: minTalk ?? null,
    descending: desc,
  })
  // Read the first page before responding, so that a failure here still gets an error status.
  const first = await pages.next()
  const name = `calls-${tenant.domain.split('.')[0]}-${from}-${until}.csv`
  res.setHeader('Content-Type', 'text/csv; charset=utf-8')
  res.setHeader('Content-Disposition', `attachment; filename="${name}"`)
  await streamText(res, 'The export of calls', csvOf(tenant.time_zone, first, pages))
}

async function* csvOf(
  zone: string,
  first: IteratorResult<Call[], void>,
  rest: AsyncGenerator<Call[], void>,
): AsyncGenerator<string, void> {
  const lines = callCsvWriter(zone)
  yield callCsvHeader(zone)
  for (let page = first; !page.done; page = await rest.next()) yield lines(page.value)
}
