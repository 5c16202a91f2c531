import type { LiveCall } from '../live/live-calls'
import type { BoardAgent } from './queue-board'

/** What an agent is doing, busiest first. */
const AGENT_MOMENTS = [
  'talking',
  'ringing',
  'wrapping up',
  'ready',
  'signed in',
  'unreachable',
  'no phone',
  'on break',
  'logged out',
] as const
export type AgentMoment = (typeof AGENT_MOMENTS)[number]

export interface AgentNow {
  agent: BoardAgent
  moment: AgentMoment
  /** Milliseconds since 1970, by this browser's clock. */
  since: number
  call: LiveCall | undefined
}

/**
 * What agents are doing now, from their calls and status, busiest first; `ahead` is how far the database's clock is ahead. Where the calls
 * are not known (null), nobody counts as ready.
 */
export function agentsNow(
  agents: readonly BoardAgent[],
  calls: readonly LiveCall[] | null,
  now: number,
  ahead: number,
): AgentNow[] {
  return agents
    .map((agent) => ({ agent, ...momentOf(agent, calls, now, ahead) }))
    .sort((one, other) => AGENT_MOMENTS.indexOf(one.moment) - AGENT_MOMENTS.indexOf(other.moment))
}

/** Whether a call rings an extension, or the extension takes part in it. */
export function isCallOf(
  extension: string,
  { other_number: other, caller_number: caller, direction }: LiveCall,
): boolean {
  return other === extension || (caller === extension && direction !== 'inbound')
}

function momentOf(
  agent: BoardAgent,
  calls: readonly LiveCall[] | null,
  now: number,
  ahead: number,
): Omit<AgentNow, 'agent'> {
  const { extension, status } = agent
  const call = calls?.find((each) => isCallOf(extension, each))
  if (call) {
    const isTalking = call.state === 'talking' || call.state === 'held' || call.caller_number === extension
    return { moment: isTalking ? 'talking' : 'ringing', since: call.stateAt, call }
  }
  const changed = Date.parse(agent.status_changed_at) - ahead
  if (status === 'Logged Out') return { moment: 'logged out', since: changed, call }
  if (status === 'On Break') return { moment: 'on break', since: changed, call }
  if (!calls) return { moment: 'signed in', since: changed, call }
  const ended = agent.last_call_ended_at === null ? 0 : Date.parse(agent.last_call_ended_at) - ahead
  if (now < ended + agent.wrap_up_time * 1000) return { moment: 'wrapping up', since: ended, call }
  const moment = !agent.reachable ? 'unreachable' : agent.is_registered ? 'ready' : 'no phone'
  return { moment, since: Math.max(changed, ended), call }
}
