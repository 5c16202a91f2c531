import type { SupabaseClient } from '@supabase/supabase-js'
import { ApiFailure } from '../api/failure'
import { MailFailure, sendMail } from '../mail/mail'
import { noteMail } from '../mail/note-mail'
import { invitationSubject, type Inviting } from '../staff/account'
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

/** The mail to the owner of an account that has got access to one more tenant; they keep their password. */
function accessMail({ product, invited_by, rights = '' }: Inviting, tenantName: string): string {
  return `${invited_by} has given you access to ${tenantName} in ${product}. ${rights}\n\nSign in with the password you have.\n`
}

/**
 * Invites an address for a tenant and returns the account's id. An address that already has an account (with another tenant, for
 * example) is told of the access instead: its owner signs in as before. Throws Supabase's AuthError, and ApiFailure 502 if that mail
 * could not be sent.
 */
export async function accountFor(
  service: SupabaseClient<Database>,
  email: string,
  redirectTo: string,
  data: Inviting,
  tenant: { id: string; name: string },
): Promise<string> {
  const { admin } = service.auth
  const subject = invitationSubject(data)
  const mail = {
    kind: 'invitation',
    section: 'telephony',
    tenant: tenant.id,
    recipient: email,
    subject,
  } as const
  const invited = await admin.inviteUserByEmail(email, { redirectTo, data })
  const isKnown = invited.error?.code === 'email_exists'
  const failure = isKnown
    ? await sendMail({ to: email, subject, text: accessMail(data, tenant.name) }).catch(
        (error: unknown) => error,
      )
    : invited.error
  await noteMail(service, mail, failure)
  if (invited.data.user) return invited.data.user.id
  if (failure instanceof MailFailure) throw new ApiFailure(502, failure.message)
  if (failure) throw failure
  const { data: known } = await service.rpc('account_of_address', { address: email }).throwOnError()
  if (!known) throw invited.error
  return known
}
