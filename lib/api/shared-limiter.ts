import { adminClient } from '../supabase/admin-client'
import { tooOften } from './failure'
import { createLimiter, type Limit } from './limiter'

/**
 * A limit for all servers together, counted by the database under a name. Throws ApiFailure 429 when the key has to wait. What one
 * server alone already refuses is not asked, and without a service key each counts for itself.
 */
export function createSharedLimiter(name: string, limit: Limit) {
  const waitHere = createLimiter(limit)
  async function waitOf(key: string): Promise<number> {
    const wait = waitHere(key)
    const admin = adminClient()
    if (wait > 0 || !admin) return wait
    const { times, withinSeconds: within_seconds } = limit
    const { data } = await admin
      .rpc('take_turn', { key: `${name} ${key}`, times, within_seconds })
      .throwOnError()
    return data
  }
  return async (key: string): Promise<void> => {
    const wait = await waitOf(key)
    if (wait) throw tooOften(wait, 'Too many requests. Wait a moment, then try again.')
  }
}
