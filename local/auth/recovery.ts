import { randomBytes, randomUUID } from 'node:crypto'
import type { Pool } from 'pg'
import { isLoopback } from '../../lib/loopback.ts'
import { RESET_PASSWORD_PATH } from '../../lib/paths.ts'
import { AuthError, copyRequest, redirect, textField } from './http.ts'
import { escapeHtml, putMail } from './outbox.ts'
import { type AuthUser, findUserByEmail } from './users.ts'

/** Kinds of one-time links this layer creates. */
export type LinkType = 'invite' | 'recovery' | 'magiclink'

/** A link for a user: `actionLink` is used up by a GET, `hashedToken` is what verifyOtp takes as token_hash. */
export interface OneTimeLink {
  actionLink: string
  hashedToken: string
  redirectTo: string
}

/** Targets of links and emails. Addresses have no trailing slash. */
export interface LinkOptions {
  siteUrl: string
  apiUrl: string
  outboxDir: string
}

/** A PKCE challenge as the client sends it when it requests an email. */
export interface Challenge {
  challenge: string
  method: 's256' | 'plain'
}

/** The auth.users column where lite looks up a link's token, and the type it verifies it as. */
const stored = {
  invite: { column: 'confirmation', verifiedAs: 'signup' },
  recovery: { column: 'recovery', verifiedAs: 'recovery' },
  magiclink: { column: 'recovery', verifiedAs: 'magiclink' },
} as const

// GoTrue marks tokens of a PKCE flow the same way; GET /verify then answers with a code instead of a session.
const pkcePrefix = 'pkce_'

/** How long a link works. Lite allows a day for each; `verify` ends the shorter ones. */
const lifetimes: Record<LinkType, { seconds: number; words: string }> = {
  invite: { seconds: 86_400, words: 'one day' },
  recovery: { seconds: 3600, words: 'one hour' },
  magiclink: { seconds: 3600, words: 'one hour' },
}

/** Seconds that lite lets links work (its setting auth.email.otp_expiry). */
export const linkSeconds = lifetimes.invite.seconds

/** The inviter, the product and what the invited person may do there, from the invitation's `data` in GoTrue. */
interface Inviting {
  product?: string
  invited_by?: string
  rights?: string
}

/** Subject and first sentence of a link's email. */
function wordsOf(type: LinkType, { product, invited_by: inviter, rights }: Inviting): [string, string] {
  if (type === 'recovery') return ['Reset your password', 'Follow this link to choose a new password:']
  if (type === 'magiclink') return ['Your sign-in link', 'Follow this link to sign in:']
  const to = product ? ` to ${product}` : ''
  const invited = inviter ? `${inviter} invites you${to}.` : `You have been invited${to}.`
  return [
    product ? `Invitation to ${product}` : 'You have been invited',
    `${rights ? `${invited} ${rights}` : invited} Follow this link to accept, and choose a password:`,
  ]
}

/**
 * Where to send the browser after verification: `wanted` if it is on the site's own origin (or on this machine's loopback names
 * with the site's scheme and port), otherwise the site's address.
 */
export function allowedRedirect(wanted: string | null | undefined, siteUrl: string): string {
  if (!wanted || !URL.canParse(wanted)) return siteUrl
  const target = new URL(wanted)
  const site = new URL(siteUrl)
  const sameDoor = target.protocol === site.protocol && target.port === site.port
  if (target.username || target.password) return siteUrl
  return target.origin === site.origin || (isLoopback(target.hostname) && sameDoor) ? target.href : siteUrl
}

/** Reads the PKCE fields of a body; null when absent. Throws AuthError 400 when they are malformed. */
export function readChallenge(body: Record<string, unknown>): Challenge | null {
  const challenge = textField(body, 'code_challenge') ?? ''
  const method = (textField(body, 'code_challenge_method') ?? '').toLowerCase()
  if (challenge === '' && method === '') return null
  if (challenge === '' || method === '') {
    throw new AuthError(
      400,
      'validation_failed',
      'PKCE flow requires code_challenge_method and code_challenge',
    )
  }
  if (method !== 's256' && method !== 'plain') {
    throw new AuthError(400, 'validation_failed', 'code challenge method is not supported')
  }
  if (!/^[a-zA-Z\d._~-]{43,128}$/.test(challenge)) {
    throw new AuthError(400, 'validation_failed', 'code challenge does not comply with requirements')
  }
  return { challenge, method }
}

/**
 * Creates a one-time link for a user; an earlier one of the same kind stops working. The token is 256 random bits. It works once, for
 * as long as its kind allows.
 */
export async function createLink(
  pool: Pool,
  options: LinkOptions,
  user: AuthUser,
  type: LinkType,
  redirectTo: string | null | undefined,
  challenge: Challenge | null = null,
): Promise<OneTimeLink> {
  const token = `${challenge ? pkcePrefix : ''}${randomBytes(32).toString('hex')}`
  const { column } = stored[type]
  await pool.query(
    `update auth.users set ${column}_token = $2, ${column}_sent_at = now(), updated_at = now() where id = $1`,
    [user.id, token],
  )
  if (challenge) {
    await pool.query(
      `with old as (
         delete from auth.flow_state
         where (user_id = $2 and authentication_method = 'recovery') or created_at < now() - interval '1 day')
       insert into auth.flow_state
         (id, user_id, authentication_method, provider_type, code_challenge, code_challenge_method)
       values ($1, $2, 'recovery', 'email', $3, $4)`,
      [randomUUID(), user.id, challenge.challenge, challenge.method],
    )
  }
  const target = allowedRedirect(redirectTo, options.siteUrl)
  const query = new URLSearchParams({ token, type, redirect_to: target })
  return {
    actionLink: `${options.apiUrl}/auth/v1/verify?${query}`,
    hashedToken: token,
    redirectTo: target,
  }
}

