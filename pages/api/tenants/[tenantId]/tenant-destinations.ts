import { z } from 'zod'
import { ApiFailure } from '@/lib/api/failure'
import { apiHandler } from '@/lib/api/handler'
import { groupDestinations } from '@/lib/telephony/destinations'
import { isTenantId } from '@/lib/tenants/tenant-id'

const route = z.object({ tenantId: z.string().refine(isTenantId, 'This is no tenant id.') })

/**
 * GET /api/tenants/{tenantId}/tenant-destinations (specification section 7): everything the tenant's calls can be
 * sent to, as `{group: {label: identifier}}`. 404 when there is no such tenant for the caller.
 */
export default apiHandler(
  { methods: ['GET'], section: 'telephony', action: 'view', query: route },
  async ({ query, supabase }) => {
    const { data, error } = await supabase.rpc('tenant_destinations', { tenant: query.tenantId })
    if (error) throw error
    if (data.length === 0) throw new ApiFailure(404, 'No tenant found')
    return groupDestinations(data)
  },
)
