import dynamic from 'next/dynamic'
import { useState } from 'react'
import { Elapsed } from '@/components/live-calls/elapsed'
import type { Tone } from '@/components/ui/badge'
import { lateDialog } from '@/components/ui/late-code'
import { RowMenu } from '@/components/ui/row-menu'
import { StatusBadge } from '@/components/ui/status-badge'
import { useMember } from '@/hooks/use-member'
import { saveAgentStatus } from '@/hooks/use-queue-agents'
import { useCurrentTenantId } from '@/hooks/use-tenant'
import { useAction } from '@/hooks/use-write'
import { callNumber } from '@/lib/cdr/call-text'
import { may } from '@/lib/session/permissions'
import type { AgentMoment, AgentNow } from '@/lib/telephony/agent-moment'
import { AGENT_STATUS_NAMES, AGENT_STATUSES, type AgentStatus } from '@/lib/telephony/next-agent'
import type { BoardQueue } from '@/lib/telephony/queue-board'

const AgentQueuesDialog = lateDialog(
  dynamic(() => import('./agent-queues-dialog').then((module) => module.AgentQueuesDialog)),
)

const MOMENTS: Record<AgentMoment, { label: string; tone: Tone }> = {
  talking: { label: 'Talking', tone: 'info' },
  ringing: { label: 'Ringing', tone: 'accent' },
  'wrapping up': { label: 'Wrapping up', tone: 'neutral' },
  ready: { label: 'Ready', tone: 'success' },
  'signed in': { label: 'Signed in', tone: 'neutral' },
  unreachable: { label: 'Phone out of service', tone: 'danger' },
  'no phone': { label: 'Phone not registered', tone: 'danger' },
  'on break': { label: 'On break', tone: 'warning' },
  'logged out': { label: 'Logged out', tone: 'neutral' },
}

/** Whom an agent is on a call with: for a call of their own the number as the switch reached it, which says more than what was dialed. */
const otherParty = (call: NonNullable<AgentNow['call']>, extension: string) =>
  call.caller_number === extension ? (call.other_number ?? call.called_number) : call.caller_number

/** The agents and their current activity, with status and queues for users who may change them. */
export function BoardAgents({
  agents,
  queues,
  onChanged,
}: {
  agents: readonly AgentNow[]
  queues: readonly BoardQueue[]
  onChanged: () => Promise<void>
}) {
  const { permissions } = useMember()
  const mayEdit = may(permissions, 'telephony', 'edit')
  const [moved, setMoved] = useState<AgentNow['agent'] | null>(null)
  return (
    <>
      <ul aria-label="Agents" className="divide-y divide-border">
        {agents.map(({ agent, moment, since, call }) => (
          <li key={agent.id} className="flex min-h-12 items-center gap-3 px-4 py-1.5">
            <span className="min-w-0 flex-1">
              <span className="block truncate text-lg font-medium">{agent.name}</span>
              <span className="numeric block truncate text-sm text-text-muted">
                {agent.extension}
                {agent.answered > 0 ? `, ${agent.answered} answered` : ''}
                {call ? `, ${callNumber(otherParty(call, agent.extension))}` : ''}
              </span>
            </span>
            <span className="flex shrink-0 flex-col items-end">
              <StatusBadge tone={MOMENTS[moment].tone} className="text-base">
                {MOMENTS[moment].label}
              </StatusBadge>
              <span className="text-sm text-text-muted">
                <Elapsed since={since} />
              </span>
            </span>
            {mayEdit ? (
              <AgentMenu agent={agent} onMove={() => setMoved(agent)} onChanged={onChanged} />
            ) : null}
          </li>
        ))}
      </ul>
      {moved ? (
        <AgentQueuesDialog
          agent={moved}
          queues={queues}
          onChanged={onChanged}
          onClose={() => setMoved(null)}
        />
      ) : null}
    </>
  )
}

function AgentMenu({
  agent,
  onMove,
  onChanged,
}: {
  agent: AgentNow['agent']
  onMove: () => void
  onChanged: () => Promise<void>
}) {
  const tenant_id = useCurrentTenantId()
  const { act } = useAction(onChanged)
  const setStatus = (status: AgentStatus) =>
    act(
      (supabase) => saveAgentStatus(supabase, { ...agent, tenant_id }, status),
      `${agent.name}: ${AGENT_STATUS_NAMES[status]}`,
    )
  return (
    <RowMenu
      label={`Actions for ${agent.name}`}
      entries={[
        {
          kind: 'choice',
          closes: true,
          label: 'Status',
          value: agent.status,
          options: AGENT_STATUSES.map((status) => ({ value: status, label: AGENT_STATUS_NAMES[status] })),
          onChange: (value) => void (value === agent.status || setStatus(value as AgentStatus)),
        },
        { kind: 'separator' },
        { kind: 'action', label: 'Queues…', onSelect: onMove },
      ]}
    />
  )
}
