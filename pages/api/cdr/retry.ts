import { z } from 'zod'
import { apiHandler } from '@/lib/api/handler'
import { MAX_REJECTED_SHOWN } from '@/lib/cdr/call-list'
import { retryRejected } from '@/lib/cdr/retry-rejected'
import { requireAdminClient } from '@/lib/supabase/admin-client'

export const config = { api: { bodyParser: false } }

const body = z.strictObject({ tenant: z.guid(), ids: z.array(z.guid()).min(1).max(MAX_REJECTED_SHOWN) })

/**
 * POST /api/cdr/retry: parses the rejected records of a tenant, and those with no known tenant, again. Answers {stored,
 * rejected}: how many are stored now, and how many are still rejected, with updated reasons.
 */
export default apiHandler(
  { methods: ['POST'], section: 'telephony', action: 'edit', body },
  ({ body, supabase }) =>
    retryRejected(supabase, requireAdminClient('Call records cannot be stored'), body.tenant, body.ids),
)
