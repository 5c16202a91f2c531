import type { CaptureResult } from 'posthog-js'

/** Who uses the product: the auth user's id and, if known, email (specification section 7). */
export interface AnalyticsUser {
  id: string
  email?: string
}

// In local storage, so all tabs of a browser share it, as they share the session.
const IDENTIFIED_KEY = 'analytics-identified'

/**
 * Identifies the user to the analytics service once per session (specification section 4), across tabs and page loads. Without a
 * key it downloads nothing and does nothing. Never throws: analytics must not stop anyone's work.
 */
export async function identifyUser(user: AnalyticsUser, sessionId: string): Promise<void> {
  if (!process.env.NEXT_PUBLIC_POSTHOG_KEY) return
  const identified = `${user.id} ${sessionId}`
  try {
    const before = window.localStorage.getItem(IDENTIFIED_KEY)
    if (before === identified) return
    // Set before the download so that another tab does not identify the user as well.
    window.localStorage.setItem(IDENTIFIED_KEY, identified)
    const posthog = await startPosthog()
    if (before && !before.startsWith(`${user.id} `)) posthog.reset()
    posthog.identify(user.id, user.email ? { email: user.email } : undefined)
  } catch (error) {
    window.localStorage.removeItem(IDENTIFIED_KEY)
    console.error('Analytics could not identify the user:', error)
  }
}

/** Resets the identification at sign-out so that the next user of this browser is not mistaken for this one. */
export async function forgetUser(): Promise<void> {
  if (!process.env.NEXT_PUBLIC_POSTHOG_KEY) return
  try {
    if (window.localStorage.getItem(IDENTIFIED_KEY) === null) return
    window.localStorage.removeItem(IDENTIFIED_KEY)
    const posthog = await startPosthog()
    posthog.reset()
  } catch (error) {
    console.error('Analytics could not forget the user:', error)
  }
}

let started: Promise<typeof import('posthog-js').default> | undefined

function startPosthog() {
  started ??= import('posthog-js').then(({ default: posthog }) => {
    // Identification only. Clicks, addresses and recordings would send customers' data to the service.
    posthog.init(process.env.NEXT_PUBLIC_POSTHOG_KEY ?? '', {
      api_host: process.env.NEXT_PUBLIC_POSTHOG_HOST || 'https://us.i.posthog.com',
      autocapture: false,
      capture_pageview: false,
      capture_pageleave: false,
      disable_session_recording: true,
      disable_surveys: true,
      disable_external_dependency_loading: true,
      advanced_disable_flags: true,
      person_profiles: 'identified_only',
      save_referrer: false,
      before_send: withoutAddresses,
    })
    return posthog
  })
  return started
}

/**
 * Removes addresses: every event, identification included, would carry the page's address with its search terms, and the person's profile
 * the first one.
 */
function withoutAddresses(event: CaptureResult | null): CaptureResult | null {
  for (const told of [event?.properties, event?.$set, event?.$set_once]) {
    for (const name of Object.keys(told ?? {})) if (/url|pathname|referr|host/.test(name)) delete told?.[name]
  }
  return event
}
