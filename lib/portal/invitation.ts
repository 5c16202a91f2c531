import type { SupabaseClient } from '@supabase/supabase-js'
import { noteMail } from '../mail/note-mail'
import { type Inviting, invitationSubject } from '../staff/account'
import type { PORTAL_USERS } from '../supabase/constraints'
import type { Database, Tables } from '../supabase/database.types'

export type PortalUser = Tables<'portal_users'>

/** What a user may do in the portal, as their invitation says it. */
export const RIGHTS: Readonly<Record<(typeof PORTAL_USERS.role.choices)[number], string>> = {
  user: 'You see your own extensions, voicemail and calls.',
  tenant_admin: 'You see your own extensions, voicemail and calls, and manage the whole tenant.',
  agent: 'You see your own extensions, voicemail and calls, and log in to call center queues.',
}

/** Users per request: each waits for an account and an email. */
export const MAX_INVITATIONS = 100

/** The users invited, as stored, and why others were not. */
export interface Invited {
  invited: PortalUser[]
  failed: { id: string; message: string }[]
}

/**
 * Invites an address for a tenant and returns the account's id. An address that already has an account (with another tenant, for
 * example) gets no email: its owner signs in as before. Throws Supabase's AuthError.
 */
export async function accountFor(
  service: SupabaseClient<Database>,
  email: string,
  redirectTo: string,
  data: Inviting,
  tenant: string,
): Promise<string> {
  const { admin } = service.auth
  const invited = await admin.inviteUserByEmail(email, { redirectTo, data })
  const isKnown = invited.error?.code === 'email_exists'
  if (!isKnown) {
    const mail = { kind: 'invitation', section: 'telephony', tenant, recipient: email } as const
    await noteMail(service, { ...mail, subject: invitationSubject(data) }, invited.error)
  }
  if (invited.data.user) return invited.data.user.id
  if (!isKnown) throw invited.error
  // The API cannot find an account by address; a generated link, never sent, names it.
  const known = await admin.generateLink({ type: 'magiclink', email })
  if (known.error) throw known.error
  return known.data.user.id
}
