import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { networkOf } from '../../lib/client-address.ts'
import { handleAdmin } from './admin.ts'
import { factorsOf } from './factor-rows.ts'
import { factorsApi } from './factors.ts'
import {
  AuthError,
  copyRequest,
  emailField,
  json,
  preflight,
  readBody,
  refuse,
  textField,
  withCors,
} from './http.ts'
import { createMutex } from './mutex.ts'
import { outboxPage } from './outbox.ts'
import { type Device, followedLink, provedPassword, stampProofs, withFactors } from './proofs.ts'
import { AttemptLimit } from './rate-limit.ts'
import { followLink, readChallenge, sendRecovery, verify } from './recovery.ts'
import { type AccessToken, bearerToken, endSessions, isBanned, readAccessToken } from './sessions.ts'
import { SignInGuard } from './sign-in-guard.ts'
import { limitMail } from './take-mail.ts'
import { checkPassword } from './users.ts'

/** Settings of the layer. Addresses have no trailing slash; `outboxDir` is created when first needed. */
export interface AuthLayerOptions {
  databaseUrl: string
  jwtSecret: string
  anonKey: string
  serviceKey: string
  siteUrl: string
  apiUrl: string
  outboxDir: string
}

type Next = (request: Request) => Promise<Response>

/** The layer: `peerAddress` is the client's, as told by trusted proxies only; `next` is lite's own answer. */
export interface AuthLayer {
  handle(request: Request, peerAddress: string, next: Next): Promise<Response>
  close(): Promise<void>
}

const minute = 60_000

// Longer than a password check takes. Only existing accounts get that check, so without this delay the time of a refusal would
// reveal whether an account exists.
const FAILED_SIGN_IN_MS = 500

// Long enough for the email to be in the outbox on a machine that is not busy.
const RECOVERY_ANSWER_MS = 300

/**
 * Adds what `@supabase/lite`'s /auth/v1 lacks, in GoTrue's shapes: the admin API, invitations, password recovery with PKCE, second
 * factors, bans, rate limits, refused sign-up, proofs in access tokens, checks before a new password or address, and the outbox. Sessions are
 * always created by lite: this layer only prepares the rows (auth.users tokens, auth.flow_state) that lite's own /verify and
 * /token?grant_type=pkce accept, so refresh, sign-out and rotation stay lite's. Everything else goes to `next`.
 */
