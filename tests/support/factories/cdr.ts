import { randomInt } from 'node:crypto'
import { query } from '../database'
import { tenantOf } from './companies'
import { type Given, newId, type NewRow, unique, uniqueNumber } from './row'

/** An answered inbound call from just now, with a new tenant by default. */
export async function newCall(given: Given<'cdr'> = {}): Promise<NewRow<'cdr'>> {
  const id = newId()
  const start = Date.now() - 60_000
  return {
    id,
    call_uuid: id,
    start_at: new Date(start).toISOString(),
    answer_at: new Date(start + 5_000).toISOString(),
    end_at: new Date(start + 35_000).toISOString(),
    ring_seconds: 5,
    talk_seconds: 30,
    duration: 35,
    direction: 'inbound',
    status: 'answered',
    from_number: uniqueNumber(),
    to_number: uniqueNumber(),
    hangup_cause: 'NORMAL_CLEARING',
    q850: 16,
    ...given,
    tenant_id: await tenantOf(given),
  }
}

/** A month of the years 1000 to 1999 that is not archived. */
async function freeMonth(): Promise<string> {
  const number = randomInt(12 * 1000)
  const month = `${1000 + Math.floor(number / 12)}-${String((number % 12) + 1).padStart(2, '0')}-01`
  const archived = await query('select from public.archived_call_months where month = $1', [month])
  return archived.length > 0 ? freeMonth() : month
}

/** An archived month, long before any calls: hours up to the latest one are not recounted. */
export async function newArchivedMonth(
  given: Given<'archived_call_months'> = {},
): Promise<NewRow<'archived_call_months'>> {
  return {
    id: newId(),
    month: await freeMonth(),
    calls: 3,
    ...given,
  }
}

/** A leg of a call that need not exist. */
export async function newCallLeg(given: Given<'cdr_legs'> = {}): Promise<NewRow<'cdr_legs'>> {
  return {
    id: newId(),
    call_id: newId(),
    start_at: new Date().toISOString(),
    leg: { to: '1001' },
    ...given,
    tenant_id: await tenantOf(given),
  }
}

/** The recording of a call that need not exist; it has no file in Storage. */
export async function newCallRecording(
  given: Given<'call_recordings'> = {},
): Promise<NewRow<'call_recordings'>> {
  const tenant_id = await tenantOf(given)
  const id = given.id ?? newId()
  const format = given.format ?? 'wav'
  const path = `${tenant_id}/${id}.${format}`
  return { path, format, duration_ms: 2500, size_bytes: 40_044, peaks: [10, 80, 40], ...given, id, tenant_id }
}

/** The counts of one hour. */
export async function newHourlyCount(given: Given<'cdr_hourly'> = {}): Promise<NewRow<'cdr_hourly'>> {
  return {
    id: newId(),
    hour: '2026-01-12T15:00:00Z',
    direction: 'inbound',
    status: 'answered',
    calls: 3,
    talk_seconds: 90,
    ring_seconds: 12,
    ...given,
    tenant_id: await tenantOf(given),
  }
}

/** The counts of one day. */
export async function newDailyCount(given: Given<'cdr_daily'> = {}): Promise<NewRow<'cdr_daily'>> {
  return {
    id: newId(),
    day: '2026-01-12',
    direction: 'inbound',
    status: 'answered',
    calls: 3,
    talk_seconds: 90,
    ring_seconds: 12,
    ...given,
    tenant_id: await tenantOf(given),
  }
}

/** A rejected record. */
export async function newRejectedRecord(given: Given<'cdr_rejected'> = {}): Promise<NewRow<'cdr_rejected'>> {
  return {
    id: newId(),
    reason: 'The record is not valid JSON.',
    body: '{"variables":',
    body_hash: unique(),
    ...given,
  }
}
