import { jsonOf } from '@/lib/supabase/answer'
import { delivery } from '@/lib/switch/agent/agent-event'
import { agentRoute } from '@/lib/switch/agent/route'

export const config = { api: { bodyParser: false } }

/** Ten thousand registrations are 3 MB. */
const MAX_BYTES = 16 * 1024 * 1024

/** POST /api/switch/agent/deliver: events at a switch. Repeats count once, and events of tenants it does not serve are ignored. */
export default agentRoute(
  { body: delivery, maxBytes: MAX_BYTES },
  async ({ admitted, body: { outbox, entries }, supabase }) => {
    const flat = entries.map(({ sequence, agentEvent }) => ({ sequence, ...agentEvent }))
    const { data } = await supabase
      .rpc('store_switch_events', { switch: admitted.switch.id, outbox, entries: jsonOf(flat) })
      .throwOnError()
    return { counted: data }
  },
)
