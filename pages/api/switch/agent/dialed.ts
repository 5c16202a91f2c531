import { ApiFailure } from '@/lib/api/failure'
import { dialedRequest, type DialedResponse } from '@/lib/switch/agent/dialed-request'
import { agentRoute, versionOf } from '@/lib/switch/agent/route'
import { storeOf } from '@/lib/switch/post'

export const config = { api: { bodyParser: false } }

/**
 * POST /api/switch/agent/dialed: makes a change dialed by an extension, or checks a PIN (for a conference room from any caller);
 * 404 for a tenant it does not serve.
 */
export default agentRoute(
  { body: dialedRequest },
  async ({ admitted, body, supabase }): Promise<DialedResponse> => {
    const store = storeOf()
    const versions = await versionOf(supabase, admitted, body.tenant)
    const state = await store.tenantOf({ ...admitted, versions }, { id: body.tenant })
    if (!state) throw new ApiFailure(404, 'This switch does not serve that tenant.')
    if (body.asks === 'room') {
      const role = await store.roleIn(state, body, body.room, body.pin)
      return { done: role !== null, role }
    }
    const done =
      body.asks === 'pin'
        ? await store.isPin(state, body.dialer, body.record, body.pin)
        : await store.change(state, body.dialer, body.effect, body.pin)
    return { done, role: null }
  },
)
