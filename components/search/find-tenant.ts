import { failureMessage, RequestFailure } from '@/lib/errors'
import { postJson } from '@/lib/fetcher'

/** Message of a lookup without a result (specification section 8). */
export const NO_TENANT = 'No tenant found'

/** A lookup failed, so the result is unknown; the message is for the user. */
export class LookUpFailure extends Error {
  override name = 'LookUpFailure'
}

/**
 * The id of the tenant that has a device with this MAC address, or this phone number; null if there is none
 * (specification section 7: POST /api/search). Logs a failure's response data and throws LookUpFailure. Rejects with the
 * abort when aborted.
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
    throw new LookUpFailure(`${NO_TENANT}: the lookup failed. ${failureMessage(failure)}`, { cause: failure })
  }
}
