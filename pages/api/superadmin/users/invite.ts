import { z } from 'zod'
import { ApiFailure, databaseFailure } from '@/lib/api/failure'
import { apiHandler } from '@/lib/api/handler'
import { accounts, passwordPage, withAccount } from '@/lib/staff/account'
import { ROLE_NAME } from '@/lib/staff/staff'

export const config = { api: { bodyParser: false } }

const invitation = z.strictObject({
  id: z.uuid(),
  email: z
    .email()
    .max(254)
    .transform((email) => email.toLowerCase()),
  full_name: z.string().trim().min(1).max(120),
  user_role: z.string().regex(ROLE_NAME),
})

/**
 * POST /api/superadmin/users/invite: makes an account, its member record, and sends the mail with which a password is
 * chosen. The same id again answers the member that is there and sends nothing. 403 for a role that may do more than the
 * caller, 409 when the address is a member's or a portal user's, 429 after too many mails.
 */
export default apiHandler(
  { methods: ['POST'], section: 'superadmin', action: 'create', body: invitation, maxBytes: 4096 },
  async ({ req, body, supabase }) => {
    const { data: known } = await supabase.from('members').select('*').eq('id', body.id).maybeSingle()
    if (known) return withAccount(known, undefined)
    const { data: taken } = await supabase.from('members').select('id').eq('email', body.email).limit(1)
    if (taken?.length) throw new ApiFailure(409, `${body.email} is a member already.`)
    const prepared = await supabase.rpc('prepare_invitation', {
      email: body.email,
      user_role: body.user_role,
    })
    if (prepared.error?.code === '23503') throw new ApiFailure(409, `There is no role ${body.user_role}.`)
    if (prepared.error) throw databaseFailure(prepared.error)
    const { auth } = accounts()
    const invited = await auth.admin.inviteUserByEmail(body.email, {
      redirectTo: passwordPage(req.headers.host),
    })
    if (invited.error?.code === 'email_exists') {
      throw new ApiFailure(409, `There is an account for ${body.email} already.`)
    }
    if (invited.error) throw invited.error
    // With the caller's own rights, so that the database decides and the trail names them.
    const { data, error } = await supabase
      .from('members')
      .insert({ ...body, user_id: invited.data.user.id })
      .select()
      .single()
    if (error) {
      await auth.admin.deleteUser(invited.data.user.id)
      throw databaseFailure(error)
    }
    return withAccount(data, invited.data.user)
  },
)
