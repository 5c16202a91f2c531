import type { TenantSnapshot } from '../telephony/routing/snapshot'
import type { QueueMember } from '../telephony/routing/step'
import { isUuid } from '../validation/uuid'
import { AGENTS_RECORDER } from './channel-variables'
import { plain } from './escape'
import { phonesLimit } from './phones'

/** An agent in mod_callcenter, by the column names of its list. */
export type HeldAgent = Readonly<Record<string, string>>

/** A queue's state on a switch: its tiers, and all agents as far as they are known. */
export interface HeldQueue {
  tiers: ReadonlyMap<string, { level: string; position: string }>
  agents: ReadonlyMap<string, HeldAgent>
}

/** The tenant that a queue belongs to. */
type Owner = Pick<TenantSnapshot['tenant'], 'id' | 'domain'>

/** An agent's settings as named by `agent set`, without the status. */
export function agentSettings(
  { extension, ...member }: QueueMember,
  { id, domain }: Owner,
): Record<string, string> {
  const limits = member.caps.flatMap((cap) => {
    const { refuse, count } = phonesLimit(id, cap)
    return [`execute_on_originate=${refuse}`, `execute_on_answer=${count}`]
  })
  const recorder = member.records
    ? [
        `execute_on_pre_bridge=\${${AGENTS_RECORDER}}`,
        'RECORD_APPEND=${RECORD_APPEND}',
        'recording_follow_transfer=true',
      ]
    : []
  const legVariables = [
    `leg_timeout=${member.callTimeout}`,
    `domain_name=${plain(domain)}`,
    ...recorder,
    ...limits,
  ]
  return {
    contact: `[${legVariables.join(',')}]user/${extension.number}@${domain}`,
    max_no_answer: String(member.maxNoAnswer),
    wrap_up_time: String(member.wrapUpTime),
    reject_delay_time: String(member.rejectDelay),
    busy_delay_time: String(member.busyDelay),
    no_answer_delay_time: String(member.noAnswerDelay),
  }
}

/** Agents who cannot take calls count as present on their tier but are skipped, as on a break. */
export function switchStatus({
  status,
  reachable,
}: Pick<QueueMember, 'status' | 'reachable'>): QueueMember['status'] {
  return status === 'Available' && !reachable ? 'On Break' : status
}

/**
 * Commands that update a queue's agents in mod_callcenter: differences only, and never a reload, which would reset the day's
 * counters.
 */
export function memberChanges(
  queue: string,
  members: readonly QueueMember[],
  tenant: Owner,
  { tiers, agents }: HeldQueue,
): string[] {
  const gone = [...tiers.keys()].filter((id) => !members.some(({ agent }) => agent.id === id))
  return [
    ...gone.map((id) => `tier del ${queue} ${id}`),
    ...members.flatMap((member) => {
      const { id } = member.agent
      const held = agents.get(id)
      const tier = tiers.get(id)
      const [level, position] = [String(member.level), String(member.position)]
      const settings = Object.entries(agentSettings(member, tenant))
      const status = switchStatus(member)
      return [
        ...(held ? [] : [`agent add ${id} callback`]),
        ...settings
          .filter(([name, value]) => held?.[name] !== value)
          .map(([name, value]) => `agent set ${name} ${id} '${value}'`),
        ...(held?.status === status ? [] : [`agent set status ${id} '${status}'`]),
        ...(tier ? [] : [`tier add ${queue} ${id} ${level} ${position}`]),
        ...(tier && tier.level !== level ? [`tier set level ${queue} ${id} ${level}`] : []),
        ...(tier && tier.position !== position ? [`tier set position ${queue} ${id} ${position}`] : []),
      ]
    }),
  ]
}

/** Parses `queue list tiers`: one `queue|agent|state|level|position` per line. */
export function tiersIn(listed: string): Map<string, { level: string; position: string }> {
  return new Map(
    listed.split(/\r?\n/).flatMap((line) => {
      const [, id = '', , level = '', position = ''] = line.split('|')
      return isUuid(id) ? [[id, { level, position }] as const] : []
    }),
  )
}

/** Parses `agent list`: a line of column names, then one agent per line. */
export function agentsIn(listed: string): Map<string, HeldAgent> {
  const [head = '', ...lines] = listed.split(/\r?\n/)
  const names = head.split('|')
  return new Map(
    lines.flatMap((line) => {
      const values = line.split('|')
      const agent = Object.fromEntries(names.map((name, place) => [name, values[place] ?? '']))
      return agent.name && values.length >= names.length ? [[agent.name, agent] as const] : []
    }),
  )
}
