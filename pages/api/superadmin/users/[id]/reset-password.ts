import { z } from 'zod'
import { ApiFailure } from '@/lib/api/failure'
import { apiHandler } from '@/lib/api/handler'
import { noteMail } from '@/lib/mail/note-mail'
import { PRODUCT_NAME } from '@/lib/product'
import { accounts, memberOf, passwordPage } from '@/lib/staff/account'

const route = z.object({ id: z.guid() })

/** POST /api/superadmin/users/{id}/reset-password: emails a member a link to choose a new password. 429 after too many. */
export default apiHandler(
  { methods: ['POST'], section: 'superadmin', action: 'edit', query: route },
  async ({ req, query, supabase }) => {
    const member = await memberOf(supabase, query.id)
    await supabase.rpc('prepare_password_mail', { member: member.id }).throwOnError()
    const admin = accounts()
    const { error } = await admin.auth.resetPasswordForEmail(member.email, {
      redirectTo: passwordPage(req),
    })
    if (error?.status === 429) {
      throw new ApiFailure(429, 'An email was sent a moment ago. Wait a minute before you send another.')
    }
    const mail = { kind: 'password', section: 'superadmin', recipient: member.email } as const
    await noteMail(admin, { ...mail, subject: `A new password for ${PRODUCT_NAME}` }, error)
    if (error) throw error
    return { sent: true }
  },
)
