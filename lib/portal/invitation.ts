import type { SupabaseClient } from '@supabase/supabase-js'
import { ApiFailure, databaseFailure, isDatabaseError } from '../api/failure'
import { sendMail } from '../mail/mail'
import { noteMail } from '../mail/note-mail'
import { type Inviting, sendInvitation, TOO_MANY_EMAILS } from '../staff/send-invitation'
import type { PORTAL_USERS } from '../supabase/constraints'
import type { Database, Tables } from '../supabase/database.types'
import { portalUrl } from './portal-url'

export type PortalUser = Tables<'portal_users'>

/** What a user may do in the portal. */
const RIGHTS: Readonly<Record<(typeof PORTAL_USERS.role.choices)[number], string>> = {
  user: 'You see your own extensions, voicemail and calls.',
  tenant_admin: 'You see your own extensions, voicemail and calls, and manage the whole tenant.',
  agent: 'You see your own extensions, voicemail and calls, and sign in to call center queues.',
}

/** What a user may do in the portal and where it is, as their invitation says it. */
export function rightsOf(role: string): string {
  const portal = portalUrl()
  return `${RIGHTS[role as keyof typeof RIGHTS]}${portal ? ` You sign in at ${portal}.` : ''}`
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
 * Invites an address for a tenant and returns the account's id. An address whose account has a password already (with another tenant, for
 * example) is told of the access instead: its owner signs in as before. Throws ApiFailure as sendInvitation does, also 502 if that mail
 * could not be sent.
 */
export async function accountFor(
  service: SupabaseClient<Database>,
  email: string,
  redirectTo: string,
  data: Inviting,
  tenant: { id: string; name: string },
): Promise<string> {
  const about = { section: 'telephony', tenant: tenant.id } as const
  const user = await sendInvitation(service, email, redirectTo, data, about)
  if (user) return user.id
  const subject = `${data.invited_by} invites you to ${data.product}`
  const failure = await sendMail({ to: email, subject, text: accessMail(data, tenant.name) }).catch(
    (error: unknown) => error,
  )
  await noteMail(service, { kind: 'invitation', ...about, recipient: email, subject }, failure)
  if (failure) throw failure
  const { data: known } = await service.rpc('account_of_address', { address: email }).throwOnError()
  if (!known) throw new ApiFailure(409, `The account of ${email} has just been deleted. Invite them again.`)
  return known
}

/**
 * Invites one after another. One that fails keeps nobody else from being invited, unless it is for too many emails: those after it would
 * only use up what their address may get in an hour.
 */
export async function inviteEach(
  ids: readonly string[],
  invite: (id: string) => Promise<PortalUser>,
): Promise<Invited> {
  const answer: Invited = { invited: [], failed: [] }
  let ended: ApiFailure | undefined
  for (const id of ids) {
    try {
      if (ended) throw ended
      answer.invited.push(await invite(id))
    } catch (error) {
      const failure = isDatabaseError(error) ? databaseFailure(error) : error
      if (!(failure instanceof ApiFailure)) throw failure
      if (failure.code === TOO_MANY_EMAILS) ended = failure
      answer.failed.push({ id, message: failure.message })
    }
  }
  return answer
}
