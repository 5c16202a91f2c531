import { jwtVerify } from 'jose'
import type { Pool } from 'pg'
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
