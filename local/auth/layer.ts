import type { Caller } from '../function-caller.ts'
import { createPool } from '../pool.ts'
import { handleAdmin } from './admin.ts'
import { type AuthCall, type Next, readCall } from './call.ts'
import { factorsEndpoint, isFactorsPath } from './factors.ts'
import { AuthError, preflight, refuse, withCors } from './http.ts'
import { linkEndpoints } from './link-endpoints.ts'
import { outboxPage } from './outbox.ts'
import { ownUserEndpoint } from './own-user.ts'
import { limitMail } from './take-mail.ts'
import { tokenEndpoint } from './tokens.ts'
import { type AuthUser, findSessionUser } from './users.ts'

/** Settings of the layer. Addresses have no trailing slash; `outboxDir` is created when first needed. */
export interface AuthLayerOptions {
  databaseUrl: string
  jwtSecret: string
  anonKey: string
  serviceKey: string
  siteUrl: string
  apiUrl: string
  outboxDir: string
  /** Whether a pooler is in front of the database: prepared statements then do not survive the transaction. */
  isPooled?: boolean
}

/** The layer: `peerAddress` is the client's, as told by trusted proxies only; `next` is lite's own answer. */
export interface AuthLayer {
  handle(request: Request, peerAddress: string, next: Next): Promise<Response>
  /** The user that GET /user answers a caller in an open session with; null where only `handle` can tell what it answers. */
  userOf(caller: Caller): Promise<AuthUser | null>
  close(): Promise<void>
}

type Endpoint = (call: AuthCall) => Promise<Response>

function refusing(status: number, code: string, message: string): Endpoint {
  return () => Promise.reject(new AuthError(status, code, message))
}

/**
 * Adds what `@supabase/lite`'s /auth/v1 lacks, in GoTrue's shapes: the admin API, invitations, password recovery with PKCE, second
 * factors, bans, rate limits, refused sign-up, proofs in access tokens, checks before a new password, and the outbox. Sessions are
 * always created by lite: this layer only prepares the rows (auth.users tokens, auth.flow_state) that lite's own /verify and
 * /token?grant_type=pkce accept, so refresh, sign-out and rotation stay lite's. Everything else goes to `next`.
 */
export function authLayer(options: AuthLayerOptions): AuthLayer {
  const pool = createPool({
    connectionString: options.databaseUrl,
    max: 3,
    // How long a request waits for a connection.
    connectionTimeoutMillis: 60_000,
  })
  const links = linkEndpoints(pool, options)
  const prepare = !options.isPooled
  const ownUser = ownUserEndpoint(pool, { jwtSecret: options.jwtSecret, prepare })
  const factors = factorsEndpoint(pool, options)
  const notFound = refusing(404, 'not_found', 'Not found')
  const noCodes = refusing(422, 'otp_disabled', 'Signups not allowed for otp')
  const endpoints = new Map<string, Endpoint>([
    ['POST /signup', refusing(422, 'signup_disabled', 'Signups not allowed for this instance')],
    ['POST /otp', noCodes],
    ['POST /magiclink', noCodes],
    // Lite mails as often as it is asked to, and nothing here needs these mails.
    ['POST /resend', notFound],
    ['GET /reauthenticate', notFound],
    ['POST /token', tokenEndpoint(pool, options.jwtSecret)],
    ['POST /recover', links.recover],
    ['POST /verify', links.verify],
    ['GET /verify', links.follow],
    ['HEAD /verify', refusing(405, 'method_not_allowed', 'Method not allowed')],
    ['GET /user', ownUser],
    ['PUT /user', ownUser],
  ])

  async function answer(call: AuthCall): Promise<Response> {
    const { path, request, next } = call
    if (path === '/invite' || path === '/admin' || path.startsWith('/admin/')) {
      return handleAdmin(call, pool, options)
    }
    if (isFactorsPath(path)) return factors(call)
    const endpointFor = (method: string) => endpoints.get(`${method} ${path}`)
    // To lite a HEAD is a GET, mails included.
    const endpoint =
      endpointFor(request.method) ?? (request.method === 'HEAD' ? endpointFor('GET') : undefined)
    return endpoint ? endpoint(call) : next(request)
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
        const response = withCors(await answer(await readCall(request, peerAddress, next)))
        return response.status === 500 ? refuse(unavailable()) : response
      } catch (error) {
        return refusalOf(error)
      }
    },
    async userOf({ uid, claims }) {
      if (!uid || typeof claims.session_id !== 'string') return null
      // What fails here, `handle` tries again, and refuses in GoTrue's words.
      return findSessionUser(pool, uid, claims.session_id, prepare).catch(() => null)
    },
    close: () => pool.end(),
  }
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

function decoded(pathname: string): string {
  try {
    return decodeURI(pathname)
  } catch {
    return pathname
  }
}
