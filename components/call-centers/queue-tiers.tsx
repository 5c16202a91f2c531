import { Plus, X } from 'lucide-react'
import { useState } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { DestinationPicker } from '@/components/common/destination-picker'
import { CreateRecord } from '@/components/common/lazy-create-record'
import { Fields } from '@/components/records/fields'
import type { EditorProps } from '@/components/records/record-form'
import { Combobox } from '@/components/ui/combobox'
import { EmptyState } from '@/components/ui/empty-state'
import { IconButton } from '@/components/ui/icon-button'
import { StatusBadge } from '@/components/ui/status-badge'
import { useChildRows } from '@/hooks/use-child-rows'
import { useLiveCalls } from '@/hooks/use-live-calls'
import { useMember } from '@/hooks/use-member'
import { useMinute } from '@/hooks/use-minute'
import { type AgentOfTenant, useQueueAgents } from '@/hooks/use-queue-agents'
import { useCurrentTenantId } from '@/hooks/use-tenant'
import { failureMessage } from '@/lib/errors'
import { SHOWN_MS } from '@/lib/live/live-calls'
import { callCenterAgent } from '@/lib/resources/call-center-agent'
import { callCenterTier, type QueueTier } from '@/lib/resources/call-center-tier'
import { may } from '@/lib/session/permissions'
import { AGENT_STATUS_NAMES, type QueueStrategy } from '@/lib/telephony/next-agent'
import { NextAgentPreview } from './next-agent-preview'

/** The part of the queue's form values used here. */
type Values = {
  strategy: QueueStrategy
  tier_rules_apply: boolean
  tier_rule_wait: number | null
  call_center_tiers: QueueTier[]
}

/** The agents of a queue with their tiers and positions, and who would get the next call. */
export function QueueTiers({ mayEdit }: EditorProps) {
  const { control } = useFormContext<Values>()
  const { fields, append, remove } = useChildRows(control, 'call_center_tiers')
  const [strategy, tierRulesApply, tierRuleWait, tiers] = useWatch({
    control,
    name: ['strategy', 'tier_rules_apply', 'tier_rule_wait', 'call_center_tiers'],
  })
  const query = useQueueAgents()
  const agents = query.data
  const live = useLiveCalls(useCurrentTenantId())
  const now = useMinute()
  const areCallsKnown = live.reportedAt !== null && now - live.reportedAt < SHOWN_MS
  const free = agents && [...agents.values()].filter(({ id }) => !tiers.some((tier) => tier.agent_id === id))

  const { permissions } = useMember()
  const [making, setMaking] = useState(false)
  const mayMake = may(permissions, 'telephony', 'create')

  function add(ids: readonly string[]) {
    const last = Math.max(0, ...tiers.map(({ position }) => position || 0))
    append(
      ids.map((agent_id, index) => ({
        id: crypto.randomUUID(),
        agent_id,
        level: 1,
        position: Math.min(last + 1 + index, 999),
      })),
      { shouldFocus: false },
    )
  }

  return (
    <>
      <section aria-label="Tiers" data-part="call_center_tiers" className="flex flex-col gap-2">
        <h3 className="text-base font-semibold">Agents of this queue</h3>
        <p className="text-sm text-text-muted">
          Agents are called by tier: the lowest level first and, within a level, the lowest position.
        </p>
        {fields.length > 0 ? (
          <ul className="flex flex-col gap-2">
            {fields.map((field, index) => (
              <Tier
                key={field.key}
                index={index}
                agent={agents?.get(field.agent_id)}
                onRemove={() => remove(index)}
              />
            ))}
          </ul>
        ) : (
          <EmptyState title="No agents yet">Callers wait until the queue has somebody to answer.</EmptyState>
        )}
        {mayEdit ? (
          <Combobox
            aria-label="Add an agent"
            value={null}
            text="Add an agent"
            muted
            searchLabel="Name or extension"
            failure={query.error && !agents ? failureMessage(query.error) : undefined}
            retry={query.retry}
            emptyText={
              agents?.size === 0
                ? 'No agents yet.'
                : free?.length === 0
                  ? 'Every agent is in this queue already.'
                  : 'No agent matches.'
            }
            options={free?.map(({ id, name, extension }) => ({ value: id, label: `${extension} ${name}` }))}
            onSelect={(id) => add([id])}
            onSelectAll={add}
            actions={() =>
              mayMake
                ? [
                    {
                      label: 'New agent…',
                      icon: Plus,
                      onSelect: () => setMaking(true),
                    },
                  ]
                : []
            }
          />
        ) : null}
      </section>
      {making ? (
        <CreateRecord
          resource={callCenterAgent}
          picker={DestinationPicker}
          onClose={() => setMaking(false)}
          onCreated={(id) => add([id])}
        />
      ) : null}
      {agents && tiers.length > 0 ? (
        <NextAgentPreview
          rules={{ strategy, tierRulesApply, tierRuleWait: tierRuleWait || 0 }}
          tiers={tiers}
          agents={agents}
          calls={live.calls && (areCallsKnown ? live.calls : null)}
        />
      ) : null}
    </>
  )
}

function Tier({
  index,
  agent,
  onRemove,
}: {
  index: number
  agent: AgentOfTenant | undefined
  onRemove: () => void
}) {
  const label = agent ? `${agent.extension} ${agent.name}` : '…'
  return (
    <li className="grid grid-cols-2 items-start gap-x-3 gap-y-2 rounded-md border border-border bg-surface p-2 sm:grid-cols-[minmax(0,1fr)_6rem_6rem_auto]">
      <p className="col-span-full flex min-h-8 min-w-0 flex-wrap items-center gap-x-3 sm:col-auto sm:mt-3 sm:pl-1">
        <span className="truncate font-medium">{label}</span>
        {agent ? <AgentStatusBadge status={agent.status} /> : null}
      </p>
      <Fields of={callCenterTier} names={['level', 'position']} at={`call_center_tiers.${index}`} />
      <IconButton
        size="sm"
        className="col-span-full justify-self-end sm:col-auto sm:mt-6"
        label={`Remove ${label}`}
        icon={X}
        onClick={onRemove}
      />
    </li>
  )
}

function AgentStatusBadge({ status }: { status: AgentOfTenant['status'] }) {
  const tone = status === 'Available' ? 'success' : status === 'On Break' ? 'warning' : 'neutral'
  return <StatusBadge tone={tone}>{AGENT_STATUS_NAMES[status]}</StatusBadge>
}
