import { type Overruled, overruledClosure, type Unreachable, unreachableRules } from './reachability'
import type { Schedule, ScheduleRule } from './schedule'
import { describeRange, formatDay } from './schedule-text'

/**
 * Problems of a schedule's rules from a moment on (milliseconds since 1970), in words, by position from 0: rules that never
 * apply, and closures that lose to opening hours above them.
 *
 * @throws RangeError for a zone that Intl does not know
 */
export function ruleNotes(schedule: Schedule, now: number): Map<number, string> {
  const never = unreachableRules(schedule, now)
  return new Map(
    schedule.rules.flatMap((_, place) => {
      const reason = never.get(place)
      if (reason) return [[place, describeUnreachable(reason, schedule.rules)] as const]
      const lost = overruledClosure(schedule, place, now)
      return lost ? [[place, describeOverruled(lost, schedule.rules)] as const] : []
    }),
  )
}

/** Why a rule never applies, as a sentence. */
export function describeUnreachable(reason: Unreachable, rules: readonly ScheduleRule[]): string {
  switch (reason.why) {
    case 'impossible':
      return 'Never applies: no day meets all of its conditions.'
    case 'past':
      return 'Never applies again: its dates are in the past.'
    case 'shadowed':
      return `Never applies: ${new Intl.ListFormat('en-US').format(reason.by.map((place) => ruleName(rules, place)))} above it ${
        reason.by.length === 1 ? 'decides' : 'decide'
      } first.`
  }
}

/** A rule's name, or its position. */
export function ruleName(rules: readonly Pick<ScheduleRule, 'name'>[], place: number): string {
  return rules[place]?.name || `Rule ${place + 1}`
}

/** Where a closure loses to opening hours above it, as a sentence, and what to do. */
export function describeOverruled(
  { by, day, start, end }: Overruled,
  rules: readonly Pick<ScheduleRule, 'name'>[],
): string {
  const hours = describeRange([start, end % 1440])
  return `${ruleName(rules, by)} above it stays open on ${formatDay(day)}, ${hours}. To close then, move this closure up.`
}
