import { z } from 'zod'
import { apiHandler } from '@/lib/api/handler'

const route = z.object({ id: z.guid() })

/** POST /api/superadmin/users/{id}/sign-out: ends all of a member's sessions at once. */
export default apiHandler(
  { methods: ['POST'], section: 'superadmin', action: 'edit', query: route },
  async ({ query, supabase }) => {
    await supabase.rpc('end_sessions', { member: query.id }).throwOnError()
    return { signedOut: true }
  },
)
