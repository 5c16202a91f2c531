import { answerOf } from '../supabase/answer'
import type { Supabase } from '../supabase/browser-client'

/** An agent reports at least every five seconds: a switch is silent whose agent has not for longer. */
export const SILENT_MS = 20_000

/**
 * Number of calls in progress at all tenants; null (unknown) if no enabled switch has ever reported calls, or if one that has is silent,
 * however long ago.
 */
export async function countAllCalls(supabase: Supabase): Promise<number | null> {
  const { count, now, reported_at } = answerOf<{ count: number; now: string; reported_at: string | null }>(
    await supabase.rpc('calls_now'),
  )
  return Date.parse(now) - Date.parse(reported_at ?? '') <= SILENT_MS ? count : null
}
