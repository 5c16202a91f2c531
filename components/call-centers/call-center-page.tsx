import dynamic from 'next/dynamic'
import { useRouter } from 'next/router'
import { ResourcePage } from '@/components/records/resource-page'
import { Badge } from '@/components/ui/badge'
import { cn } from '@/components/ui/cn'
import { latePart } from '@/components/ui/late-code'
import { Skeleton } from '@/components/ui/skeleton'
import { Tabs } from '@/components/ui/tabs'
import { useMember } from '@/hooks/use-member'
import { useAgentStatus, useQueueAgents } from '@/hooks/use-queue-agents'
import { callCenterAgent } from '@/lib/resources/call-center-agent'
import { callCenterQueue } from '@/lib/resources/call-center-queue'
import { may } from '@/lib/session/permissions'
import type { Tables } from '@/lib/supabase/database.types'
import { AGENT_STATUS_NAMES, AGENT_STATUSES, type AgentStatus } from '@/lib/telephony/next-agent'
import { formatDuration } from '@/lib/validation/duration'
import { countOf } from '@/lib/words'

const QueueTiers = dynamic(() => import('./queue-tiers').then((module) => module.QueueTiers), {
  loading: latePart(<Skeleton className="h-32 w-full" />),
})

/** A tenant's queues with their tiers, and its agents (?tab=agents). */
export function CallCenterPage() {
  const router = useRouter()
  const tab = router.query.tab === 'agents' ? 'agents' : 'queues'
  const { tenantId } = router.query

  return (
    <Tabs
      label="Sections of the call centers"
      selected={tab}
      // Each list has its own filters, so only the tenant stays in the address.
      onSelect={(id) =>
        void router.push({ query: { tenantId, ...(id === 'agents' ? { tab: id } : {}) } }, undefined, {
          shallow: true,
        })
      }
      tabs={[
        { id: 'queues', label: 'Queues', content: <Queues /> },
        { id: 'agents', label: 'Agents', content: <Agents /> },
      ]}
    />
  )
}

function Queues() {
  return (
    <ResourcePage
      resource={callCenterQueue}
      sections={QueueTiers}
      editorSize="xl"
      cells={{ agents: (row) => <AgentCount {...row} /> }}
      emptyText="Add a queue and the agents who answer its calls."
    />
  )
}

function AgentCount({
  agents,
  available_agents: available,
}: Pick<Tables<'call_center_queue_list'>, 'agents' | 'available_agents'>) {
  if (!agents) return <Badge tone="warning">No agents</Badge>
  return (
    <span className="inline-flex items-center gap-2">
      {agents}
      <Badge tone={available ? 'success' : 'danger'}>{available || 'None'} available</Badge>
    </span>
  )
}

function Agents() {
  const { permissions } = useMember()
  const mayEdit = may(permissions, 'telephony', 'edit')
  return (
    <ResourcePage
      resource={callCenterAgent}
      cells={{
        extension: ({ extension, effective_caller_id_name: name }) => `${extension} ${name}`.trim(),
        status: (agent) => <AgentStatusButtons agent={agent} mayEdit={mayEdit} />,
        today: (agent) => <Today id={agent.id} />,
        queues: ({ queues }) => queues,
      }}
      emptyText="An agent answers queue calls at an extension."
    />
  )
}

function Today({ id }: { id: string }) {
  const figures = useQueueAgents().data?.get(id)?.figures
  if (!figures?.calls_answered) return <span className="text-text-muted">None</span>
  const { calls_answered: calls, talk_time: talked } = figures
  return `${countOf(calls, 'call')}, ${formatDuration(talked)}`
}

const CHOSEN: Record<AgentStatus, string> = {
  Available: 'bg-success-soft text-success-text',
  'On Break': 'bg-warning-soft text-warning-text',
  'Logged Out': 'bg-surface-active text-text',
}

/** An agent's status, changed with one click. */
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
            disabled={!mayEdit}
            // A disabled control would lose the keyboard's place.
            aria-disabled={saving}
            onClick={() => chosen || saving || void setStatus(agent, status)}
            className={cn(
              'h-6 rounded-sm px-2 text-sm whitespace-nowrap touch:h-10',
              chosen ? cn('font-medium', CHOSEN[status]) : 'text-text-muted enabled:hover:text-text',
            )}
          >
            {AGENT_STATUS_NAMES[status]}
          </button>
        )
      })}
    </span>
  )
}
