import { dataOf } from '../supabase/answer'
import type { Supabase } from '../supabase/browser-client'
import type { Database } from '../supabase/database.types'

/** A session of a user. Times are ISO 8601; `current` marks the caller's own. */
export type OpenSession = Database['public']['Functions']['session_list']['Returns'][number]

/** An authenticator app of a member. */
export type MemberFactor = Database['public']['Functions']['member_factors']['Returns'][number]

/** A member's open sessions, last used first; the caller's own for null. */
export async function listSessions(supabase: Supabase, member: string | null): Promise<OpenSession[]> {
  return dataOf(await supabase.rpc('session_list', { member: member ?? undefined }))
}

/** Ends a session immediately. Throws Refusal. */
export async function endSession(supabase: Supabase, session: string): Promise<void> {
  dataOf(await supabase.rpc('end_session', { session }))
}

/** A member's authenticator apps. */
export async function listMemberFactors(supabase: Supabase, member: string): Promise<MemberFactor[]> {
  return dataOf(await supabase.rpc('member_factors', { member }))
}

/** Removes the second factor of a member who has lost it, and signs them out everywhere. Throws Refusal. */
export async function removeSecondFactor(supabase: Supabase, member: string): Promise<void> {
  dataOf(await supabase.rpc('remove_second_factor', { member }))
}

// The first match counts, because browsers also name those they descend from.
const BROWSERS: readonly [RegExp, string][] = [
  [/\bEdgA?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/Chrome\/|\bCriOS\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]
const SYSTEMS: readonly [RegExp, string][] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bLinux\b|\bX11\b/, 'Linux'],
]

/** A browser's User-Agent in a few words: "Firefox on Windows". */
export function describeDevice(userAgent: string | null): string {
  const named = (list: typeof BROWSERS) => list.find(([pattern]) => pattern.test(userAgent ?? ''))?.[1]
  const [browser, system] = [named(BROWSERS), named(SYSTEMS)]
  if (browser && system) return `${browser} on ${system}`
  return browser ?? system ?? 'Unknown device'
}
