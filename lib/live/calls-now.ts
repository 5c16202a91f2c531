import { answerOf, orNull } from '../supabase/answer'
import type { Supabase } from '../supabase/browser-client'

/** An agent reports at least every five seconds: a switch is silent whose agent has not for longer. */
export const SILENT_MS = 20_000

/**
 * Number of calls in progress at all tenants; null (unknown) if no enabled switch has ever reported calls, or if one that has is silent,
 * however long ago.
 */
export async function countAllCalls(supabase: Supabase): Promise<number | null> {
  // Beyond every change: no calls are sent.
  const asked = { tenant: orNull<string>(null), since: Number.MAX_SAFE_INTEGER }
  const { count, now, reported_at } = answerOf<{ count: number; now: string; reported_at: string | null }>(
    await supabase.rpc('live_calls_since', asked),
  )
  return Date.parse(now) - Date.parse(reported_at ?? '') <= SILENT_MS ? count : null
}
