import type { AgentStatus } from './next-agent'
import { outcomeAt, type Schedule, segments } from './schedule'

/**
 * The status at a moment of an agent who is signed in when their hours open and out when these close: the one that was set, until the
 * hours change after that. Moments in milliseconds since 1970.
 */
export function statusAt(
  { status, setAt }: { status: AgentStatus; setAt: number },
  hours: Schedule,
  moment: number,
): AgentStatus {
  if (moment <= setAt) return status
  const before = outcomeAt(hours, setAt).state
  const now = outcomeAt(hours, moment).state
  if (before === now && !changes(hours, setAt, moment)) return status
  return now === 'open' ? 'Available' : 'Logged Out'
}

function changes(hours: Schedule, from: number, to: number): boolean {
  let first: string | undefined
  for (const { outcome } of segments(hours, from, to)) {
    first ??= outcome.state
    if (outcome.state !== first) return true
  }
  return false
}
