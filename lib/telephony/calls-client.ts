import { countAllCalls } from '../live/calls-now'
import { dataOf } from '../supabase/answer'
import type { Supabase } from '../supabase/browser-client'
import { commandDone } from './switch-command'

/** A listener's phone rings for 25 seconds. */
const LISTEN_MS = 45_000

export type CallCommand = 'hang_up' | 'move' | 'listen'

/**
 * Asks a call's switch to hang it up, transfer it to an extension, or ring an extension that will listen in. Resolves when done;
 * throws Refusal with the reason on failure.
 */
export async function commandCall(
  supabase: Supabase,
  call: string,
  command: CallCommand,
  extension?: string,
): Promise<void> {
  const id = dataOf(await supabase.rpc('command_call', { call, command, extension }))
  await commandDone(supabase, id, command === 'listen' ? LISTEN_MS : undefined)
}

/** Number of a tenant's calls in progress, and of those waiting in a queue. */
export interface CallCounts {
  calls: number
  waiting: number
}

/** By tenant id; tenants without calls are missing. Null (unknown) while the calls of all tenants are (countAllCalls). */
export async function countCalls(
  supabase: Supabase,
  tenants: readonly string[],
): Promise<Map<string, CallCounts> | null> {
  const [inAll, counted] = await Promise.all([
    countAllCalls(supabase),
    supabase.rpc('live_counts', { tenants: [...tenants] }),
  ])
  const rows = dataOf(counted)
  return inAll === null ? null : new Map(rows.map(({ tenant_id, ...counts }) => [tenant_id, counts]))
}