export function authLayer(options: AuthLayerOptions): AuthLayer {
  const pool = new pg.Pool({
    connectionString: options.databaseUrl,
    max: 3,
    idleTimeoutMillis: 30_000,
    // How long a request waits for a connection.
    connectionTimeoutMillis: 60_000,
  })
  // A broken idle connection is replaced at the next query; without a listener it would end the process.
  pool.on('error', () => {})
  const signIns = new SignInGuard()
  const passwords = new AttemptLimit(10, 5 * minute)
  const tokens = new AttemptLimit(30, 5 * minute)
  const mails = new AttemptLimit(1, minute)
  const factors = factorsApi(pool, options)
  const renewals = createMutex()

  async function signInWithPassword(request: Request, peerAddress: string, next: Next): Promise<Response> {
    const { text, body } = await readBody(request)
    const email = (textField(body, 'email') ?? '').trim().toLowerCase().slice(0, 255)
    const attempt = signIns.attempt(email, peerAddress)
    if (attempt.waitMs > 0) throw tooManyTries(attempt.waitMs)
    const answered = delay(FAILED_SIGN_IN_MS)
    const response = await next(copyRequest(request, { body: text }))
    if (!response.ok) {
      await answered
      return response
    }
    attempt.succeeded()
    return response
  }

  async function grant(request: Request, url: URL, peerAddress: string, next: Next): Promise<Response> {
    const device = deviceOf(request, peerAddress)
    const type = url.searchParams.get('grant_type')
    if (type === 'refresh_token') {
      const { text, body } = await readBody(request)
      const token = textField(body, 'refresh_token') ?? ''
      await refuseBannedRefresh(token)
      // While a token is being exchanged, lite would take a second exchange of it for theft.
      const renewed = await renewals(token, async () => {
        const response = await next(copyRequest(request, { body: text }))
        if (response.status === 500) await restoreToken(token)
        return response
      })
      return stampProofs(renewed, pool, options.jwtSecret, device)
    }
    const password = type === 'password'
    const response = password ? await signInWithPassword(request, peerAddress, next) : await next(request)
    if (!response.ok) return response
    // Only a caller with the right password learns of the ban; the session just created never leaves this process.
    const session = (await response.clone().json()) as { user?: { id?: string } }
    const userId = session.user?.id
    if (userId && (await isBanned(pool, userId))) {
      await endSessions(pool, userId)
      throw new AuthError(400, 'user_banned', 'User is banned')
    }
    // The only PKCE flow here is recovery.
    return stampProofs(response, pool, options.jwtSecret, device, password ? 'password' : 'recovery')
  }

  /** Lite revokes a token before it stores the next one: a failure in between would end the session. */
  async function restoreToken(refreshToken: string): Promise<void> {
    await pool.query(
      `update auth.refresh_tokens t set revoked = false
       where t.token = $1 and not exists (select 1 from auth.refresh_tokens c where c.parent = t.token)`,
      [refreshToken],
    )
  }

  async function refuseBannedRefresh(refreshToken: string): Promise<void> {
    const { rows } = await pool.query<{ id: string }>(
      `select u.id from auth.refresh_tokens t join auth.users u on u.id = t.user_id
       where t.token = $1 and u.banned_until > now()`,
      [refreshToken],
    )
    const banned = rows[0]
    if (!banned) return
    await endSessions(pool, banned.id)
    throw new AuthError(400, 'user_banned', 'Invalid Refresh Token: User Banned')
  }

  async function recover(request: Request, url: URL): Promise<Response> {
    const { body } = await readBody(request)
    const email = emailField(body)
    const challenge = readChallenge(body)
    if (!mails.take(email)) {
      const seconds = Math.max(1, Math.ceil(mails.waitMs(email) / 1000))
      throw new AuthError(
        429,
        'over_email_send_rate_limit',
        `For security purposes, you can only request this after ${seconds} seconds.`,
      )
    }
    // Not awaited: for existing accounts there is work to do, so the response time would reveal them.
    sendRecovery(pool, options, email, url.searchParams.get('redirect_to'), challenge).catch(
      (error: unknown) => console.error('A recovery email could not be sent:', error),
    )
    await delay(RECOVERY_ANSWER_MS)
    return json(200, {})
  }

  /** As in GoTrue: whatever /verify was given, the method is recorded as 'otp'. */
  function byLink(next: Next, device: Device): Next {
    return async (request) => stampProofs(await next(request), pool, options.jwtSecret, device, 'otp')
  }

  async function limitedVerify(peerAddress: string, check: () => Promise<Response>): Promise<Response> {
    const network = networkOf(peerAddress)
    if (!tokens.take(network)) throw tooManyTries()
    const response = await check()
    const failed = response.status >= 400 || /error_code=/.test(response.headers.get('location') ?? '')
    if (!failed) tokens.giveBack(network)
    return response
  }

  async function ownUser(request: Request, next: Next): Promise<Response> {
    const token = bearerToken(request)
    const access = token ? await readAccessToken(token, options.jwtSecret) : null
    // Without its session, lite answers session_not_found, which makes the client sign out.
    if (access && (await isBanned(pool, access.userId))) await endSessions(pool, access.userId)
    if (request.method !== 'PUT') return withFactors(await next(request), pool)
    const { text, body } = await readBody(request)
    if (access && (body.password !== undefined || body.email !== undefined)) {
      await requireSecondFactor(access)
      await requireProof(access, body)
    }
    const response = await next(copyRequest(request, { body: text }))
    // As in GoTrue: a new password signs out everyone else who used the old one.
    if (response.ok && body.password !== undefined && access) {
      await endSessions(pool, access.userId, access.sessionId)
    }
    return withFactors(response, pool)
  }

  /** As in GoTrue: a mailbox or a password alone cannot take over an account with a second factor. */
  async function requireSecondFactor({ userId, aal }: AccessToken): Promise<void> {
    if (aal === 'aal2') return
    const factors = await factorsOf(pool, userId)
    if (!factors.some(({ status }) => status === 'verified')) return
    throw new AuthError(
      401,
      'insufficient_aal',
      'AAL2 session is required to update email or password when MFA is enabled.',
    )
  }

  /**
   * Someone at an unlocked browser must not lock its owner out: a new password or address needs the current password or a recent
   * proof of it. A mailed link is another way to choose a password, and a user without a password cannot enter one.
   */
  async function requireProof({ userId, proofs }: AccessToken, body: Record<string, unknown>): Promise<void> {
    if (provedPassword(proofs) || (body.email === undefined && followedLink(proofs))) return
    const given = textField(body, 'current_password')
    if (given && !passwords.take(userId)) throw tooManyTries()
    const right = await checkPassword(pool, userId, given ?? '')
    if (right) return passwords.clear(userId)
    if (right === null && body.email === undefined) return
    throw given
      ? new AuthError(400, 'current_password_invalid', 'The current password is wrong.')
      : new AuthError(400, 'current_password_required', 'Current password required.')
  }

  async function answer(request: Request, path: string, peerAddress: string, next: Next): Promise<Response> {
    const url = new URL(request.url)
    const endpoint = `${request.method} ${path}`
    if (path === '/invite' || path === '/admin' || path.startsWith('/admin/')) {
      return handleAdmin(request, path, pool, options)
    }
    const answered = await factors(request, path, deviceOf(request, peerAddress), next)
    if (answered) return answered
    switch (endpoint) {
      case 'POST /signup':
        throw new AuthError(422, 'signup_disabled', 'Signups not allowed for this instance')
      case 'POST /otp':
      case 'POST /magiclink':
        throw new AuthError(422, 'otp_disabled', 'Signups not allowed for otp')
      // Lite mails as often as it is asked to, and nothing here needs these mails.
      case 'POST /resend':
      case 'GET /reauthenticate':
        throw new AuthError(404, 'not_found', 'Not found')
      case 'POST /token':
        return grant(request, url, peerAddress, next)
      case 'POST /recover':
        return recover(request, url)
      case 'POST /verify': {
        const { body } = await readBody(request)
        return limitedVerify(peerAddress, () =>
          verify(request, body, pool, byLink(next, deviceOf(request, peerAddress))),
        )
      }
      case 'GET /verify':
        return limitedVerify(peerAddress, () =>
          followLink(request, pool, options, byLink(next, deviceOf(request, peerAddress))),
        )
      case 'HEAD /verify':
        throw new AuthError(405, 'method_not_allowed', 'Method not allowed')
      case 'GET /user':
      case 'PUT /user':
        return ownUser(request, next)
      default:
        return next(request)
    }
  }

  return {
    async handle(request, peerAddress, next) {
      const { pathname } = new URL(request.url)
      if (pathname === '/outbox' && request.method === 'GET') {
        return outboxPage(request, peerAddress, options.outboxDir)
      }
      if (pathname === '/outbox' && request.method === 'POST') {
        return limitMail(request, options).catch(refusalOf)
      }
      const plain = decoded(pathname)
      if (!plain.startsWith('/auth/v1/')) return next(request)
      // Lite's router decodes paths: an encoded one would bypass the checks made here.
      if (plain !== pathname) return refuse(new AuthError(404, 'not_found', 'Not found'))
      if (request.method === 'OPTIONS') return preflight(request)
      try {
        const path = pathname.slice('/auth/v1'.length).replace(/\/+$/, '')
        const response = withCors(await answer(await checked(request), path, peerAddress, next))
        return response.status === 500 ? refuse(unavailable()) : response
      } catch (error) {
        return refusalOf(error)
      }
    },
    close: () => pool.end(),
  }
}

