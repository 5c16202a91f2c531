import { randomUUID } from 'node:crypto'
import { type ClientBase, DatabaseError, type Pool } from 'pg'
import { MINIMUM_PASSWORD_LENGTH } from '../../lib/session/password-length.ts'
import { type Factor, factorsSql } from './factor-rows.ts'
import { AuthError } from './http.ts'
import { isOpenSql } from './sessions.ts'

interface UserRow {
  id: string
  aud: string
  role: string
  email: string | null
  phone: string | null
  encrypted_password: string | null
  email_confirmed_at: Date | null
  confirmed_at: Date | null
  invited_at: Date | null
  confirmation_sent_at: Date | null
  recovery_sent_at: Date | null
  last_sign_in_at: Date | null
  banned_until: Date | null
  raw_app_meta_data: unknown
  raw_user_meta_data: unknown
  is_anonymous: boolean
  created_at: Date
  updated_at: Date
  identities: Record<string, unknown>[]
}

/** A user as GoTrue's admin API returns it. Times are ISO 8601. */
export type AuthUser = Record<string, unknown> & { id: string; email: string }

/** Fields an administrator may set. `password` is plain text; `bannedUntil` null lifts a ban. */
export interface UserChange {
  email?: string
  password?: string
  emailConfirmed?: boolean
  bannedUntil?: Date | null
  userMetadata?: Record<string, unknown>
  appMetadata?: Record<string, unknown>
}

const userColumns = `u.*, coalesce((
    select jsonb_agg(jsonb_build_object(
      'identity_id', i.id, 'id', i.provider_id, 'user_id', i.user_id, 'identity_data', i.identity_data,
      'provider', i.provider, 'last_sign_in_at', i.last_sign_in_at, 'created_at', i.created_at,
      'updated_at', i.updated_at, 'email', i.email) order by i.created_at)
    from auth.identities i where i.user_id = u.id), '[]') as identities`
const selectUser = `select ${userColumns} from auth.users u`

function toAuthUser(row: UserRow): AuthUser {
  const time = (value: Date | null) => value?.toISOString()
  return {
    id: row.id,
    aud: row.aud,
    role: row.role,
    email: row.email ?? '',
    phone: row.phone ?? '',
    email_confirmed_at: time(row.email_confirmed_at),
    confirmed_at: time(row.confirmed_at),
    invited_at: time(row.invited_at),
    confirmation_sent_at: time(row.confirmation_sent_at),
    recovery_sent_at: time(row.recovery_sent_at),
    last_sign_in_at: time(row.last_sign_in_at),
    banned_until: time(row.banned_until),
    app_metadata: unwrapped(row.raw_app_meta_data),
    user_metadata: unwrapped(row.raw_user_meta_data),
    identities: row.identities.map((identity) => ({
      ...identity,
      identity_data: unwrapped(identity.identity_data),
    })),
    is_anonymous: row.is_anonymous,
    created_at: time(row.created_at),
    updated_at: time(row.updated_at),
  }
}

/** The user with that id (any text), or null. */
export async function findUser(pool: Pool, id: string): Promise<AuthUser | null> {
  const { rows } = await pool.query<UserRow>(`${selectUser} where u.id::text = $1`, [id.toLowerCase()])
  return rows[0] ? toAuthUser(rows[0]) : null
}

const selectSessionUser = `select ${userColumns}, ${factorsSql} as factors
  from auth.sessions s join auth.users u on u.id = s.user_id
  where s.id = $2 and u.id = $1 and ${isOpenSql}`

/**
 * The user of an open session, with their factors, in one statement: every page and API route asks for it. Null if the session has
 * ended or the user is banned. `prepare` is whether connections keep its plan, which a pooler's cannot.
 */
export async function findSessionUser(
  pool: Pool,
  userId: string,
  sessionId: string,
  prepare: boolean,
): Promise<AuthUser | null> {
  const { rows } = await pool.query<UserRow & { factors: Factor[] }>({
    ...(prepare && { name: 'session user' }),
    text: selectSessionUser,
    values: [userId, sessionId],
  })
  return rows[0] ? { ...toAuthUser(rows[0]), factors: rows[0].factors } : null
}

