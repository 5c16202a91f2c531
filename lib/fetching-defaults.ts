import { dequal } from 'dequal'

const ERROR_RETRY_MS = 5000

/** How often an open page of everybody's work (the dashboard, the audit trail) is refreshed, in milliseconds. */
export const REFRESH_MS = 60_000

/**
 * Fetching defaults for the whole shell (specification section 9: dedupe 2 s, error retry 5 s, focus throttle 5 s). SWR's own
 * retry backs off with random delays; here every retry comes 5 seconds after the failure.
 */
export const FETCHING_DEFAULTS = {
  // SWR's own comparison treats any two Maps as equal, so refetched ones would never show.
  compare: dequal,
  dedupingInterval: 2000,
  focusThrottleInterval: 5000,
  onErrorRetry(
    _error: unknown,
    _key: string,
    _config: unknown,
    revalidate: (options: { retryCount: number }) => unknown,
    { retryCount }: { retryCount: number },
  ) {
    setTimeout(() => revalidate({ retryCount }), ERROR_RETRY_MS)
  },
}
