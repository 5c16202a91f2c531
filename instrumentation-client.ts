import { isSignedInPath } from '@/lib/paths'
import { getSupabase } from '@/lib/supabase/browser-client'

// Next loads this file by its name, before the app. The Sentry settings are in sentry.client.config.ts, where people look for them.
if (process.env.NEXT_PUBLIC_SENTRY_DSN) {
  import('./sentry.client.config').catch((error: unknown) =>
    console.error('Monitoring could not start:', error),
  )
}

// Every page of the shell needs the session first, so the client downloads while the page hydrates. Whatever needs the client downloads it
// again if that fails, and shows the error.
if (isSignedInPath(window.location.pathname)) getSupabase().catch(() => {})
