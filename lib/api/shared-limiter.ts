import { adminClient } from '../supabase/admin-client'
import { createLimiter, type Limit } from './limiter'

/**
 * A limit for all servers together, counted by the database under a name; answers 0 when the key may go on, otherwise the seconds to
 * wait. What one server alone already refuses is not asked, and without a service key each counts for itself. Throws when the database
 * fails.
 */
export function createSharedLimiter(name: string, limit: Limit) {
  const waitHere = createLimiter(limit)
  return async (key: string): Promise<number> => {
    const wait = waitHere(key)
    const admin = adminClient()
    if (wait > 0 || !admin) return wait
    const { times, withinSeconds: within_seconds } = limit
    const { data } = await admin
      .rpc('take_turn', { key: `${name} ${key}`, times, within_seconds })
      .throwOnError()
    return data
  }
}