/** The user with that lower-case address, or null. */
export async function findUserByEmail(pool: Pool, email: string): Promise<AuthUser | null> {
  const { rows } = await pool.query<UserRow>(`${selectUser} where u.email = $1`, [email])
  return rows[0] ? toAuthUser(rows[0]) : null
}

/** One page of users, newest first, and how many there are. Pages count from 1. */
export async function listUsers(
  pool: Pool,
  page: number,
  perPage: number,
): Promise<{ users: AuthUser[]; total: number }> {
  const [found, counted] = await Promise.all([
    pool.query<UserRow>(`${selectUser} order by u.created_at desc, u.id limit $1 offset $2`, [
      perPage,
      (page - 1) * perPage,
    ]),
    pool.query<{ total: number }>('select count(*)::int as total from auth.users'),
  ])
  return { users: found.rows.map(toAuthUser), total: counted.rows[0]?.total ?? 0 }
}

/**
 * Creates a user with its email identity, in the rows that lite itself would write; without `password` nobody can sign in with
 * one. Throws AuthError 422 email_exists or weak_password.
 */
export async function createUser(
  pool: Pool,
  change: UserChange & { email: string; id?: string; invited?: boolean },
): Promise<AuthUser> {
  const id = change.id ?? randomUUID()
  const password = await hashPassword(pool, change.password)
  await refusingTakenEmail(() =>
    pool.query(
      `with made as (
         insert into auth.users (id, aud, role, email, encrypted_password, email_confirmed_at, invited_at, banned_until,
           raw_app_meta_data, raw_user_meta_data)
         values ($1, 'authenticated', 'authenticated', $2, $3, case when $4 then now() end, case when $5 then now() end,
           $6, $7, $8)
         returning id, email)
       insert into auth.identities (id, provider, provider_id, user_id, identity_data)
       select gen_random_uuid(), 'email', made.id::text, made.id,
         jsonb_build_object('sub', made.id, 'email', made.email, 'email_verified', $4::boolean, 'phone_verified', false)
       from made`,
      [
        id,
        change.email,
        password ?? null,
        change.emailConfirmed ?? false,
        change.invited ?? false,
        change.bannedUntil ?? null,
        { provider: 'email', providers: ['email'], ...change.appMetadata },
        { ...change.userMetadata, email_verified: change.emailConfirmed ?? false },
      ],
    ),
  )
  return existing(await findUser(pool, id))
}

/**
 * Changes a user; metadata is merged, a null in it removes the key. Throws AuthError 404 user_not_found, 422
 * email_exists or weak_password.
 */
export async function updateUser(pool: Pool, id: string, change: UserChange): Promise<AuthUser> {
  const user = existing(await findUser(pool, id))
  const password = await hashPassword(pool, change.password)
  await refusingTakenEmail(() =>
    pool.query(
      `with changed as (
         update auth.users set
           email = coalesce($2, email),
           encrypted_password = coalesce($3, encrypted_password),
           email_confirmed_at = case when $4 then coalesce(email_confirmed_at, now()) else email_confirmed_at end,
           confirmation_token = case when $4 then null else confirmation_token end,
           recovery_token = case when $3 is not null then null else recovery_token end,
           banned_until = case when $5 then $6::timestamptz else banned_until end,
           raw_user_meta_data = $7,
           raw_app_meta_data = $8,
           updated_at = now()
         where id = $1
         returning id, email)
       update auth.identities i
       set identity_data = case jsonb_typeof(i.identity_data)
             when 'string' then (i.identity_data #>> '{}')::jsonb else i.identity_data end
           || jsonb_build_object('email', changed.email),
         updated_at = now()
       from changed where i.user_id = changed.id and i.provider = 'email' and $2::text is not null`,
      [
        user.id,
        change.email ?? null,
        password ?? null,
        change.emailConfirmed ?? false,
        change.bannedUntil !== undefined,
        change.bannedUntil ?? null,
        merged(user.user_metadata, change.userMetadata),
        merged(user.app_metadata, change.appMetadata),
      ],
    ),
  )
  return existing(await findUser(pool, user.id))
}

