import { type WallClock, wallClockAt } from '../dates/zone-clock'
import type { AgentStatus } from './next-agent'
import { boundaries, outcomeOf, type Schedule } from './schedule'

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
  const [then, now] = [wallClockAt(hours.zone, setAt), wallClockAt(hours.zone, moment)]
  if (!changes(hours, then, now)) return status
  return outcomeOf(hours, now).state === 'open' ? 'Available' : 'Logged Out'
}

/** Whether the hours open or close after what clocks show first and up to what they show then. */
function changes(hours: Schedule, from: WallClock, to: WallClock): boolean {
  const before = outcomeOf(hours, from).state
  const minutes = boundaries(hours.rules)
  for (let { day } = from; day <= to.day; day += 1) {
    for (const minute of minutes) {
      const isBetween = (day > from.day || minute > from.minute) && (day < to.day || minute <= to.minute)
      if (isBetween && outcomeOf(hours, { day, minute }).state !== before) return true
    }
  }
  return false
}
