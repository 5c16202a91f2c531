import { type AgentStatus, nextAgents, NO_CALLS, type QueueAgent } from '../next-agent'
import { type Assumptions, DEFAULT_PATIENCE, isFull, type PhoneState, stateOf } from './assumptions'
import { ended, type Outcome, type PhoneRing } from './path'
import type { QueueMember, QueueStep, Target } from './step'

/** An agent during a wait: when they can be offered a call again (seconds of waiting), and how many they missed. */
interface Waiting {
  member: QueueMember
  agent: QueueAgent
  from: number
  misses: number
}

/**
 * Simulates a wait in a queue, with the agents ringing by the rules of nextAgents, as if none had had a call before: so a test has
 * the same outcome at any time of the day. An agent who does not answer is offered the call again after their own delay, and is put
 * on break after too many missed in a row. A phone that fails immediately always does so in no time, so once is enough. When the
 * maximum wait is over while phones ring, the caller stays until the first of them stops ringing (cc_member_thread_run).
 *
 * @param now milliseconds since 1970, when the wait begins.
 */
export function waitFor(
  step: QueueStep,
  assumptions: Assumptions,
  digits: string[],
  now: number,
  greeting: number,
): Outcome {
  const { exitKey } = step.then
  if (exitKey && digits[0] === step.exitKey) {
    digits.shift()
    return { seconds: greeting, result: { taken: exitKey } }
  }
  const patience = assumptions.patience ?? DEFAULT_PATIENCE
  const most = step.maxWait || Number.POSITIVE_INFINITY
  let leaves = most
  const limit = () => Math.min(leaves, patience)
  let last: Waiting | undefined
  const waiting = step.members.map(waitingAgent)
  const rings: PhoneRing[] = []
  const over = (): Outcome => ({
    seconds: greeting + limit(),
    rings,
    result: Number.isFinite(leaves) && leaves <= patience ? { taken: step.then.timeout } : gaveUp(step),
  })

  if (waiting.every(({ agent }) => agent.status === 'Logged Out')) {
    const without = step.maxWaitWithoutAgent
    if (without === 0 || without >= limit()) return over()
    return { seconds: greeting + without, rings, result: { taken: step.then.withoutAgent } }
  }

  let waited = 0
  while (waited < limit()) {
    // Agents between offers still count as present in their tier.
    const { next, how } = nextAgents(
      step,
      (step.strategy === 'top-down' ? behind(waiting, last) : waiting).map(({ agent, from }) => ({
        ...agent,
        reachable: agent.reachable && from <= waited,
      })),
      now + waited * 1000,
      waited,
    )
    const offered = waiting.filter(({ agent }) =>
      how === 'all' ? next.includes(agent.id) : agent.id === next[0],
    )
    if (offered.length === 0) {
      waited = nextChance(step, waiting, waited)
      continue
    }
    last = offered[0]
    const lengths = offered.map(({ member }) => rang(member, assumptions))
    leaves = Math.max(most, waited + Math.min(...lengths))
    const answered = offer(offered, assumptions, { now, waited, limit: limit(), greeting }, rings)
    if (answered) return { seconds: greeting + answered.at, rings, result: answered.result }
    waited += Math.max(...lengths)
  }
  return over()
}

/**
 * Whom a top-down queue can offer a call after the last offer: those further down, even if they are not free, until nobody is left
 * there (members_callback).
 */
function behind(waiting: readonly Waiting[], last: Waiting | undefined): readonly Waiting[] {
  if (!last) return waiting
  const { level, position } = last.agent
  const rest = waiting.filter(
    ({ agent }) => agent.level > level || (agent.level === level && agent.position > position),
  )
  return rest.some(({ agent }) => agent.status !== 'Logged Out') ? rest : waiting
}

function gaveUp(step: QueueStep) {
  return ended('gave up', step.reason)
}

function waitingAgent(member: QueueMember): Waiting {
  const { agent, level, position, status, reachable, wrapUpTime } = member
  return {
    member,
    from: 0,
    misses: 0,
    agent: {
      id: agent.id,
      level,
      position,
      status: status as AgentStatus,
      reachable,
      onCall: false,
      wrapUpTime,
      ...NO_CALLS,
    },
  }
}

const targetOf = ({ extension }: QueueMember): Target => ({ kind: 'extension', ...extension })

const phoneOf = (member: QueueMember, assumptions: Assumptions): PhoneState =>
  isFull(assumptions, member.caps) ? { is: 'busy' } : stateOf(assumptions, targetOf(member))

/** Ring time in seconds if nobody answers; 0 if the phone fails immediately. */
function rang(member: QueueMember, assumptions: Assumptions): number {
  const { is } = phoneOf(member, assumptions)
  return is === 'away' || is === 'answers' ? member.callTimeout : 0
}

/** Rings the agents; the first to answer ends the wait, the others pause. */
function offer(
  offered: readonly Waiting[],
  assumptions: Assumptions,
  { now, waited, limit, greeting }: { now: number; waited: number; limit: number; greeting: number },
  rings: PhoneRing[],
) {
  const tries = offered.map((each) => ({ each, state: phoneOf(each.member, assumptions) }))
  const takers = tries.flatMap(({ each, state }) =>
    state.is === 'answers' && state.after < each.member.callTimeout && waited + state.after < limit
      ? [{ each, at: waited + state.after }]
      : [],
  )
  const first = takers.toSorted((a, b) => a.at - b.at)[0]
  for (const { each } of tries) {
    const length = rang(each.member, assumptions)
    each.agent = { ...each.agent, lastOfferedAt: now + waited * 1000 }
    if (length > 0) {
      const end = Math.min(waited + length, first?.at ?? limit)
      rings.push({
        target: targetOf(each.member),
        start: greeting + waited,
        end: greeting + end,
        outcome: first?.each === each ? 'answered' : end < waited + length ? 'stopped' : 'not answered',
      })
    }
  }
  if (first) {
    const target = targetOf(first.each.member)
    const reason = {
      why: 'extension rings',
      record: first.each.member.agent,
      seconds: first.each.member.callTimeout,
    } as const
    return { at: first.at, result: ended('answered', reason, target) }
  }
  for (const { each } of tries) pause(each, waited, rang(each.member, assumptions))
  return undefined
}

/** After an unsuccessful offer. A pause lasts at least a second, because the module checks every second. */
function pause(each: Waiting, waited: number, length: number) {
  const { noAnswerDelay, maxNoAnswer } = each.member
  each.from = length > 0 ? waited + length + Math.max(1, noAnswerDelay) : Number.POSITIVE_INFINITY
  each.misses += 1
  if (each.misses === maxNoAnswer) each.agent = { ...each.agent, status: 'On Break' }
}

/** The next second of waiting at which somebody else may become available. */
function nextChance(step: QueueStep, waiting: readonly Waiting[], waited: number): number {
  const chances = waiting.flatMap(({ from, agent }) => [
    from,
    step.tierRulesApply ? agent.level * step.tierRuleWait : 0,
  ])
  return Math.min(...chances.filter((chance) => chance > waited))
}
