import { z } from 'zod'
import { ApiFailure } from '@/lib/api/failure'
import { apiHandler } from '@/lib/api/handler'
import { retryRejected } from '@/lib/cdr/retry-rejected'
import { adminClient } from '@/lib/supabase/admin-client'

export const config = { api: { bodyParser: false } }

const wanted = z.strictObject({ tenant: z.uuid(), ids: z.array(z.uuid()).min(1).max(200) })

/**
 * POST /api/cdr/retry: parses the rejected records of a tenant, and those with no known tenant, again. Answers {stored,
 * rejected}: how many are stored now, and how many are still rejected, with updated reasons.
 */
export default apiHandler(
  { methods: ['POST'], section: 'telephony', action: 'edit', body: wanted },
  async ({ body, supabase }) => {
    const admin = adminClient()
    if (!admin)
      throw new ApiFailure(
        503,
        'Call record ingestion is not set up on this server. Set SUPABASE_SERVICE_ROLE_KEY.',
      )
    return retryRejected(supabase, admin, body.tenant, body.ids)
  },
)
