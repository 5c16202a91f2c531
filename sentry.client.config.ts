import * as Sentry from '@sentry/nextjs'
import { givesRights, withoutParameters, withoutQueries } from './lib/monitored-event'

// Specification section 9: every trace; a replay of every session with an error and of about 10 percent of the
// others, with all text masked and all media blocked. Section 2.2: the not-found page is not traced.
Sentry.init({
  dsn: process.env.NEXT_PUBLIC_SENTRY_DSN,
  enabled: !givesRights(window.location.pathname),
  tracesSampleRate: 1.0,
  ignoreSpans: [/^\/404$/],
  replaysSessionSampleRate: 0.1,
  replaysOnErrorSampleRate: 1.0,
  integrations: [
    Sentry.replayIntegration({ maskAllText: true, maskAllInputs: true, blockAllMedia: true }),
    Sentry.browserTracingIntegration({ beforeStartSpan: withoutParameters }),
  ],
  // No personal data by default: who is signed in, cookies, headers, bodies and query parameters stay here. Of addresses, this concerns
  // those of spans alone; events and what else spans have are cut. A replay's recording has the addresses of pages and requests as they are.
  dataCollection: {
    userInfo: false,
    cookies: false,
    httpHeaders: false,
    httpBodies: [],
    urlQueryParams: false,
  },
})
Sentry.addEventProcessor(withoutQueries)
