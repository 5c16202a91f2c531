import { z } from 'zod'
import { ApiFailure } from '@/lib/api/failure'
import { apiHandler } from '@/lib/api/handler'
import { inTurn } from '@/lib/api/in-turn'
import { loadCompanyName } from '@/lib/company/profile'
import {
  accountFor,
  type Invited,
  inviteEach,
  MAX_INVITATIONS,
  type PortalUser,
  rightsOf,
} from '@/lib/portal/invitation'
import { accounts, inviting, passwordPage } from '@/lib/staff/account'

export const config = { api: { bodyParser: false } }

const route = z.object({ tenantId: z.guid() })
const body = z.strictObject({ users: z.array(z.guid()).min(1).max(MAX_INVITATIONS), run: z.guid() })

/**
 * POST /api/tenants/{tenantId}/users/invite {users, run}: emails portal users the link to choose a password (repeating it resends) and
 * returns Invited. A user who already has an account gets access and an email that says so. Left out are users who do not exist, are
 * disabled or have accepted, addresses of staff and those that no mail could be sent to, and everybody after too many emails. The trail
 * shows the requests of one `run` as one change. 404 when the tenant does not exist; 409 when it is suspended.
 */
export default apiHandler(
  { methods: ['POST'], section: 'telephony', action: 'edit', query: route, body },
  async ({ req, query: { tenantId }, body: { users, run }, userId, supabase }): Promise<Invited> => {
    const service = accounts()
    const [found, tenant, company, sender, product] = await Promise.all([
      supabase.from('portal_users').select('*').eq('tenant_id', tenantId).in('id', users).throwOnError(),
      supabase.from('tenants').select('status, domain').eq('id', tenantId).maybeSingle().throwOnError(),
      supabase.from('companies').select('name').eq('domain_uuid', tenantId).maybeSingle().throwOnError(),
      inviting(supabase, userId),
      loadCompanyName(service),
    ])
    if (!tenant.data) throw new ApiFailure(404, 'Tenant not found.')
    if (tenant.data.status === 'suspended') {
      throw new ApiFailure(409, 'This tenant is suspended. Resume it before you invite its users.')
    }

    const named = { id: tenantId, name: company.data?.name ?? tenant.data.domain }

    async function invite(user: PortalUser | undefined): Promise<PortalUser> {
      if (!user) throw new ApiFailure(404, 'User not found.')
      if (!user.enabled) throw new ApiFailure(409, `${user.name} is disabled. Enable them first.`)
      if (user.accepted_at) throw new ApiFailure(409, `${user.name} has already accepted.`)
      await supabase
        .rpc('prepare_portal_invitation', { tenant: tenantId, portal_user: user.id })
        .throwOnError()
      return inTurn(service, `invitation ${user.email}`, async () => {
        const account = await accountFor(
          service,
          user.email,
          passwordPage(req),
          {
            ...sender,
            product,
            rights: rightsOf(user.role),
          },
          named,
        )
        const { data } = await service
          .rpc('record_invitation', { portal_user: user.id, account, sender: userId, run })
          .single()
          .throwOnError()
        return data
      })
    }

    return inviteEach(users, (id) => invite(found.data.find((user) => user.id === id)))
  },
)
