import { z } from 'zod'
import { ApiFailure } from '@/lib/api/failure'
import { apiHandler } from '@/lib/api/handler'
import { accounts, memberOf, passwordPage, requireRecentSignIn } from '@/lib/staff/account'

const route = z.object({ id: z.uuid() })

/** POST /api/superadmin/users/{id}/reset-password: mails a member the link with which they choose a new password. */
export default apiHandler(
  { methods: ['POST'], section: 'superadmin', action: 'edit', query: route },
  async ({ req, query, supabase }) => {
    const member = await memberOf(supabase, query.id)
    await requireRecentSignIn(supabase)
    const { error } = await accounts().auth.resetPasswordForEmail(member.email, {
      redirectTo: passwordPage(req.headers.host),
    })
    if (error?.status === 429) {
      throw new ApiFailure(429, 'A mail was sent a moment ago. Wait a minute before you send another.')
    }
    if (error) throw error
    return { sent: true }
  },
)
