import type { IncomingMessage } from 'node:http'
import type { SupabaseClient, User } from '@supabase/supabase-js'
import { ApiFailure } from '../api/failure'
import { originOf } from '../api/origin'
import { RESET_PASSWORD_PATH } from '../paths'
import { PRODUCT_NAME } from '../product'
import { requireAdminClient } from '../supabase/admin-client'
import type { Database, Tables } from '../supabase/database.types'
import type { Inviting } from './send-invitation'
import type { StaffMember } from './staff'

type Supabase = SupabaseClient<Database>

/** About a hundred years: how long a disabled member's account is banned. */
const FOR_GOOD = '876000h'
const PAGE = 1000

/** The client with the service key. Throws ApiFailure 503 if none is configured. */
export const accounts = () => requireAdminClient('Accounts cannot be managed')

/** Throws the database's refusal, 403 with code TR401, when the caller has not entered their password in the last ten minutes. */
export async function requireRecentSignIn(caller: Supabase): Promise<void> {
  await caller.rpc('require_recent_sign_in').throwOnError()
}

/** The member, as the caller may see them. Throws ApiFailure 404. */
export async function memberOf(caller: Supabase, id: string): Promise<Tables<'members'>> {
  const { data } = await caller.from('members').select('*').eq('id', id).maybeSingle().throwOnError()
  if (!data) throw new ApiFailure(404, 'Member not found.')
  return data
}

/**
 * The member that an invitation has added before, if it has. Throws ApiFailure 409 if that was with other values, which whoever has the
 * first email would not have, or if its address belongs to another member.
 */
export async function invitedBefore(
  caller: Supabase,
  { id, email, full_name, user_role }: Pick<Tables<'members'>, 'id' | 'email' | 'full_name' | 'user_role'>,
): Promise<Tables<'members'> | undefined> {
  const members = caller.from('members')
  const { data: same } = await members.select('*').eq('id', id).maybeSingle().throwOnError()
  if (same && (same.email !== email || same.full_name !== full_name || same.user_role !== user_role)) {
    throw new ApiFailure(
      409,
      same.email === email
        ? `An earlier attempt has already invited ${email}, with another name or role. Leave this form and change them there.`
        : `An earlier attempt has already invited ${same.email}. Leave this form, disable that member, and invite ${email}.`,
    )
  }
  if (same) return same
  const { data: taken } = await members.select('id').eq('email', email).limit(1).throwOnError()
  if (taken.length > 0) throw new ApiFailure(409, `${email} is already a member.`)
  return undefined
}

/**
 * Deletes an account made for an invitation that failed, unless somebody uses it: of two invitations of an address at a time, the second
 * gets the account of the first.
 */
export async function deleteUnused(admin: Supabase, userId: string): Promise<void> {
  const [members, users] = await Promise.all([
    admin.from('members').select('id').eq('user_id', userId).throwOnError(),
    admin.from('portal_users').select('id').eq('auth_user_id', userId).limit(1).throwOnError(),
  ])
  if (members.data.length === 0 && users.data.length === 0) await admin.auth.admin.deleteUser(userId)
}

/** All members the caller may see, with facts from their accounts, by name. */
export async function listStaff(caller: Supabase): Promise<StaffMember[]> {
  const [{ data }, users] = await Promise.all([
    caller.from('members').select('*').order('full_name').order('id').throwOnError(),
    allAccounts(),
  ])
  return data.map((member) => withAccount(member, users.get(member.user_id)))
}

/** The page where emailed links lead to choose a password. Supabase follows only addresses on its own allow list. */
export const passwordPage = (req: IncomingMessage): string => originOf(req) + RESET_PASSWORD_PATH

/** An invitation by the signed-in member. */
export async function inviting(caller: Supabase, userId: string): Promise<Inviting> {
  const { data } = await caller
    .from('members')
    .select('full_name, email')
    .eq('user_id', userId)
    .maybeSingle()
    .throwOnError()
  return { product: PRODUCT_NAME, invited_by: data?.full_name || data?.email || PRODUCT_NAME }
}

/** Bans an account from signing in, or lifts the ban. Throws Supabase's AuthError. */
export async function setBan(userId: string, banned: boolean): Promise<void> {
  const { error } = await accounts().auth.admin.updateUserById(userId, {
    ban_duration: banned ? FOR_GOOD : 'none',
  })
  if (error) throw error
}

/** A member with facts from their account. */
export function withAccount(member: Tables<'members'>, user: User | undefined): StaffMember {
  return {
    id: member.id,
    user_id: member.user_id,
    full_name: member.full_name,
    email: member.email,
    user_role: member.user_role,
    status: member.status,
    version: member.version,
    created_at: member.created_at,
    last_sign_in_at: user?.last_sign_in_at ?? null,
    invited: Boolean(user?.invited_at && !user.last_sign_in_at),
  }
}

async function allAccounts(): Promise<Map<string, User>> {
  const found = new Map<string, User>()
  for (let page = 1; ; page++) {
    const { data, error } = await accounts().auth.admin.listUsers({ page, perPage: PAGE })
    if (error) throw error
    for (const user of data.users) found.set(user.id, user)
    if (data.users.length < PAGE) return found
  }
}
