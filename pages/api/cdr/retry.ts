import { z } from 'zod'
import { ApiFailure } from '@/lib/api/failure'
import { apiHandler } from '@/lib/api/handler'
import { retryRejected } from '@/lib/cdr/retry-rejected'
import { adminClient } from '@/lib/supabase/admin-client'

export const config = { api: { bodyParser: false } }

const wanted = z.strictObject({ tenant: z.uuid(), ids: z.array(z.uuid()).min(1).max(200) })

/**
 * POST /api/cdr/retry: reads rejected records of a tenant, or of no known one, once more, as if they came in now.
 * Answers {stored, rejected}: how many are calls now, and how many are still kept aside, with their reason brought up
 * to date.
 */
export default apiHandler(
  { methods: ['POST'], section: 'telephony', action: 'edit', body: wanted },
  async ({ body, supabase }) => {
    const admin = adminClient()
    if (!admin) throw new ApiFailure(503, 'The ingestion of call records is not set up on this server.')
    return retryRejected(supabase, admin, body.tenant, body.ids)
  },
)
