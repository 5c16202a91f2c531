import { overruledClosure, unreachableRules } from '../../reachability'
import { describeOverruled, describeUnreachable, ruleName } from '../../rule-notes'
import { scheduleOf } from '../choice'
import { refOf } from '../snapshot-index'
import { type Checked, type Problem, problem } from './problem'

/** Rules that never decide, hours during which callers are hung up on, and flows with the same destination in both states. */
export function scheduleProblems(at: Checked): Problem[] {
  const { snapshot, index, moment } = at
  const conditions = snapshot.time_conditions.filter(({ enabled }) => enabled)
  return [
    ...conditions.flatMap((condition): Problem[] => {
      const record = refOf('time_conditions', condition)
      const schedule = scheduleOf(index, condition)
      const never = unreachableRules(schedule, moment)
      const problems = schedule.rules.flatMap((rule, place): Problem[] => {
        const name = ruleName(schedule.rules, place)
        const reason = never.get(place)
        if (reason) {
          const text = `${name} of ${record.label}: ${describeUnreachable(reason, schedule.rules)}`
          return [problem(at, 'warning', 'rule-never-applies', record, text, rule.id)]
        }
        const lost = overruledClosure(schedule, place, moment)
        if (!lost) return []
        const text = `${name} of ${record.label}: ${describeOverruled(lost, schedule.rules)}`
        return [problem(at, 'warning', 'rule-overruled', record, text, rule.id)]
      })
      const otherwise = index.row('destinations', condition.otherwise_destination_id)
      if (
        otherwise?.number === 'hangup' &&
        !schedule.rules.some((rule) => hangsUp(at, rule.destination_id))
      ) {
        const text =
          schedule.rules.length > 0
            ? `Outside its rules, ${record.label} hangs up on callers.`
            : `${record.label} has no rules and hangs up on all callers.`
        problems.push(problem(at, 'warning', 'uncovered-hours', record, text))
      }
      return problems
    }),
    ...snapshot.call_flows
      .filter((flow) => flow.enabled && flow.normal_destination_id === flow.alternate_destination_id)
      .map((flow) => {
        const record = refOf('call_flows', flow)
        const text = `Both states of ${record.label} send calls to the same place.`
        return problem(at, 'notice', 'flow-same-destination', record, text)
      }),
  ]
}

/** A rule that hangs up shows that it is intended. */
function hangsUp({ index }: Checked, id: string): boolean {
  return index.row('destinations', id)?.number === 'hangup'
}
