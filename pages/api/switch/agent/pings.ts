import { pings } from '@/lib/switch/agent/agent-event'
import { agentRoute } from '@/lib/switch/agent/route'

export const config = { api: { bodyParser: false } }

/** POST /api/switch/agent/pings: response times of a switch's phones. */
export default agentRoute(
  { body: pings, maxBytes: 16 * 1024 * 1024 },
  async ({ admitted, body, supabase }) => {
    await supabase.rpc('store_switch_pings', { switch: admitted.switch.id, pings: body.pings }).throwOnError()
    return {}
  },
)
