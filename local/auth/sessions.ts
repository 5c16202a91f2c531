import { jwtVerify } from 'jose'
import type { Pool } from 'pg'
import { AuthError } from './http.ts'
import type { Proof } from './proofs.ts'

/** The bearer token of the request's Authorization header, null when there is none. */
export function bearerToken(request: Request): string | null {
  return /^Bearer\s+(\S+)$/i.exec(request.headers.get('authorization') ?? '')?.[1] ?? null
}

/** Contents of an access token: user, session, and how the session was proved. */
export interface AccessToken {
  userId: string
  sessionId: string | null
  /** 'aal2' once a second factor was verified. */
  aal: string
  proofs: Proof[]
}

/** Parses an access token signed with `jwtSecret`; null when it is not valid now. */
export async function readAccessToken(token: string, jwtSecret: string): Promise<AccessToken | null> {
  try {
    const { payload } = await jwtVerify(token, new TextEncoder().encode(jwtSecret), { algorithms: ['HS256'] })
    if (!payload.sub) return null
    return {
      userId: payload.sub,
      sessionId: typeof payload.session_id === 'string' ? payload.session_id : null,
      aal: payload.aal === 'aal2' ? 'aal2' : 'aal1',
      // Tokens issued before proofs were recorded have none.
      proofs: Array.isArray(payload.amr) ? (payload.amr as Proof[]) : [],
    }
  } catch {
    return null
  }
}

/** SQL for whether the session `s` of the user `u` is open: neither over its time limit nor a banned user's. */
export const isOpenSql = 'coalesce(s.not_after > now(), true) and coalesce(u.banned_until <= now(), true)'

/** An open session of a user who is not banned. */
export interface OpenSession {
  userId: string
  email: string
  sessionId: string
  aal: string
}

/** The open session of a request's access token. Throws AuthError: 401 without one, 403 when it has ended or the user is banned. */
export async function openSession(pool: Pool, request: Request, jwtSecret: string): Promise<OpenSession> {
  const token = bearerToken(request)
  const access = token ? await readAccessToken(token, jwtSecret) : null
  if (!access?.sessionId)
    throw new AuthError(401, 'no_authorization', 'This endpoint requires a valid Bearer token')
  const { rows } = await pool.query<OpenSession>(
    `select u.id as "userId", u.email, s.id as "sessionId", coalesce(s.aal, 'aal1') as aal
     from auth.sessions s join auth.users u on u.id = s.user_id
     where s.id::text = $1 and u.id::text = $2 and ${isOpenSql}`,
    [access.sessionId, access.userId],
  )
  if (rows[0]) return rows[0]
  throw (await isBanned(pool, access.userId))
    ? new AuthError(403, 'user_banned', 'User is banned')
    : noSuchSession()
}

/** The refusal, as in GoTrue, of a token whose session has ended; the client signs out at it. */
export function noSuchSession(): AuthError {
  return new AuthError(403, 'session_not_found', 'Session from session_id claim in JWT does not exist')
}

/** Whether the user is banned now; false for a user that does not exist. */
export async function isBanned(pool: Pool, userId: string): Promise<boolean> {
  const { rows } = await pool.query('select 1 from auth.users where id::text = $1 and banned_until > now()', [
    userId,
  ])
  return rows.length > 0
}

/** Ends all of a user's sessions except `exceptSessionId`: neither refresh nor access tokens work afterwards. */
export async function endSessions(
  pool: Pool,
  userId: string,
  exceptSessionId: string | null = null,
): Promise<void> {
  // The sessions' refresh tokens go with them by cascade; those without a session are named here.
  await pool.query(
    `with ended as (
       delete from auth.sessions where user_id::text = $1 and id::text is distinct from $2
     )
     delete from auth.refresh_tokens where user_id::text = $1 and session_id is null`,
    [userId, exceptSessionId],
  )
}
