import type { AuthError, SupabaseClient, User } from '@supabase/supabase-js'
import { ApiFailure } from '../api/failure'
import { noteMail } from '../mail/note-mail'
import type { Database } from '../supabase/database.types'

type Supabase = SupabaseClient<Database>

/** Variables of the invitation email: the product, for customers the company, the inviter, and what the invited person may do. */
export type Inviting = { product: string; invited_by: string; rights?: string }

/** The code of the ApiFailure once the hourly limit on emails is reached. */
export const TOO_MANY_EMAILS = 'over_email_send_rate_limit'

/**
 * Emails an address the link to choose a password, and notes the mail. Returns its account, which is made if there is none; null, without a
 * mail, if that has a password already. Throws ApiFailure 429 (TOO_MANY_EMAILS) and 502 if the mail could not be sent.
 */
export async function sendInvitation(
  service: Supabase,
  email: string,
  redirectTo: string,
  data: Inviting,
  mail: { section: 'telephony' | 'superadmin'; tenant?: string },
): Promise<User | null> {
  await renewData(service, email, data)
  const { data: invited, error } = await service.auth.admin.inviteUserByEmail(email, { redirectTo, data })
  if (error?.code === 'email_exists') return null
  // As in supabase/config.toml.
  const subject = `Invitation to ${data.product}`
  await noteMail(service, { kind: 'invitation', ...mail, recipient: email, subject }, error)
  if (error) throw failureOf(error, email)
  return invited.user
}

/** The mail says what is stored with the account, and Supabase stores that for a new one only. */
async function renewData(service: Supabase, email: string, data: Inviting): Promise<void> {
  const { data: id } = await service.rpc('account_of_address', { address: email }).throwOnError()
  if (!id) return
  const { admin } = service.auth
  const { data: found } = await admin.getUserById(id)
  if (!found.user || found.user.email_confirmed_at) return
  // Null removes what an earlier invitation said.
  const { error } = await admin.updateUserById(id, {
    user_metadata: { ...data, rights: data.rights ?? null },
  })
  if (error) throw failureOf(error, email)
}

function failureOf(error: AuthError, email: string): ApiFailure {
  if (error.status === 429) {
    return new ApiFailure(
      429,
      'Too many emails were sent within the hour. Wait before you invite anybody else.',
      {
        code: TOO_MANY_EMAILS,
      },
    )
  }
  console.error('An invitation could not be sent:', error.message)
  return new ApiFailure(502, `The email to ${email} could not be sent.`)
}
