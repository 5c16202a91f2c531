import { useState } from 'react'
import { Badge } from '@/components/ui/badge'
import { FormRow } from '@/components/ui/form-row'
import { Input } from '@/components/ui/input'
import { useMinute } from '@/hooks/use-minute'
import type { AgentOfTenant } from '@/hooks/use-queue-agents'
import { relativeTime } from '@/lib/dates/relative-time'
import type { LiveCall } from '@/lib/live/live-calls'
import type { QueueTier } from '@/lib/resources/call-center-tier'
import { isCallOf } from '@/lib/telephony/agent-moment'
import {
  type AgentCalls,
  byTier,
  nextAgents,
  NO_CALLS,
  type QueueRules,
  type QueueStrategy,
  type Unavailability,
} from '@/lib/telephony/next-agent'
import { formatDuration } from '@/lib/validation/duration'
import { countOf } from '@/lib/words'

const REASONS: Record<Unavailability, string> = {
  'logged out': 'Logged out',
  'on break': 'On break',
  unreachable: 'Phone out of service',
  'on a call': 'On a call',
  'wrapping up': 'Wrapping up',
  'level not reached': 'Level waits',
}

const SUMMARY = {
  one: 'Rung first; then the others in turn.',
  all: 'All of them ring at once.',
  'at random': 'One of them, at random.',
}

const FROM_QUEUES = 'their calls from queues'
const ANEW = `${FROM_QUEUES}, counted anew when an agent becomes available`
const COUNTED: Partial<Record<QueueStrategy, string>> = {
  'longest-idle-agent': FROM_QUEUES,
  'agent-with-least-talk-time': ANEW,
  'agent-with-fewest-calls': ANEW,
}

export type NextAgentPreviewProps = {
  rules: QueueRules
  tiers: readonly QueueTier[]
  agents: ReadonlyMap<string, AgentOfTenant>
  /** The tenant's calls in progress; null if no switch reports them, undefined while loading. */
  calls: readonly LiveCall[] | null | undefined
}

/** Who would get the next call, by the queue's rules in the form and the current state of its agents. */
export function NextAgentPreview({ rules, tiers, agents, calls }: NextAgentPreviewProps) {
  const now = useMinute()
  const [waited, setWaited] = useState(0)
  const present = tiers.flatMap(({ agent_id, level, position }) => {
    const agent = agents.get(agent_id)
    if (!agent) return []
    const { id, status, reachable, wrapUpTime } = agent
    const onCall = calls?.some((call) => isCallOf(agent.extension, call)) ?? false
    const tier = { level: level || 1, position: position || 1 }
    return { id, ...tier, status, reachable, onCall, wrapUpTime, ...callsOf(agent) }
  })
  const { next, then, how, unavailable } = nextAgents(rules, present.toSorted(byTier), now, waited)
  const nameOf = (id: string) => agents.get(id)?.name ?? id
  const someHadCalls = present.some((one) => Math.max(one.lastOfferedAt, one.lastBridgeEndedAt) > 0)

  return (
    <section aria-label="Who would get the next call" className="flex flex-col gap-2">
      <h3 className="text-base font-semibold">Who would get the next call</h3>
      {rules.tierRulesApply ? (
        <FormRow label="A caller who has waited (seconds)" className="max-w-60">
          <Input
            type="number"
            inputMode="numeric"
            min={0}
            value={String(waited)}
            onChange={(event) => setWaited(Math.max(0, event.target.valueAsNumber || 0))}
          />
        </FormRow>
      ) : null}
      <p className="text-sm text-text-muted">
        {next.length > 0 ? SUMMARY[how] : 'Nobody: the caller waits.'}{' '}
        {someHadCalls
          ? `By ${COUNTED[rules.strategy] ?? 'today’s calls'}.`
          : 'None of them has had a call today.'}
        {calls === null
          ? ' Agents who are on a call are not left out, because no switch reports its calls.'
          : null}
      </p>
      <ol className="divide-y divide-border rounded-md border border-border">
        {[...next, ...then].map((id) => (
          <li key={id} className="flex min-h-9 items-center gap-2 px-3 py-1 text-sm">
            <span className="min-w-0 flex-1 truncate font-medium">{nameOf(id)}</span>
            <span className="text-text-muted">{whyOf(rules.strategy, id, agents, tiers, now)}</span>
            {next.includes(id) ? <Badge tone="success">Next</Badge> : null}
          </li>
        ))}
        {unavailable.map(({ id, reason }) => (
          <li key={id} className="flex min-h-9 items-center gap-2 px-3 py-1 text-sm text-text-muted">
            <span className="min-w-0 flex-1 truncate">{nameOf(id)}</span>
            <Badge tone="warning">{REASONS[reason]}</Badge>
          </li>
        ))}
      </ol>
    </section>
  )
}

/** The value of an agent that the strategy compares. */
function whyOf(
  strategy: QueueStrategy,
  id: string,
  agents: ReadonlyMap<string, AgentOfTenant>,
  tiers: readonly QueueTier[],
  now: number,
): string {
  const figures = agents.get(id)?.figures
  if (strategy === 'agent-with-least-talk-time')
    return `${formatDuration(figures?.queue_talk_time ?? 0)} talked`
  if (strategy === 'agent-with-fewest-calls') {
    const calls = figures?.queue_calls ?? 0
    return countOf(calls, 'call')
  }
  if (strategy === 'longest-idle-agent') {
    const at = instant(figures?.last_bridge_ended_at)
    return at ? `idle since a call ${relativeTime(at, now)}` : 'no call from a queue in a week'
  }
  if (strategy === 'round-robin') {
    const at = instant(figures?.last_offered_at)
    return at ? `offered a call ${relativeTime(at, now)}` : 'no calls offered yet'
  }
  const tier = tiers.find(({ agent_id }) => agent_id === id)
  return `level ${tier?.level ?? 1}, position ${tier?.position ?? 1}`
}

function callsOf({ figures }: AgentOfTenant): AgentCalls {
  if (!figures) return NO_CALLS
  return {
    lastOfferedAt: instant(figures.last_offered_at),
    lastBridgeEndedAt: instant(figures.last_bridge_ended_at),
    callsAnswered: figures.queue_calls,
    talkTime: figures.queue_talk_time,
  }
}

function instant(at: string | null | undefined): number {
  return at ? Date.parse(at) : 0
}
