import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { SupabaseClient } from '@supabase/supabase-js'
import type { Database } from '../supabase/database.types'
import { BUSY } from '../supabase/refusal'
import { ApiFailure } from './failure'

/** How long to wait for the others. */
const PATIENCE_MS = 30_000
const PAUSE_MS = 200

/**
 * Does work with an effect outside of the database (an email, a registration with a carrier) once whoever does work of the same name, on
 * any server, is done: two requests at the same time then find what the first has stored. Throws ApiFailure 503 after half a minute. The
 * work may take two minutes.
 */
export async function inTurn<Answer>(
  admin: SupabaseClient<Database>,
  key: string,
  work: () => Promise<Answer>,
): Promise<Answer> {
  const holder = randomUUID()
  const until = performance.now() + PATIENCE_MS
  while (!(await admin.rpc('take_turn', { key, holder }).throwOnError()).data) {
    if (performance.now() > until) throw new ApiFailure(503, BUSY, { headers: { 'Retry-After': '10' } })
    await delay(PAUSE_MS)
  }
  try {
    return await work()
  } finally {
    const { error } = await admin.rpc('end_turn', { key, holder })
    // What the work came to matters more; the turn ends by itself.
    if (error) console.error('A turn could not be ended:', error.message)
  }
}
