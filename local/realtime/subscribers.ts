import { jwtVerify } from 'jose'
import pg from 'pg'
import { sameSecret } from '../../lib/server/same-secret.ts'
import { runAs } from '../run-as.ts'
import type { Column, PublishedTable } from './feed.ts'

export type Role = 'anon' | 'authenticated' | 'service_role'

/** A listener. Subscribers with the same `key` may see the same rows. `expiresAt` is in milliseconds since 1970. */
export interface Identity {
  key: string
  role: Role
  claims: Record<string, unknown>
  sessionId: string | null
  expiresAt: number | null
}

/** Keys and secret for checking tokens. */
export interface Keys {
  jwtSecret: string
  anonKey: string
  serviceKey: string
}

/**
 * The subscriber behind a token: one of the two API keys, or an access token. Throws an Error with a message for the client when
 * it is expired, not signed with the secret, or its session has ended.
 */
export async function identify(token: string, keys: Keys, pool: pg.Pool): Promise<Identity> {
  if (sameSecret(token, keys.anonKey)) return ofClaims({ role: 'anon' })
  if (sameSecret(token, keys.serviceKey)) return ofClaims({ role: 'service_role' })
  const identity = await verified(token, keys.jwtSecret)
  if (identity.sessionId !== null) {
    const live = await liveSessions(pool, [identity.sessionId])
    if (!live.has(identity.sessionId)) throw new Error('InvalidJWTToken: Session has ended')
  }
  return identity
}

/** Those of the sessions that have not ended. */
export async function liveSessions(pool: pg.Pool, ids: string[]): Promise<Set<string>> {
  const { rows } = await pool.query<{ id: string }>(
    'select id::text from auth.sessions where id::text = any($1)',
    [ids],
  )
  return new Set(rows.map((row) => row.id))
}

async function verified(token: string, jwtSecret: string): Promise<Identity> {
  try {
    const { payload } = await jwtVerify(token, new TextEncoder().encode(jwtSecret), { algorithms: ['HS256'] })
    return ofClaims(payload)
  } catch (error) {
    const expired = error instanceof Error && 'code' in error && error.code === 'ERR_JWT_EXPIRED'
    throw new Error(expired ? 'InvalidJWTToken: Token has expired' : 'InvalidJWTToken: Token is not valid')
  }
}

function ofClaims(claims: Record<string, unknown>): Identity {
  const { role, session_id, exp } = claims
  if (role !== 'anon' && role !== 'authenticated' && role !== 'service_role') {
    throw new Error('InvalidJWTToken: Token has no known role')
  }
  // These differ between a user's tokens but decide no row. The time of issue and the session do: a policy may refuse tokens from
  // before a sign-out everywhere, and of a session that has ended.
  const { exp: _exp, jti: _jti, ...lasting } = claims
  return {
    key: JSON.stringify(Object.entries(lasting).sort(([a], [b]) => (a < b ? -1 : 1))),
    role,
    claims,
    sessionId: typeof session_id === 'string' ? session_id : null,
    expiresAt: typeof exp === 'number' ? exp * 1000 : null,
  }
}

/** Reads rows under a subscriber's own rights, as PostgREST would. Returns the visible ones by their position in `keys`. */
export async function readRows(
  pool: pg.Pool,
  table: PublishedTable,
  columns: Column[],
  keys: unknown[][],
  identity: Identity,
): Promise<Map<number, Record<string, unknown>>> {
  const names = (of: { name: string }[]) => of.map(({ name }) => pg.escapeIdentifier(name))
  const keyNames = names(table.key)
  const keyTypes = table.key.map((column, index) => `${keyNames[index]} ${column.sqlType}`)
  const numberedKeys = keys.map((key, position) => ({
    ...Object.fromEntries(table.key.map((column, index) => [column.name, key[index]])),
    '#': position,
  }))
  const select = `
    select k."#" as position,
      (select to_jsonb(c) from (select ${names(columns)
        .map((name) => `t.${name}`)
        .join(', ')}) c) as record
    from jsonb_to_recordset($1::jsonb) as k("#" int, ${keyTypes.join(', ')})
    join ${table.name} t on ${keyNames.map((name) => `t.${name} = k.${name}`).join(' and ')}`
  const read = (client: pg.PoolClient) =>
    client.query<{ position: number; record: Record<string, unknown> }>(select, [
      JSON.stringify(numberedKeys),
    ])
  const { rows } = await runAs(pool, identity, read, { readOnly: true })
  return new Map(rows.map((row) => [row.position, row.record]))
}
