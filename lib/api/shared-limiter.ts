import { adminClient } from '../supabase/admin-client'
import { isOutOfRoom } from '../supabase/refusal'
import { tooManyRequests } from './failure'
import { createLimiter, type Limit } from './limiter'

/**
 * A rate limit across all servers, counted in the database under a name. Throws ApiFailure 429 if the key has to wait. Requests
 * over the limit of one server alone never reach the database. Without a service key, or while the database has no room to count,
 * each server counts for itself.
 */
export function createSharedLimiter(name: string, limit: Limit) {
  const waitHere = createLimiter(limit)
  async function waitOf(key: string): Promise<number> {
    const wait = waitHere(key)
    const admin = adminClient()
    if (wait > 0 || !admin) return wait
    const { times, withinSeconds: within_seconds } = limit
    const { data, error } = await admin.rpc('rate_limit', { key: `${name} ${key}`, times, within_seconds })
    if (error && !isOutOfRoom(error)) throw error
    return data ?? 0
  }
  return async (key: string): Promise<void> => {
    const wait = await waitOf(key)
    if (wait) throw tooManyRequests(wait, 'Too many requests. Wait a moment, then try again.')
  }
}
