/**
 * Reports an error to the collector, if one is configured; the collector's code is downloaded only then. Never
 * throws. `componentStack` tells where in the page a rendering error arose.
 */
export function reportError(error: unknown, componentStack?: string | null): void {
  console.error(error)
  if (!process.env.NEXT_PUBLIC_SENTRY_DSN || typeof window === 'undefined') return
  import('@sentry/nextjs')
    .then((sentry) => sentry.captureException(error, { extra: { componentStack } }))
    .catch((failure: unknown) => console.error('The error could not be reported:', failure))
}
