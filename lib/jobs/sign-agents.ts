import type { SupabaseClient } from '@supabase/supabase-js'
import { jsonOf, typed } from '../supabase/answer'
import type { Database } from '../supabase/database.types'
import { statusAt } from '../telephony/agent-hours'
import type { AgentStatus } from '../telephony/next-agent'
import type { RoutingTimeCondition } from '../telephony/tenant-routing'

interface AgentWithHours {
  id: string
  status: AgentStatus
  /** ISO 8601, as exact as the database has it. */
  set_at: string
  hours: RoutingTimeCondition
}

/** Signs queue agents in and out whose hours have opened or closed. Calls do not wait for it: the routing engine knows the hours too. */
export async function signAgents(admin: SupabaseClient<Database>): Promise<void> {
  const { data } = await admin.rpc('agents_with_hours').throwOnError()
  const now = Date.now()
  const due = typed<AgentWithHours[]>(data).flatMap(({ id, status, set_at, hours }) => {
    const wanted = statusAt({ status, setAt: Date.parse(set_at) }, hours, now)
    return wanted === status ? [] : [{ id, status: wanted, set_at }]
  })
  if (due.length > 0) await admin.rpc('sign_agents_by_hours', { agents: jsonOf(due) }).throwOnError()
}
