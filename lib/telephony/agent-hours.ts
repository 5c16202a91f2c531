import { type WallClock, wallClockAt } from '../dates/zone-clock'
import type { AgentStatus } from './next-agent'
import { boundaries, outcomeOf, type Schedule } from './schedule'

/**
 * Status at an instant of an agent with office hours, who is signed in when they start and out when they end: the last status set,
 * until the hours change after that. Instants in milliseconds since 1970.
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

/** Whether the hours start or end within a span of local time, its start excluded. */
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
