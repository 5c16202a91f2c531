import { publicEnv } from '../env'
import { getSupabase } from '../supabase/browser-client'

/** Whether a URL's query is that of an emailed link (supabase/templates, local/auth/recovery.ts), which is not used up yet. */
export function hasLinkToken(search: string): boolean {
  return new URLSearchParams(search).has('token')
}

/**
 * Leaves for the auth service, which takes the same query, uses the link up and sends the browser back with a session. Only when a button
 * is pressed: whatever checks mail for harmful links opens them before their reader does.
 */
export function redeemLink(): void {
  window.location.replace(`${publicEnv().supabaseUrl}/auth/v1/verify${window.location.search}`)
}

/** The session in the URL of a mailed invitation, or of a reset sent by staff. */
export interface LinkTokens {
  access_token: string
  refresh_token: string
}

/** The tokens in a URL's fragment; null if there are none. */
export function linkTokens(hash: string): LinkTokens | null {
  const given = new URLSearchParams(hash.replace(/^#/, ''))
  const [access_token, refresh_token] = [given.get('access_token'), given.get('refresh_token')]
  return access_token && refresh_token ? { access_token, refresh_token } : null
}

/** Opens the session of a mailed link and replaces any open session. Never throws; failures are logged. */
export async function openLinkSession(tokens: LinkTokens): Promise<void> {
  try {
    const supabase = await getSupabase()
    const { error } = await supabase.auth.setSession(tokens)
    if (error) console.error(error)
  } catch (error) {
    console.error(error)
  }
}
