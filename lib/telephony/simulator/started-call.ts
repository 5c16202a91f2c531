import type { TenantSnapshot } from '../routing/snapshot'
import { recordNumber } from './address'
import type { TestCall } from './question'

/** A test call with nothing filled in. */
export const NO_CALL: TestCall = {
  extension: null,
  caller: '',
  withheld: false,
  to: '',
  at: null,
  digits: '',
  phones: {},
  patience: null,
}

/** A call that involves a record: to its number, from the caller it blocks, or out through it. */
export function startedCall(
  snapshot: TenantSnapshot,
  table: string,
  row: Readonly<Record<string, unknown>>,
): TestCall {
  const firstNumber = snapshot.dids[0]?.number ?? ''
  const firstPhone = snapshot.extensions[0]?.extension ?? ''
  if (table === 'call_block_rules') {
    const number = typeof row.number === 'string' ? row.number : ''
    return row.direction === 'outbound'
      ? { ...NO_CALL, extension: firstPhone, to: number }
      : { ...NO_CALL, to: firstNumber, caller: number, withheld: row.match === 'anonymous' }
  }
  if (table === 'outbound_routes') return { ...NO_CALL, extension: firstPhone }
  return { ...NO_CALL, to: recordNumber(table, row) ?? firstNumber }
}
