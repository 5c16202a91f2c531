import { ApiFailure } from '@/lib/api/failure'
import { tenantRequest } from '@/lib/switch/agent/agent-update'
import { agentRoute, versionOf } from '@/lib/switch/agent/route'
import { type TenantFile, toFile } from '@/lib/switch/agent/tenant-file'
import { storeOf } from '@/lib/switch/post'

export const config = { api: { bodyParser: false, responseLimit: false } }

/**
 * POST /api/switch/agent/tenant: a tenant's routing configuration with the hashes of its extensions' secrets; 404 for a tenant the
 * switch does not serve.
 */
export default agentRoute(
  { body: tenantRequest },
  async ({ admitted, body, supabase }): Promise<TenantFile> => {
    const versions = await versionOf(supabase, admitted, body.id)
    const state = await storeOf().tenantOf({ ...admitted, versions }, body)
    if (!state) throw new ApiFailure(404, 'This switch does not serve that tenant.')
    return toFile(state)
  },
)
