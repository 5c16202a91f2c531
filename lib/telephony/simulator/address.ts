import type { Call } from '../../cdr/call-list'
import { inputOfInstant } from '../../dates/wall-input'
import { tenantPath } from '../../record-paths'
import { isDestinationTable } from '../destination-tables'
import type { TestCall } from './question'

/** Path of the call test page, with the form filled in as far as known. */
export function testCallPath(tenantId: string, given: Readonly<Record<string, string>> = {}): string {
  const query = new URLSearchParams(given).toString()
  return `${tenantPath(tenantId)}/test-call${query ? `?${query}` : ''}`
}

/** The number at which a record can be called; undefined if there is none. */
export function recordNumber(table: string, row: Readonly<Record<string, unknown>>): string | undefined {
  const number = row[table === 'extensions' ? 'extension' : 'number']
  const isReached = isDestinationTable(table) || table === 'dids' || table === 'park_lots'
  return isReached && typeof number === 'string' && number !== '' ? number : undefined
}

/** The page for testing a call from outside to a record; undefined for records that cannot be called. */
export function testRecordPath(
  tenantId: string,
  table: string,
  row: Readonly<Record<string, unknown>>,
): string | undefined {
  const to = recordNumber(table, row)
  return to === undefined ? undefined : testCallPath(tenantId, { to })
}

/** A past call, with what is needed to repeat it. */
export type MadeCall = Pick<
  Call,
  'direction' | 'from_number' | 'to_number' | 'did' | 'extension' | 'start_at'
> & {
  /** The keys that the caller pressed, as a test call has them, where they are known. */
  digits?: string
}

/** A past call as a test call: its caller, the called number, the minute in the tenant's zone, and the keys. */
export function callAgain(
  zone: string,
  call: MadeCall,
): Pick<TestCall, 'to'> & { at: string } & Partial<
    Pick<TestCall, 'caller' | 'withheld' | 'digits'> & { extension: string }
  > {
  const at = inputOfInstant(zone, Date.parse(call.start_at))
  const digits = call.digits ? { digits: call.digits } : {}
  if (call.direction !== 'inbound') {
    const extension = call.direction === 'outbound' ? (call.extension ?? call.from_number) : call.from_number
    return { extension, to: call.to_number, at, ...digits }
  }
  const caller = call.from_number.startsWith('+') ? { caller: call.from_number } : { withheld: true }
  return { ...caller, to: call.did ?? call.to_number, at, ...digits }
}

/** Path of the page that repeats the call as a test. */
export function testAgainPath(tenantId: string, zone: string, call: MadeCall): string {
  const given = Object.entries(callAgain(zone, call)).map(([name, value]) => [name, String(value)])
  return testCallPath(tenantId, Object.fromEntries(given) as Record<string, string>)
}
