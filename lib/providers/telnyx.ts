import Telnyx, { APIError } from 'telnyx'
import type { NumberLookupRetrieveResponse } from 'telnyx/resources/number-lookup'
import { circuitBreaker } from './circuit-breaker'
import type { CarrierProvider, ProviderLookup, ProviderPortability } from './number-provider'
import { telnyxEmergency } from './telnyx-emergency'

const HOST = 'https://api.telnyx.com/v2'

export interface TelnyxOptions {
  apiKey: string
  /** A stub server on this machine. */
  baseURL?: string
  /** Milliseconds per attempt, and per call including retries. */
  attemptMs?: number
  deadlineMs?: number
}

/**
 * Telnyx: GET /v2/number_lookup/{number} (carrier and caller name), POST /v2/portability_checks, and the requests of
 * telnyxEmergency. Attempts that time out, fail, or are answered with 408, 409, 429 or 5xx are retried twice, after growing
 * pauses or the time in Retry-After, within the deadline. Redirects are refused. After four failures in a row the provider is
 * left alone for a minute.
 */
export function telnyxProvider({
  apiKey,
  baseURL = HOST,
  attemptMs = 3000,
  deadlineMs = 7000,
}: TelnyxOptions): CarrierProvider {
  const client = new Telnyx({
    apiKey,
    baseURL,
    timeout: attemptMs,
    maxRetries: 2,
    logLevel: 'off',
    fetchOptions: { redirect: 'error' },
  })
  const throughCircuit = circuitBreaker({ failures: 4, restMs: 60_000 })
  const ask = <Answer>(call: (signal: AbortSignal) => Promise<Answer>) =>
    throughCircuit(() => withDeadline(call, deadlineMs))

  return {
    name: 'telnyx',
    title: 'Telnyx',
    ...telnyxEmergency(client, ask),
    async lookup(number) {
      const [carrier, name] = await Promise.all([
        ask((signal) => found(client.numberLookup.retrieve(number, { type: 'carrier' }, { signal }))),
        // The other facts are useful without a caller name.
        ask((signal) =>
          found(client.numberLookup.retrieve(number, { type: 'caller-name' }, { signal })),
        ).catch((error: unknown) => (isForbidden(error) ? null : undefined)),
      ])
      return asLookup(carrier, name)
    },
    async portability(numbers) {
      const { data = [] } = await ask((signal) =>
        client.portabilityChecks.run({ phone_numbers: [...numbers] }, { signal }),
      )
      return new Map(
        data.flatMap((row): [string, ProviderPortability][] =>
          row.phone_number
            ? [
                [
                  row.phone_number,
                  {
                    portable: row.portable ?? null,
                    fastPort: row.fast_portable ?? null,
                    reason: row.not_portable_reason ?? '',
                    carrier: null,
                    lineType: null,
                    rateCenter: null,
                  },
                ],
              ]
            : [],
        ),
      )
    },
  }
}

/** The answer, or null for a number Telnyx does not know or rejects as invalid; that is not a failure of the provider. */
async function found(
  answer: Promise<NumberLookupRetrieveResponse>,
): Promise<NumberLookupRetrieveResponse.Data | null> {
  try {
    return (await answer).data ?? null
  } catch (error) {
    if (error instanceof APIError && (error.status === 404 || error.status === 422)) return null
    throw error
  }
}

/** Whether the account has not booked what was asked for, and will not get it by asking again. */
const isForbidden = (error: unknown) => error instanceof APIError && error.status === 403

function asLookup(
  answer: NumberLookupRetrieveResponse.Data | null,
  name: NumberLookupRetrieveResponse.Data | null | undefined,
): ProviderLookup {
  const { carrier, portability } = answer ?? {}
  const type = carrier?.type || portability?.line_type
  return {
    lineType: type && type !== 'unknown' ? type : null,
    carrier: carrier?.name || portability?.spid_carrier_name || null,
    city: portability?.city || null,
    state: portability?.state || null,
    callerName: name === undefined ? undefined : name?.caller_name?.caller_name || null,
  }
}

// The client waits out Retry-After before it checks its signal; a page cannot wait that long.
async function withDeadline<Answer>(
  call: (signal: AbortSignal) => Promise<Answer>,
  deadlineMs: number,
): Promise<Answer> {
  const ending = new AbortController()
  let timer: NodeJS.Timeout | undefined
  const tooLate = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      reject(new Error('The provider did not answer in time.'))
      ending.abort()
    }, deadlineMs)
  })
  try {
    return await Promise.race([call(ending.signal), tooLate])
  } finally {
    clearTimeout(timer)
  }
}
