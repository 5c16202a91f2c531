import { ApiFailure } from '@/lib/api/failure'
import { apiHandler } from '@/lib/api/handler'
import { inTurn } from '@/lib/api/in-turn'
import {
  accounts,
  deleteUnused,
  invitedBefore,
  inviting,
  passwordPage,
  setBan,
  withAccount,
} from '@/lib/staff/account'
import { invitationSchema } from '@/lib/staff/invitation'
import { sendInvitation } from '@/lib/staff/send-invitation'

export const config = { api: { bodyParser: false } }

/**
 * POST /api/superadmin/users/invite: creates an account and its member record, and emails the link to choose a password.
 * Repeating it with the same id, also at the same time, returns the existing member and sends nothing. 403 for a role with more
 * permissions than the caller's, 409 when that member has other values or the address belongs to a member or portal user, 429 after too
 * many emails, 502 when the email could not be sent.
 */
export default apiHandler(
  { methods: ['POST'], section: 'superadmin', action: 'create', body: invitationSchema, maxBytes: 4096 },
  ({ req, body, userId, supabase }) => {
    const admin = accounts()
    return inTurn(admin, `invitation ${body.email}`, async () => {
      const before = await invitedBefore(supabase, body)
      if (before) return withAccount(before, undefined)
      await supabase
        .rpc('prepare_invitation', { email: body.email, user_role: body.user_role })
        .throwOnError()
      const sender = await inviting(supabase, userId)
      const about = { section: 'superadmin' } as const
      const invited = await sendInvitation(admin, body.email, passwordPage(req), sender, about)
      if (!invited) throw new ApiFailure(409, `${body.email} already has an account.`)
      // A portal user who was removed before accepting leaves a banned account.
      await setBan(invited.id, false)
      // Uses the caller's rights, so that the database decides and the audit log names them.
      const added = await supabase
        .from('members')
        .insert({ ...body, user_id: invited.id })
        .select()
        .single()
      if (added.error) {
        await deleteUnused(admin, invited.id)
        throw added.error
      }
      return withAccount(added.data, invited)
    })
  },
)
