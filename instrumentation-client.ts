import { isSignedInPath } from '@/lib/paths'
import { getSupabase } from '@/lib/supabase/browser-client'

// Runs before the app does. Next loads this file by its name; the monitoring set-up keeps the name people look for.
if (process.env.NEXT_PUBLIC_SENTRY_DSN) {
  import('./sentry.client.config').catch((error: unknown) =>
    console.error('Monitoring could not start:', error),
  )
}

// Every page of the shell asks for the session first thing, so its client downloads while the page comes alive.
// A failed download is met again, and shown, by whoever needs the client.
if (isSignedInPath(window.location.pathname)) getSupabase().catch(() => {})
