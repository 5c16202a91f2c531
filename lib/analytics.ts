/** Who uses the product: the id of the auth user and, if known, their email (specification section 7). */
export interface AnalyticsUser {
  id: string
  email?: string
}

// Shared by the tabs of a browser: they share the session too.
const IDENTIFIED_KEY = 'analytics-identified'

/**
 * Tells the analytics service who is using the product, once a session (specification section 4), in however many tabs
 * and page loads. Does nothing, and downloads nothing, without a key. Never throws: work goes on without analytics.
 */
export async function identifyUser(user: AnalyticsUser, sessionId: string | undefined): Promise<void> {
  if (!process.env.NEXT_PUBLIC_POSTHOG_KEY) return
  const identified = `${user.id} ${sessionId ?? ''}`
  try {
    const before = window.localStorage.getItem(IDENTIFIED_KEY)
    if (before === identified) return
    // Before the download, in which another tab would do the same.
    window.localStorage.setItem(IDENTIFIED_KEY, identified)
    const posthog = await startPosthog()
    if (before && !before.startsWith(`${user.id} `)) posthog.reset()
    posthog.identify(user.id, user.email ? { email: user.email } : undefined)
  } catch (error) {
    window.localStorage.removeItem(IDENTIFIED_KEY)
    console.error('Analytics could not identify the user:', error)
  }
}

/** Ends the identification when a person signs out, so that the next one in this browser is not taken for them. */
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
    // Only the identification is wanted. Clicks, addresses and recordings would carry customers' data along.
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
    })
    return posthog
  })
  return started
}