/**
 * Deletes a user with its sessions and identities. Throws AuthError 404 user_not_found, and 409 conflict when rows of
 * the application still refer to it.
 */
export async function deleteUser(pool: Pool, id: string): Promise<void> {
  const user = existing(await findUser(pool, id))
  try {
    await pool.query(
      `with gone as (delete from auth.refresh_tokens where user_id = $1), flows as (delete from auth.flow_state where user_id = $1)
       delete from auth.users where id = $1`,
      [user.id],
    )
  } catch (error) {
    if (error instanceof DatabaseError && error.code === '23503') {
      throw new AuthError(409, 'conflict', 'Database error deleting user: other records refer to it')
    }
    throw error
  }
}

/** The user itself. Throws AuthError 404 user_not_found for null. */
export function existing(user: AuthUser | null): AuthUser {
  if (!user) throw new AuthError(404, 'user_not_found', 'User not found')
  return user
}

function merged(metadata: unknown, change: Record<string, unknown> = {}): Record<string, unknown> {
  const all = { ...unwrapped(metadata), ...change }
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== null))
}

// After lite has rewritten a row, its JSON columns hold the JSON text as one JSON string.
function unwrapped(value: unknown): Record<string, unknown> {
  const object: unknown = typeof value === 'string' ? JSON.parse(value) : value
  return typeof object === 'object' && object !== null ? (object as Record<string, unknown>) : {}
}

// pgcrypto's bcrypt is what lite's own password check reads, and hashing in PostgreSQL leaves the event loop free.
async function hashPassword(pool: Pool, password: string | undefined): Promise<string | undefined> {
  if (password === undefined) return undefined
  if (password.length < MINIMUM_PASSWORD_LENGTH) {
    throw new AuthError(
      422,
      'weak_password',
      `Password should be at least ${MINIMUM_PASSWORD_LENGTH} characters.`,
      {
        weak_password: { reasons: ['length'] },
      },
    )
  }
  // The most that bcrypt reads.
  if (Buffer.byteLength(password) > 72) {
    throw new AuthError(400, 'validation_failed', 'Password cannot be longer than 72 characters')
  }
  const schema = await cryptoSchema(pool)
  const { rows } = await pool.query<{ hash: string }>(
    `select ${schema}.crypt($1, ${schema}.gen_salt('bf', 10)) as hash`,
    [password],
  )
  return rows[0]?.hash
}

/** Whether the password is correct; null for a user without one. */
export async function checkPassword(
  pool: Pool | ClientBase,
  userId: string,
  password: string,
): Promise<boolean | null> {
  const schema = await cryptoSchema(pool)
  const { rows } = await pool.query<{ right: boolean | null }>(
    // Lite writes $2b$ for what pgcrypto knows as $2a$.
    `select ${schema}.crypt($2, h.hash) = h.hash as right
     from auth.users u cross join lateral (select regexp_replace(u.encrypted_password, '^\\$2b', '$2a') as hash) h
     where u.id::text = $1`,
    [userId, password],
  )
  return rows[0]?.right ?? null
}

async function cryptoSchema(pool: Pool | ClientBase): Promise<string> {
  const { rows } = await pool.query<{ schema: string }>(
    `select quote_ident(n.nspname) as schema from pg_extension e join pg_namespace n on n.oid = e.extnamespace
     where e.extname = 'pgcrypto'`,
  )
  return rows[0]?.schema ?? 'extensions'
}

async function refusingTakenEmail(write: () => Promise<unknown>): Promise<void> {
  try {
    await write()
  } catch (error) {
    if (error instanceof DatabaseError && error.code === '23505') {
      throw new AuthError(422, 'email_exists', 'A user with this email address has already been registered')
    }
    throw error
  }
}
