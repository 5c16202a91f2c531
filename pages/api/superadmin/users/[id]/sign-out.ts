import { z } from 'zod'
import { databaseFailure } from '@/lib/api/failure'
import { apiHandler } from '@/lib/api/handler'

const route = z.object({ id: z.uuid() })

/** POST /api/superadmin/users/{id}/sign-out: ends all of a member's sessions at once. */
export default apiHandler(
  { methods: ['POST'], section: 'superadmin', action: 'edit', query: route },
  async ({ query, supabase }) => {
    const { error } = await supabase.rpc('end_sessions', { member: query.id })
    if (error) throw databaseFailure(error)
    return { signedOut: true }
  },
)
