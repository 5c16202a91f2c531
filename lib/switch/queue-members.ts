import type { QueueMember } from '../telephony/routing/step'
import { plain } from './plain'

/** An agent as mod_callcenter holds it, with the names of its list. */
export type HeldAgent = Readonly<Record<string, string>>

/** What a switch holds of a queue: its agents' places, and all agents as far as they are known. */
export interface HeldQueue {
  tiers: ReadonlyMap<string, { level: string; position: string }>
  agents: ReadonlyMap<string, HeldAgent>
}

/** Settings of an agent as `agent set` names them, without the status. */
export function agentSettings(member: QueueMember, domain: string): Record<string, string> {
  const { extension } = member
  return {
    contact: `[leg_timeout=${member.callTimeout},domain_name=${plain(domain)}]user/${extension.number}@${domain}`,
    max_no_answer: String(member.maxNoAnswer),
    wrap_up_time: String(member.wrapUpTime),
    reject_delay_time: String(member.rejectDelay),
    busy_delay_time: String(member.busyDelay),
    no_answer_delay_time: String(member.noAnswerDelay),
  }
}

/** Who cannot take calls counts as present on their level, and is passed by: as if on a break. */
export function switchStatus({ status, reachable }: QueueMember): QueueMember['status'] {
  return status === 'Available' && !reachable ? 'On Break' : status
}

/**
 * What makes a queue's agents on a switch what they are here, as commands of mod_callcenter: only what differs from what the switch
 * holds, and never a reload, which would begin everybody's day anew.
 */
export function memberChanges(
  queue: string,
  members: readonly QueueMember[],
  domain: string,
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
      const wanted = Object.entries(agentSettings(member, domain))
      const status = switchStatus(member)
      return [
        ...(held ? [] : [`agent add ${id} callback`]),
        ...wanted
          .filter(([name, value]) => held?.[name] !== value)
          .map(([name, value]) => `agent set ${name} ${id} ${value}`),
        ...(held?.status === status ? [] : [`agent set status ${id} '${status}'`]),
        ...(tier ? [] : [`tier add ${queue} ${id} ${level} ${position}`]),
        ...(tier && tier.level !== level ? [`tier set level ${queue} ${id} ${level}`] : []),
        ...(tier && tier.position !== position ? [`tier set position ${queue} ${id} ${position}`] : []),
      ]
    }),
  ]
}

/** The places in what `queue list tiers` prints: `queue|agent|state|level|position`, a line each. */
export function tiersIn(listed: string): Map<string, { level: string; position: string }> {
  return new Map(
    listed.split(/\r?\n/).flatMap((line) => {
      const [, id = '', , level = '', position = ''] = line.split('|')
      return /^[0-9a-f-]{36}$/.test(id) ? [[id, { level, position }] as const] : []
    }),
  )
}

/** The agents in what `agent list` prints: the names of the columns, then a line each. */
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
