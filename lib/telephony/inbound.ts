import { DAY_MS } from '../dates/calendar'
import { instantsOf, wallClockAt } from '../dates/zone-clock'
import type { Tables } from '../supabase/database.types'
import { type CallerMatch, callerMatches } from './caller-match'

export type InboundNumber = Pick<
  Tables<'dids'>,
  'destination_id' | 'override_destination_id' | 'override_until' | 'enabled'
>
export type InboundCondition = Pick<
  Tables<'did_conditions'>,
  'position' | 'match' | 'caller' | 'destination_id' | 'enabled'
>

/** Where a call goes, and why. */
export type InboundRoute =
  | { destination: string; because: 'override' | 'condition' | 'number'; condition?: InboundCondition }
  | { destination: null; because: 'disabled' | 'no route' }

/** Whether an override is active at a moment. */
export function isOverridden(
  {
    override_destination_id,
    override_until,
  }: Pick<InboundNumber, 'override_destination_id' | 'override_until'>,
  now: Date,
): boolean {
  return override_destination_id !== null && override_until !== null && new Date(override_until) > now
}

/**
 * Where a call to a number goes: to the override while one is active, otherwise to the first enabled condition that matches the
 * caller (E.164, or empty when withheld), otherwise to the number's own destination.
 */
export function routeInbound(
  number: InboundNumber,
  conditions: readonly InboundCondition[],
  caller: string,
  now: Date,
): InboundRoute {
  if (!number.enabled) return { destination: null, because: 'disabled' }
  if (number.override_destination_id && isOverridden(number, now)) {
    return { destination: number.override_destination_id, because: 'override' }
  }
  const condition = [...conditions]
    .sort((a, b) => a.position - b.position)
    .find(
      (each) =>
        each.enabled && callerMatches({ match: each.match as CallerMatch, number: each.caller }, caller),
    )
  if (condition) return { destination: condition.destination_id, because: 'condition', condition }
  return number.destination_id
    ? { destination: number.destination_id, because: 'number' }
    : { destination: null, because: 'no route' }
}

/**
 * The next moment at which the zone's clocks show a minute of the day (0–1439): today if it is still to come, otherwise tomorrow;
 * the day after when clocks skip that minute.
 */
export function nextAt(zone: string, minute: number, now: Date): Date {
  const { day } = wallClockAt(zone, now.getTime())
  for (let ahead = 0; ahead < 4; ahead += 1) {
    const instant = instantsOf(zone, { day: day + ahead, minute }).find((each) => each > now.getTime())
    if (instant !== undefined) return new Date(instant)
  }
  return new Date(now.getTime() + DAY_MS)
}
