/**
 * Reports an error to the monitoring service, if one is configured; the service's code is downloaded only then. Does not log the
 * error (React already has) and never throws. `componentStack` tells where on the page a rendering error arose.
 */
export function reportError(error: unknown, componentStack?: string | null): void {
  if (!process.env.NEXT_PUBLIC_SENTRY_DSN || typeof window === 'undefined') return
  import('@sentry/nextjs')
    .then((sentry) => sentry.captureException(error, { extra: { componentStack } }))
    .catch((failure: unknown) => console.error('The error could not be reported:', failure))
}
