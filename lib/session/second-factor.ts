import type { AuthError } from '@supabase/supabase-js'
import { NETWORK_FAILURE, RequestFailure } from '../errors'
import { getSupabase, type Supabase } from '../supabase/browser-client'
import { requireRecentSignIn } from './recent-sign-in'
import { SIGN_IN_PROBLEMS } from './sign-in'

/** An authenticator app of the signed-in user. */
export interface Factor {
  id: string
  name: string
  created_at: string
}

/** Data for setting one up: `qrCode` is an image URL. */
export interface NewFactor {
  id: string
  qrCode: string
  secret: string
}

const MESSAGES: Record<string, string> = {
  mfa_verification_failed: 'This code is wrong or was used already. Enter the one that the app shows now.',
  mfa_challenge_expired: 'This took too long. Enter the code that the app shows now.',
  // A code of another app that was asked for meanwhile discards what is being set up.
  mfa_factor_not_found: 'This took too long. Cancel, and start again.',
  mfa_factor_name_conflict: 'You have an app with this name already.',
  too_many_enrolled_mfa_factors: 'You have the maximum number of apps. Remove one first.',
}

/** Whether the text has the form of an authenticator code. */
export const isCode = (text: string): boolean => /^\d{3} ?\d{3}$/.test(text.trim())

/** The user's authenticator apps, oldest first. */
export async function listFactors({ auth }: Supabase): Promise<Factor[]> {
  const { data, error } = await auth.mfa.listFactors()
  if (error) throw failureOf(error)
  return data.totp.map(({ id, friendly_name, created_at }) => ({ id, name: friendly_name ?? '', created_at }))
}

/**
 * Starts setting up an app under a name chosen by the user; it counts once a code has been entered. Discards setups that were broken off:
 * they would keep their name and count towards the maximum. Needs a recent sign-in.
 */
export async function beginFactor(name: string): Promise<NewFactor> {
  const supabase = await getSupabase()
  await requireRecentSignIn(supabase)
  const { auth } = supabase
  const before = await auth.mfa.listFactors()
  if (before.error) throw failureOf(before.error)
  for (const { id, status } of before.data.all) {
    if (status === 'verified') continue
    const discarded = await auth.mfa.unenroll({ factorId: id })
    // Another window may have been faster.
    if (discarded.error && discarded.error.status !== 404) throw failureOf(discarded.error)
  }
  const { data, error } = await auth.mfa.enroll({ factorType: 'totp', friendlyName: name })
  if (error) throw failureOf(error)
  return { id: data.id, qrCode: data.totp.qr_code, secret: data.totp.secret }
}

/** Enters a code of an app, which raises the session's assurance level. */
async function confirmFactor(factorId: string, code: string): Promise<void> {
  const { auth } = await getSupabase()
  const { error } = await auth.mfa.challengeAndVerify({ factorId, code: code.replace(/\s/g, '') })
  if (error) throw failureOf(error)
}

/** Enters the first code of a new app, which turns it on. Needs a recent sign-in. */
export async function turnOnFactor(factorId: string, code: string): Promise<void> {
  await requireRecentSignIn(await getSupabase())
  await confirmFactor(factorId, code)
}

/** Enters a code of any of the user's apps. */
export async function enterCode(code: string): Promise<void> {
  let failure: unknown = new RequestFailure(undefined, 0)
  for (const { id } of await listFactors(await getSupabase())) {
    try {
      return await confirmFactor(id, code)
    } catch (error) {
      failure = error
    }
  }
  throw failure
}

/** Removes an authenticator app of the user, and takes a token that no longer claims it. Needs a recent sign-in. Throws RequestFailure. */
export async function removeFactor(supabase: Supabase, factorId: string): Promise<void> {
  await requireRecentSignIn(supabase)
  const { auth } = supabase
  const { error } = await auth.mfa.unenroll({ factorId })
  // Another window may have been faster.
  if (error && error.status !== 404) throw failureOf(error)
  // The token still claims the app's assurance level, and the user object still lists the app.
  const refreshed = await auth.refreshSession()
  if (refreshed.error) throw failureOf(refreshed.error)
}

function failureOf(error: AuthError): RequestFailure {
  const status = error.status ?? 0
  const known = status === 429 ? SIGN_IN_PROBLEMS['too-many-tries'] : MESSAGES[error.code ?? '']
  if (!known) console.error(error)
  const other = error.name === 'AuthRetryableFetchError' ? NETWORK_FAILURE : undefined
  return new RequestFailure(known ?? other, status, error)
}