/**
 * Puts the link's email into the outbox, with an address of the site in place of the link's own, but with its query: what checks mail for
 * harmful links opens it, and only the button of that page leads to the link. As in supabase/templates.
 */
export async function mailLink(
  options: LinkOptions,
  to: string,
  type: LinkType,
  link: OneTimeLink,
  inviting: Inviting = {},
): Promise<void> {
  const [subject, sentence] = wordsOf(type, inviting)
  const mailed = `${options.siteUrl}${RESET_PASSWORD_PATH}${new URL(link.actionLink).search}`
  const limit = `It works once and for ${lifetimes[type].words}.`
  await putMail(options.outboxDir, {
    to,
    subject,
    text: `${sentence}\n\n${mailed}\n\n${limit}`,
    html: `<p>${escapeHtml(sentence)}</p><p><a href="${escapeHtml(mailed)}">${escapeHtml(subject)}</a></p><p>${limit}</p>`,
    link: mailed,
  })
}

/** Mails a recovery link if the address is known; the caller sees the same answer if it is not. */
export async function sendRecovery(
  pool: Pool,
  options: LinkOptions,
  email: string,
  redirectTo: string | null,
  challenge: Challenge | null,
): Promise<void> {
  const user = await findUserByEmail(pool, email)
  if (!user) return
  const link = await createLink(pool, options, user, 'recovery', redirectTo, challenge)
  await mailLink(options, email, 'recovery', link)
}

/**
 * POST /verify, with GoTrue's types mapped to those lite knows ('invite' and 'email' are not). A banned user is refused with 403
 * user_banned before the token is used up. The session is lite's.
 */
export async function verify(
  request: Request,
  body: Record<string, unknown>,
  pool: Pool,
  next: (request: Request) => Promise<Response>,
): Promise<Response> {
  const type = textField(body, 'type')
  const token = textField(body, 'token_hash') ?? ''
  if (await isBannedToken(pool, token)) throw new AuthError(403, 'user_banned', 'User is banned')
  if (await isOld(pool, token)) throw expired()
  const known = type === 'email' ? 'magiclink' : type === 'invite' ? stored.invite.verifiedAs : type
  return next(copyRequest(request, { body: JSON.stringify({ ...body, type: known }) }))
}

/**
 * GET /verify, a mailed link opened in a browser: 303 to its redirect_to with `?code=` for a PKCE flow, otherwise with the
 * session in the fragment; with `error`, `error_code` and `error_description` when the link is no longer valid.
 */
export async function followLink(
  request: Request,
  pool: Pool,
  options: LinkOptions,
  next: (request: Request) => Promise<Response>,
): Promise<Response> {
  const url = new URL(request.url)
  const token = url.searchParams.get('token') ?? url.searchParams.get('token_hash') ?? ''
  const type = url.searchParams.get('type') ?? ''
  const target = new URL(allowedRedirect(url.searchParams.get('redirect_to'), options.siteUrl))
  const pkce = token.startsWith(pkcePrefix)
  try {
    if (pkce) {
      target.searchParams.set('code', await claimCode(pool, token))
      return redirect(target.href)
    }
    const asked = copyRequest(request, { url: `${url.origin}/auth/v1/verify`, method: 'POST', body: '{}' })
    const answer = await verify(asked, { type, token_hash: token }, pool, next)
    const session = (await answer.json()) as Record<string, unknown>
    if (!answer.ok) throw new AuthError(answer.status, String(session.error_code), String(session.msg))
    target.hash = new URLSearchParams({
      access_token: String(session.access_token),
      expires_at: String(session.expires_at),
      expires_in: String(session.expires_in),
      refresh_token: String(session.refresh_token),
      token_type: 'bearer',
      type,
    }).toString()
    return redirect(target.href)
  } catch (error) {
    if (!(error instanceof AuthError)) throw error
    const details = { error: 'access_denied', error_code: error.code, error_description: error.message }
    if (pkce) for (const [name, value] of Object.entries(details)) target.searchParams.set(name, value)
    target.hash = new URLSearchParams(details).toString()
    return redirect(target.href)
  }
}

// The flow's clock restarts here: lite's exchange allows five minutes from created_at and deletes the row.
async function claimCode(pool: Pool, token: string): Promise<string> {
  if (await isBannedToken(pool, token)) throw new AuthError(403, 'user_banned', 'User is banned')
  const code = randomUUID()
  const { rowCount } = await pool.query(
    `with claimed as (
       update auth.users set recovery_token = null, email_confirmed_at = coalesce(email_confirmed_at, now()), updated_at = now()
       where recovery_token = $1 and recovery_sent_at > now() - interval '1 hour'
       returning id)
     update auth.flow_state f set auth_code = $2, auth_code_issued_at = now(), created_at = now(), updated_at = now()
     from claimed where f.user_id = claimed.id and f.authentication_method = 'recovery' and f.auth_code is null`,
    [token, code],
  )
  if (!rowCount) throw expired()
  return code
}

const expired = () => new AuthError(403, 'otp_expired', 'Email link is invalid or has expired')

async function isOld(pool: Pool, token: string): Promise<boolean> {
  const { rows } = await pool.query(
    `select 1 from auth.users
     where recovery_token = $1 and recovery_sent_at <= now() - make_interval(secs => $2)`,
    [token, lifetimes.recovery.seconds],
  )
  return rows.length > 0
}

async function isBannedToken(pool: Pool, token: string): Promise<boolean> {
  const { rows } = await pool.query(
    `select 1 from auth.users
     where $1 in (recovery_token, confirmation_token) and banned_until > now()`,
    [token],
  )
  return rows.length > 0
}
