import { storeFax } from '@/lib/fax/store-fax'
import { faxDelivery } from '@/lib/switch/agent/agent-event'
import { agentRoute, versionOf } from '@/lib/switch/agent/route'

export const config = { api: { bodyParser: false } }

/**
 * POST /api/switch/agent/fax: a fax received by the switch, as TIFF. Repeats count once; 404 if its box is gone, 409 if the switch does not
 * serve its tenant, 422 if it cannot be read, or is too large for Storage.
 */
export default agentRoute(
  { body: faxDelivery, maxBytes: 90 * 1024 * 1024 },
  async ({ admitted, body, supabase }) => {
    const versions = await versionOf(supabase, admitted, body.fax.tenant)
    return { kept: await storeFax(supabase, { ...admitted, versions }, body) }
  },
)