/** What lite takes for texts without looking. */
const TEXTS = [
  'email',
  'password',
  'phone',
  'nonce',
  'type',
  'token',
  'token_hash',
  'refresh_token',
  'auth_code',
  'code_verifier',
]

/**
 * The request, once its body is known to be an object that can be stored, with texts where texts are due: lite fails on any other. As in
 * GoTrue, null counts as absent. Throws AuthError.
 */
async function checked(request: Request): Promise<Request> {
  if (!request.body) return request
  const { text, body } = await readBody(request)
  for (const name of TEXTS) textField(body, name)
  const given = Object.entries(body).filter(([, value]) => value !== null)
  return copyRequest(request, { body: text && JSON.stringify(Object.fromEntries(given)) })
}

function refusalOf(error: unknown): Response {
  if (error instanceof AuthError) return refuse(error)
  console.error('Auth:', error)
  return refuse(unavailable())
}

/** Not 500: at that, supabase-js forgets the session, and a disk that was full for a moment would sign everybody out. */
function unavailable(): AuthError {
  return new AuthError(503, 'unexpected_failure', 'The sign-in service cannot answer now. Try again.')
}

function deviceOf(request: Request, address: string): Device {
  return { userAgent: request.headers.get('user-agent'), address }
}

function decoded(pathname: string): string {
  try {
    return decodeURI(pathname)
  } catch {
    return pathname
  }
}

function tooManyTries(waitMs?: number): AuthError {
  const seconds = waitMs === undefined ? undefined : Math.ceil(waitMs / 1000)
  return new AuthError(429, 'over_request_rate_limit', 'Request rate limit reached', {}, seconds)
}
