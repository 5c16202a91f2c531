import { randomUUID } from 'node:crypto'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { inject } from 'vitest'
import type { Database } from '@/lib/supabase/database.types'
import { DEMO_ACCOUNTS } from '@/local/demo-accounts'
import { DEMO_PASSWORD } from '@/local/keys'
import { query } from './database'

export type Client = SupabaseClient<Database>

/** The kinds of callers: a visitor, the built-in roles, a disabled member, an account without a member record. */
export const ROLES = ['anon', 'tech', 'admin', 'superadmin', 'disabled', 'nomember'] as const
export type Role = (typeof ROLES)[number]

/** A role's client, with the account behind it; a visitor has none. */
export interface Caller {
  role: Role
  client: Client
  userId: string | null
}

function client(key: string): Client {
  return createClient<Database>(inject('supabase').url, key, {
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
    global: { fetch: statingVersion },
  })
}

/**
 * A person's change of a table states the version that it makes. Where a test does not say it, this does as a page would: it reads
 * the row and states the next one.
 */
async function statingVersion(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  if (init?.method !== 'PATCH' || typeof init.body !== 'string') return fetch(input, init)
  const change = JSON.parse(init.body) as Record<string, unknown>
  if ('version' in change) return fetch(input, init)
  const url = new URL(String(input))
  url.searchParams.set('select', 'version')
  const headers = new Headers(init.headers)
  headers.delete('prefer')
  headers.delete('accept')
  const answer = await fetch(url, { headers })
  const rows = answer.ok ? ((await answer.json()) as { version: number }[]) : []
  const body = rows[0] ? JSON.stringify({ ...change, version: rows[0].version + 1 }) : init.body
  return fetch(input, { ...init, body })
}

/** A client with the service key, which bypasses row-level security like the app's server routes. */
export function serviceClient(): Client {
  return client(inject('supabase').serviceKey)
}

/** Signs in with a password. Throws when that is refused. */
export async function signIn(email: string, password = DEMO_PASSWORD): Promise<Client> {
  const signedIn = client(inject('supabase').anonKey)
  const { error } = await signedIn.auth.signInWithPassword({ email, password })
  if (error) throw error
  return signedIn
}

/** Moves the client's password sign-in back by some minutes, and refreshes its token. */
export async function ageSignIn(client: Client, minutes = 11): Promise<void> {
  const { data } = await client.auth.getClaims()
  await query(
    'update auth.mfa_amr_claims set updated_at = now() - make_interval(mins => $2) where session_id = $1',
    [data?.claims.session_id, minutes],
  )
  const { error } = await client.auth.refreshSession()
  if (error) throw error
}

/** The demo account of a role, signed in, or a visitor. */
export async function callerOf(role: Role): Promise<Caller> {
  if (role === 'anon') return { role, client: client(inject('supabase').anonKey), userId: null }
  const email = `${role}@demo.test`
  const account = DEMO_ACCOUNTS.find((known) => known.email === email)
  if (!account) throw new Error(`No demo account ${email}`)
  return { role, client: await signIn(email), userId: account.id }
}

/** A caller for every role. */
export async function callersByRole(): Promise<Record<Role, Caller>> {
  const callers = await Promise.all(ROLES.map(async (role) => [role, await callerOf(role)] as const))
  return Object.fromEntries(callers) as Record<Role, Caller>
}

/** Creates an account and a member record with the role (a name in table roles), and signs in. */
export async function newMember(
  userRole: string,
): Promise<{ client: Client; userId: string; memberId: string }> {
  const service = serviceClient()
  const email = `member-${randomUUID()}@example.test`
  const account = await service.auth.admin.createUser({ email, email_confirm: true })
  if (account.error) throw account.error
  const userId = account.data.user.id
  // Hashed as cheaply as bcrypt can: the auth server's way takes longer than most tests, here and at each sign-in.
  await query(
    "update auth.users set encrypted_password = extensions.crypt($2, extensions.gen_salt('bf', 4)) where id = $1",
    [userId, DEMO_PASSWORD],
  )
  const member = await service
    .from('members')
    .insert({ user_id: userId, user_role: userRole, email, full_name: 'Test desk' })
    .select('id')
    .single()
  if (member.error) throw member.error
  return { client: await signIn(email), userId, memberId: member.data.id }
}
