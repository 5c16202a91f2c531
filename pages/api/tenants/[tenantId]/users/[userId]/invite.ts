import { z } from 'zod'
import { ApiFailure } from '@/lib/api/failure'
import { apiHandler } from '@/lib/api/handler'
import { accountFor, type PortalUser } from '@/lib/portal/invitation'
import { accounts, inviting, passwordPage } from '@/lib/staff/account'

const route = z.object({ tenantId: z.uuid(), userId: z.uuid() })

/**
 * POST /api/tenants/{tenantId}/users/{userId}/invite: emails a portal user the link to choose a password (repeating it resends)
 * and returns the stored user. A user who already has an account gets access and no email. 404 when the user does not exist or
 * the caller may not see them; 409 when the user is disabled or has accepted, the address belongs to staff, or the tenant is
 * suspended; 429 after too many emails.
 */
export default apiHandler(
  { methods: ['POST'], section: 'telephony', action: 'edit', query: route },
  async ({ req, query, userId, supabase }): Promise<PortalUser> => {
    const { data: invited } = await supabase
      .from('portal_users')
      .select('*')
      .eq('tenant_id', query.tenantId)
      .eq('id', query.userId)
      .maybeSingle()
      .throwOnError()
    if (!invited) throw new ApiFailure(404, 'User not found.')
    if (!invited.enabled) throw new ApiFailure(409, `${invited.name} is disabled. Enable them first.`)
    if (invited.accepted_at) throw new ApiFailure(409, `${invited.name} has already accepted.`)
    const service = accounts()
    const ofTenant = service.from('tenants').select('status').eq('id', invited.tenant_id)
    const { data: tenant } = await ofTenant.single().throwOnError()
    if (tenant.status === 'suspended') {
      throw new ApiFailure(409, 'This tenant is suspended. Resume it before you invite its users.')
    }
    await supabase
      .rpc('prepare_portal_invitation', { tenant: invited.tenant_id, portal_user: invited.id })
      .throwOnError()
    const account = await accountFor(
      service,
      invited.email,
      passwordPage(req.headers.host),
      await inviting(supabase, userId),
    )
    const { data } = await service
      .rpc('record_invitation', { portal_user: invited.id, account, sender: userId })
      .single()
      .throwOnError()
    return data
  },
)
