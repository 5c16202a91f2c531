import { type WallClock, wallClockAt } from '../dates/zone-clock'
import type { AgentStatus } from './next-agent'
import { boundaries, outcomeOf, type Schedule } from './schedule'

/**
 * Status at an instant of an agent with office hours, who is signed in when they start and out when they end: the last status set,
 * until the hours change after that. Instants in milliseconds since 1970. `changed`: their last change, if it is known.
 */
export function statusAt(
  { status, setAt }: { status: AgentStatus; setAt: number },
  hours: Schedule,
  moment: number,
  changed = lastChange(hours, setAt, moment),
): AgentStatus {
  if (moment <= setAt || !changed || !isAfter(changed, wallClockAt(hours.zone, setAt))) return status
  return outcomeOf(hours, wallClockAt(hours.zone, moment)).state === 'open' ? 'Available' : 'Logged Out'
}

/** The local time at which hours last started or ended within a span of instants, its start excluded; undefined if they did not. */
export function lastChange(hours: Schedule, after: number, until: number): WallClock | undefined {
  const [from, to] = [wallClockAt(hours.zone, after), wallClockAt(hours.zone, until)]
  const minutes = boundaries(hours.rules).toSorted((one, other) => other - one)
  const { state } = outcomeOf(hours, to)
  let since: WallClock | undefined
  for (let { day } = to; day >= from.day; day -= 1) {
    for (const minute of minutes) {
      const boundary = { day, minute }
      if (isAfter(boundary, to) || !isAfter(boundary, from)) continue
      if (outcomeOf(hours, boundary).state !== state) return since
      since = boundary
    }
  }
  return outcomeOf(hours, from).state === state ? undefined : since
}

const isAfter = (one: WallClock, other: WallClock) =>
  one.day > other.day || (one.day === other.day && one.minute > other.minute)
