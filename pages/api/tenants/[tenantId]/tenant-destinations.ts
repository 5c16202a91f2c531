import { z } from 'zod'
import { ApiFailure } from '@/lib/api/failure'
import { apiHandler } from '@/lib/api/handler'
import { typed } from '@/lib/supabase/answer'
import { type DestinationList, groupDestinations, listedDestinations } from '@/lib/telephony/destinations'
import { isUuid } from '@/lib/validation/uuid'

const route = z.object({ tenantId: z.string().refine(isUuid) })

/**
 * GET /api/tenants/{tenantId}/tenant-destinations (specification section 7): all destinations for the tenant's calls as `{group:
 * {label: identifier}}`, or 304 for what the caller has already. 404 when the tenant does not exist or the caller may not see it.
 */
export default apiHandler(
  {
    methods: ['GET'],
    section: 'telephony',
    action: 'view',
    kept: true,
    query: route,
    read: ({ tenantId }, supabase) => supabase.rpc('tenant_destination_list', { tenant: tenantId }),
  },
  async ({ read: { data, error } }) => {
    if (error) throw error
    if (!data) throw new ApiFailure(404, 'No tenant found')
    return groupDestinations(listedDestinations(typed<DestinationList>(data)))
  },
)
