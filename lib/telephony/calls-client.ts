import { dataOf } from '../supabase/answer'
import type { Supabase } from '../supabase/browser-client'
import { commandDone } from './switch-command'

/** A phone that is to listen rings for 25 seconds. */
const LISTEN_MS = 45_000

export type CallCommand = 'hang_up' | 'move' | 'listen'

/**
 * Asks the switch of a call to end it, to move it to an extension, or to ring an extension that is to listen. Resolves when that is
 * done; throws Refusal with the reason when it is not.
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

/** How many calls a tenant has under way, and how many of them wait in a queue. */
export interface CallCounts {
  calls: number
  waiting: number
}

/** By the tenants' ids; those without calls are missing. */
export async function countCalls(supabase: Supabase): Promise<Map<string, CallCounts>> {
  const rows = dataOf(await supabase.rpc('live_counts'))
  return new Map(rows.map(({ tenant_id, ...counts }) => [tenant_id, counts]))
}
