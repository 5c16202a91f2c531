import { pathOf } from '@/lib/cdr/call-path'
import { jsonOf } from '@/lib/supabase/answer'
import { callReport, type CallReportResponse } from '@/lib/switch/agent/call-report'
import { agentRoute } from '@/lib/switch/agent/route'

export const config = { api: { bodyParser: false } }

/** Thousands of calls with their paths; the embedded backend takes little more. */
const MAX_BYTES = 30_000_000

/** POST /api/switch/agent/calls: live calls of a switch. Calls of tenants it does not serve are ignored. */
export default agentRoute(
  { body: callReport, maxBytes: MAX_BYTES },
  async ({ admitted, body: { calls, ...report }, supabase }): Promise<CallReportResponse> => {
    const stored = calls.map(({ path, ...call }) => ({ ...call, path: pathOf(path) }))
    const { data } = await supabase
      .rpc('store_live_calls', { switch: admitted.switch.id, ...report, calls: jsonOf(stored) })
      .throwOnError()
    return { counted: data ?? false }
  },
)
