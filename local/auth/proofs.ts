import { isIP } from 'node:net'
import { decodeJwt, SignJWT } from 'jose'
import type { Pool } from 'pg'
import { factorsOf } from './factor-rows.ts'
import { AuthError } from './http.ts'

/** How a session was authenticated, in GoTrue's terms. A refresh does not count. */
export type ProofMethod = 'password' | 'otp' | 'recovery' | 'totp'

/** The device a session is used on, taken from each request. */
export interface Device {
  userAgent: string | null
  address: string
}

/** An entry of the `amr` claim: `timestamp` in seconds since 1970. */
export interface Proof {
  method: string
  timestamp: number
}

/** Sign-ins by mailed link, as GoTrue's Session.IsRecovery counts them: they may choose a password without the old one. */
const LINK_METHODS: readonly string[] = ['otp', 'recovery', 'magiclink', 'invite']
const PASSWORD_METHODS: readonly string[] = ['password']
const RECENT_METHODS: readonly string[] = ['password', 'totp']

/** How long an entered password or code counts, as private.proof_seconds has it. */
export const PASSWORD_SECONDS = 10 * 60
/** How long a followed link counts. */
const LINK_SECONDS = 60 * 60

/**
 * The answer with `amr` and `aal` added to its access token and `factors` to its user, as GoTrue writes them; answers without a
 * session pass unchanged. `method` is recorded for the session with the current time; without one (a refresh) earlier records stay.
 */
export async function stampProofs(
  response: Response,
  pool: Pool,
  jwtSecret: string,
  device: Device,
  method?: ProofMethod,
): Promise<Response> {
  if (!response.ok) return response
  const body: unknown = await response.clone().json()
  if (!isSession(body)) return response
  const claims = decodeJwt(body.access_token)
  const sessionId = String(claims.session_id)
  if (method) await noteProof(pool, sessionId, method)
  const [aal, amr, factors] = await Promise.all([
    noteDevice(pool, sessionId, device),
    proofsOf(pool, sessionId),
    factorsOf(pool, String(claims.sub)),
  ])
  const token = await new SignJWT({ ...claims, aal, amr })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .sign(new TextEncoder().encode(jwtSecret))
  const headers = new Headers(response.headers)
  headers.delete('content-length')
  const answer = { ...body, access_token: token, user: { ...body.user, factors } }
  return new Response(JSON.stringify(answer), { status: response.status, headers })
}

/** The answer about a user with the user's factors added; refusals pass unchanged. */
export async function withFactors(response: Response, pool: Pool): Promise<Response> {
  if (!response.ok) return response
  const user = (await response.json()) as { id: string }
  const headers = new Headers(response.headers)
  headers.delete('content-length')
  const answer = { ...user, factors: await factorsOf(pool, user.id) }
  return new Response(JSON.stringify(answer), { status: response.status, headers })
}

/** Whether the password was entered in this session within ten minutes. As in GoTrue, a second factor's code does not stand for it. */
export function provedPassword(proofs: readonly Proof[], now = Date.now()): boolean {
  return provedWithin(proofs, PASSWORD_METHODS, PASSWORD_SECONDS, now)
}

/** Throws AuthError unless a password or a code was entered in this session within ten minutes. */
export async function requireRecentProof(pool: Pool, sessionId: string): Promise<void> {
  if (provedWithin(await proofsOf(pool, sessionId), RECENT_METHODS, PASSWORD_SECONDS, Date.now())) return
  throw new AuthError(403, 'reauthentication_needed', 'A recent sign-in is required to change second factors')
}

/** Whether this session started from a mailed link within an hour. */
export function followedLink(proofs: readonly Proof[], now = Date.now()): boolean {
  return provedWithin(proofs, LINK_METHODS, LINK_SECONDS, now)
}

function provedWithin(
  proofs: readonly Proof[],
  methods: readonly string[],
  seconds: number,
  now: number,
): boolean {
  return proofs.some(({ method, timestamp }) => methods.includes(method) && timestamp > now / 1000 - seconds)
}

function isSession(body: unknown): body is { access_token: string; user?: object } {
  return (
    typeof body === 'object' &&
    body !== null &&
    'access_token' in body &&
    typeof body.access_token === 'string'
  )
}

/** Records that the session has just been authenticated this way. */
export async function noteProof(pool: Pool, sessionId: string, method: ProofMethod): Promise<void> {
  await pool.query(
    `insert into auth.mfa_amr_claims (id, session_id, created_at, updated_at, authentication_method)
     values (gen_random_uuid(), $1, now(), now(), $2)
     on conflict (session_id, authentication_method) do update set updated_at = now()`,
    [sessionId, method],
  )
}

async function proofsOf(pool: Pool, sessionId: string): Promise<Proof[]> {
  const { rows } = await pool.query<Proof>(
    `select authentication_method as method, floor(extract(epoch from updated_at))::int as timestamp
     from auth.mfa_amr_claims where session_id::text = $1 order by updated_at desc`,
    [sessionId],
  )
  return rows
}

/** Records the device of the session; returns its level. */
async function noteDevice(pool: Pool, sessionId: string, { userAgent, address }: Device): Promise<string> {
  const { rows } = await pool.query<{ aal: string }>(
    `update auth.sessions set user_agent = $2, ip = $3 where id::text = $1 returning coalesce(aal, 'aal1') as aal`,
    [sessionId, userAgent?.slice(0, 500) ?? null, isIP(address) ? address : null],
  )
  return rows[0]?.aal ?? 'aal1'
}
