/**
 * Reports an error to the collector, if one is configured; the collector's code is downloaded only then. Does not
 * log the error (React has done so) and never throws. `componentStack` tells where in the page a rendering error arose.
 */
export function reportError(error: unknown, componentStack?: string | null): void {
  if (!process.env.NEXT_PUBLIC_SENTRY_DSN || typeof window === 'undefined') return
  import('@sentry/nextjs')
    .then((sentry) => sentry.captureException(error, { extra: { componentStack } }))
    .catch((failure: unknown) => console.error('The error could not be reported:', failure))
}
