/** Configuration the browser may know. Values are fixed when the app is built. */
export interface PublicEnv {
  /** Origin of the Supabase API, without a trailing slash. */
  supabaseUrl: string
  /** Origin of a read replica of the same API, without a trailing slash; reports are read there. */
  reportsUrl?: string
  /** The public (anonymous) key; rights come from the signed-in user, not from this key. */
  supabaseAnonKey: string
  /** Public address of the app, without a trailing slash; used in emails. */
  siteUrl?: string
  posthogKey?: string
  posthogHost: string
  sentryDsn?: string
}

/** A variable is missing or malformed. The message is one line that names it. */
export class EnvironmentError extends Error {
  override name = 'EnvironmentError'
}

const DEFAULT_POSTHOG_HOST = 'https://us.i.posthog.com'

/**
 * The public configuration, checked by hand: this module is in every page's first load, where a schema library would weigh more
 * than everything it checks. Throws EnvironmentError naming the first variable that is missing or not a URL.
 */
export function publicEnv(): PublicEnv {
  // Written out in full because the build replaces these literal expressions with their values.
  return {
    supabaseUrl: httpUrl(
      'NEXT_PUBLIC_SUPABASE_URL',
      required('NEXT_PUBLIC_SUPABASE_URL', process.env.NEXT_PUBLIC_SUPABASE_URL),
    ),
    supabaseAnonKey: required('NEXT_PUBLIC_SUPABASE_ANON_KEY', process.env.NEXT_PUBLIC_SUPABASE_ANON_KEY),
    reportsUrl: optionalUrl('NEXT_PUBLIC_SUPABASE_REPORTS_URL', process.env.NEXT_PUBLIC_SUPABASE_REPORTS_URL),
    siteUrl: optionalUrl('NEXT_PUBLIC_SITE_URL', process.env.NEXT_PUBLIC_SITE_URL),
    posthogKey: process.env.NEXT_PUBLIC_POSTHOG_KEY || undefined,
    posthogHost:
      optionalUrl('NEXT_PUBLIC_POSTHOG_HOST', process.env.NEXT_PUBLIC_POSTHOG_HOST) ?? DEFAULT_POSTHOG_HOST,
    sentryDsn: optionalUrl('NEXT_PUBLIC_SENTRY_DSN', process.env.NEXT_PUBLIC_SENTRY_DSN),
  }
}

function required(name: string, value: string | undefined): string {
  if (!value?.trim()) throw new EnvironmentError(`${name} is missing. Set it as .env.example describes.`)
  return value.trim()
}

function httpUrl(name: string, value: string): string {
  if (!/^https?:\/\//i.test(value) || !URL.canParse(value)) {
    throw new EnvironmentError(`${name} is not an http(s) URL. Set it as .env.example describes.`)
  }
  return value.replace(/\/+$/, '')
}

function optionalUrl(name: string, value: string | undefined): string | undefined {
  return value?.trim() ? httpUrl(name, value.trim()) : undefined
}
