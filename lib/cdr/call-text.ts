import { dateFormat } from '../dates/date-format'
import { yearUnlessNow } from '../dates/format'
import { tenantPath } from '../record-paths'
import { formatDuration } from '../validation/duration'
import { shownNumber } from '../validation/phone'
import type { CallDirection, CallStatus } from './call-record'

export const STATUS_LABELS: Readonly<Record<CallStatus, string>> = {
  answered: 'Answered',
  missed: 'Missed',
  voicemail: 'Voicemail',
  busy: 'Busy',
  failed: 'Failed',
  cancelled: 'Canceled',
}

export const DIRECTION_LABELS: Readonly<Record<CallDirection, string>> = {
  inbound: 'Inbound',
  outbound: 'Outbound',
  local: 'Local',
}

/** A number formatted for display; digits without a plus as they were dialed. */
export function callNumber(number: string | null): string {
  return number?.startsWith('+') ? shownNumber(number) : (number ?? '')
}

/** A duration in words; empty for none. */
export function callDuration(seconds: number): string {
  return seconds > 0 ? (formatDuration(seconds) ?? '') : ''
}

/** A moment to the second in a tenant's time zone; the year shows only when it is not the current one. */
export function callTime(at: string, zone: string, now = new Date()): string {
  const date = new Date(at)
  return dateFormat({
    timeZone: zone,
    ...yearUnlessNow(zone, date, now),
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    second: '2-digit',
  }).format(date)
}

/** The outside number that a block rule for this call would match; undefined if there is none. */
export function blockableNumber(call: {
  direction: CallDirection
  from_number: string
  to_number: string
}): string | undefined {
  if (call.direction === 'local') return undefined
  const outside = call.direction === 'inbound' ? call.from_number : call.to_number
  return /^\+?\d{3,15}$/.test(outside) ? outside : undefined
}

/** Address of the new call block form with the number filled in. */
export function blockPath(tenantId: string, direction: CallDirection, number: string): string {
  return `${tenantPath(tenantId)}/call-block?${new URLSearchParams({ record: 'new', block: number, way: direction })}`
}
