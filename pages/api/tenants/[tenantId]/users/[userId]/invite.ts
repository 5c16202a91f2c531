import { z } from 'zod'
import { ApiFailure, databaseFailure } from '@/lib/api/failure'
import { apiHandler } from '@/lib/api/handler'
import { accountFor, type PortalUser } from '@/lib/portal/invitation'
import { accounts, passwordPage } from '@/lib/staff/account'

const route = z.object({ tenantId: z.uuid(), userId: z.uuid() })

/**
 * POST /api/tenants/{tenantId}/users/{userId}/invite: mails a portal user the way to choose a password, again when
 * asked again, and answers the user as stored. Who has an account already is given access and gets no mail. 404 when
 * there is no such user for the caller, 409 for one who is disabled or has accepted, for an address of staff, and
 * while the tenant is suspended; 429 after too many mails.
 */
export default apiHandler(
  { methods: ['POST'], section: 'telephony', action: 'edit', query: route },
  async ({ req, query, user, supabase }): Promise<PortalUser> => {
    const { data: invited, error } = await supabase
      .from('portal_users')
      .select('*')
      .eq('tenant_id', query.tenantId)
      .eq('id', query.userId)
      .maybeSingle()
    if (error) throw databaseFailure(error)
    if (!invited) throw new ApiFailure(404, 'There is no such user.')
    if (!invited.enabled) throw new ApiFailure(409, `${invited.name} is disabled. Enable them first.`)
    if (invited.accepted_at) throw new ApiFailure(409, `${invited.name} has accepted already.`)
    const service = accounts()
    const tenant = await service.from('tenants').select('status').eq('id', invited.tenant_id).single()
    if (tenant.error) throw databaseFailure(tenant.error)
    if (tenant.data.status === 'suspended') {
      throw new ApiFailure(409, 'This tenant is suspended. Resume it before you invite its users.')
    }
    const prepared = await supabase.rpc('prepare_portal_invitation', {
      tenant: invited.tenant_id,
      portal_user: invited.id,
    })
    if (prepared.error) throw databaseFailure(prepared.error)
    const account = await accountFor(service, invited.email, passwordPage(req.headers.host))
    const noted = await service
      .rpc('note_invitation', { portal_user: invited.id, account, sender: user.id })
      .single()
    if (noted.error) throw databaseFailure(noted.error)
    return noted.data
  },
)
