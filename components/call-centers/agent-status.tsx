import { cn } from '@/components/ui/cn'
import { useAgentStatus } from '@/hooks/use-queue-agents'
import type { Tables } from '@/lib/supabase/database.types'
import { AGENT_STATUSES, type AgentStatus } from '@/lib/telephony/next-agent'

const CHOSEN: Record<AgentStatus, string> = {
  Available: 'bg-success-soft text-success-text',
  'On Break': 'bg-warning-soft text-warning-text',
  'Logged Out': 'bg-surface-active text-text',
}

/** An agent's status, changed by one click on another. */
export function AgentStatusButtons({
  agent,
  mayEdit,
}: {
  agent: Tables<'call_center_agents'>
  mayEdit: boolean
}) {
  const { saving, setStatus } = useAgentStatus()
  return (
    <span
      role="group"
      aria-label={`Status of ${agent.name}`}
      className="inline-flex rounded-md border border-border bg-surface p-0.5"
    >
      {AGENT_STATUSES.map((status) => {
        const chosen = agent.status === status
        return (
          <button
            key={status}
            type="button"
            aria-pressed={chosen}
            disabled={!mayEdit || saving}
            onClick={() => (chosen ? undefined : void setStatus(agent, status))}
            className={cn(
              'h-6 rounded-sm px-2 text-sm whitespace-nowrap touch:h-10',
              chosen ? cn('font-medium', CHOSEN[status]) : 'text-text-muted enabled:hover:text-text',
            )}
          >
            {status}
          </button>
        )
      })}
    </span>
  )
}
