import { RequestFailure } from '@/lib/errors'
import { postJson } from '@/lib/fetcher'

/** What a look-up without a tenant says (specification section 8). */
export const NO_TENANT = 'No tenant found'

/**
 * The id of the tenant that has a device with this MAC address, or this phone number; null if there is none, and on a
 * failure, whose response data is logged (specification section 7: POST /api/search). Rejects only when aborted.
 */
export async function findTenant(
  type: 'mac' | 'phone',
  value: string,
  signal: AbortSignal,
): Promise<string | null> {
  try {
    return await postJson<string | null>('/api/search', { type, value }, { signal })
  } catch (failure) {
    signal.throwIfAborted()
    console.error(failure instanceof RequestFailure ? (failure.body ?? failure) : failure)
    return null
  }
}
