/** What the browser may know of the configuration. Every value is fixed when the app is built. */
export interface PublicEnv {
  /** Origin of the Supabase API, without a trailing slash. */
  supabaseUrl: string
  /** The public (anonymous) key; rights come from the signed-in user, not from this key. */
  supabaseAnonKey: string
  /** Where the app is reached from outside, without a trailing slash; used in mails. */
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
 * The public configuration, checked by hand: this module is part of every page's first load, and a schema library
 * would weigh more than all it checks. Throws EnvironmentError naming the first variable that is missing or no URL.
 */
export function publicEnv(): PublicEnv {
  // Each is written out in full because the build replaces the literal expressions with their values.
  return {
    supabaseUrl: httpUrl(
      'NEXT_PUBLIC_SUPABASE_URL',
      required('NEXT_PUBLIC_SUPABASE_URL', process.env.NEXT_PUBLIC_SUPABASE_URL),
    ),
    supabaseAnonKey: required('NEXT_PUBLIC_SUPABASE_ANON_KEY', process.env.NEXT_PUBLIC_SUPABASE_ANON_KEY),
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
