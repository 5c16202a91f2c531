import { saveRecord } from '@/lib/records/record-client'
import { dataOf } from '@/lib/supabase/answer'
import type { Supabase } from '@/lib/supabase/browser-client'
import type { Database, Tables } from '@/lib/supabase/database.types'
import { AGENT_STATUS_NAMES, type AgentStatus } from '@/lib/telephony/next-agent'
import { keys } from './keys'
import { type Query, useQuery } from './use-query'
import { useTenantId } from './use-tenant'
import { useAction } from './use-write'

export type AgentFigures = Database['public']['Functions']['call_center_figures']['Returns'][number]

/** An agent with their extension and figures. */
export interface AgentOfTenant {
  id: string
  name: string
  extension: string
  status: AgentStatus
  /** Whether calls ring their extension. */
  reachable: boolean
  /** Seconds. */
  wrapUpTime: number
  figures: AgentFigures | undefined
}

/** The current tenant's call-center agents by id. */
export function useQueueAgents(): Query<ReadonlyMap<string, AgentOfTenant>> {
  const tenantId = useTenantId()
  const id = tenantId ?? ''
  return useQuery(
    tenantId === null ? null : keys.agents(tenantId),
    async (supabase) => {
      const [agents, figures] = await Promise.all([
        supabase.from('call_center_agent_list').select('*').eq('tenant_id', id).order('name'),
        supabase.rpc('call_center_figures', { tenant: id }),
      ])
      const figuresOf = new Map(dataOf(figures).map((row) => [row.agent_id, row]))
      return new Map(
        dataOf(agents).map((row) => [
          row.id ?? '',
          {
            id: row.id ?? '',
            name: row.name ?? '',
            extension: row.extension ?? '',
            status: row.status as AgentStatus,
            reachable: row.reachable ?? false,
            wrapUpTime: row.wrap_up_time ?? 0,
            figures: figuresOf.get(row.id ?? ''),
          },
        ]),
      )
    },
    { keepPreviousData: true },
  )
}

/** Changes an agent's status in the list; a failure is reported, and the list refreshed either way. */
export function useAgentStatus() {
  const { act, pending: saving } = useAction()
  const setStatus = (agent: Tables<'call_center_agents'>, status: AgentStatus) =>
    act(
      (supabase) => saveAgentStatus(supabase, agent, status),
      `${agent.name}: ${AGENT_STATUS_NAMES[status]}`,
    )
  return { saving, setStatus }
}

/** Saves an agent's status if the agent is still at the version the user saw. Throws Refusal. */
export async function saveAgentStatus(
  supabase: Supabase,
  { id, tenant_id, version }: Pick<Tables<'call_center_agents'>, 'id' | 'tenant_id' | 'version'>,
  status: AgentStatus,
): Promise<void> {
  const save = { id, tenantId: tenant_id, expectedVersion: version, values: { status } }
  await saveRecord(supabase, { table: 'call_center_agents' }, save)
}
