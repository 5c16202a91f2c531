import { type CallFlowState, effectiveState, isRevertDue, otherState } from '../call-flow'
import { type OpenState, outcomeAt, type Schedule, type ScheduleRule, type TimeRange } from '../schedule'
import { describeRule } from '../schedule-text'
import { decide, type Scene } from './scene'
import type { Row } from './snapshot'
import { inPosition, refOf, type SnapshotIndex } from './snapshot-index'
import type { Next, Step } from './step'

/** A time condition's rules in order, in its own zone, else the tenant's. */
export function scheduleOf(
  index: SnapshotIndex,
  condition: Row<'time_conditions'>,
): Schedule<ScheduleRule & { id: string }> {
  const rules = inPosition(index.rows('time_condition_rules', 'time_condition_id', condition.id))
  return {
    zone: condition.time_zone ?? index.snapshot.tenant.time_zone,
    otherwise_destination_id: condition.otherwise_destination_id,
    rules: rules.map((rule) => ({
      id: rule.id,
      name: rule.name,
      state: rule.state === 'open' ? 'open' : 'closed',
      weekdays: rule.weekdays,
      time_ranges: rule.time_ranges as unknown as readonly TimeRange[],
      months: rule.months,
      month_days: rule.month_days,
      month_weeks: rule.month_weeks,
      date_from: rule.date_from,
      date_to: rule.date_to,
      holidays: rule.holidays,
      holidays_observed: rule.holidays_observed,
      destination_id: rule.destination_id,
    })),
  }
}

/** Whether a time condition is open at an instant; undefined if there is none, or it is disabled. */
export function stateAt(index: SnapshotIndex, id: string | null, moment: number): OpenState | undefined {
  const condition = index.row('time_conditions', id)
  return condition?.enabled ? outcomeAt(scheduleOf(index, condition), moment).state : undefined
}

/** The first rule that applies at the instant decides, else the default. */
export function decideByTime(scene: Scene, condition: Row<'time_conditions'>): Step {
  const schedule = scheduleOf(scene.index, condition)
  const record = refOf('time_conditions', condition)
  const otherwise: Next = {
    place: { at: 'destination', id: condition.otherwise_destination_id },
    reason: { why: 'no rule applies', record },
  }
  const rules = schedule.rules.map((rule) => ({
    rule,
    next: {
      place: { at: 'destination', id: rule.destination_id },
      reason: {
        why: 'rule applies',
        record,
        state: rule.state,
        rule: rule.name,
        when: describeRule(rule),
      },
    } as Next,
  }))
  const { rule: applying } = outcomeAt(schedule, scene.moment)
  const chosen = rules.find(({ rule }) => rule === applying)?.next ?? otherwise
  const all = [...rules.map(({ next }) => next), otherwise]
  return decide(scene, chosen, { others: all.filter((next) => next !== chosen) })
}

/** A call flow routes by its state; once its switch-back is due, by the other state. */
export function decideByFlow(scene: Scene, flow: Row<'call_flows'>): Step {
  const record = refOf('call_flows', flow)
  const stored = { state: flow.state as CallFlowState, reverts_at: flow.reverts_at }
  const now = new Date(scene.moment)
  const state = effectiveState(stored, now)
  const sides = {
    normal: { label: flow.normal_label, id: flow.normal_destination_id },
    alternate: { label: flow.alternate_label, id: flow.alternate_destination_id },
  }
  const { label, id } = sides[state]
  const place = { at: 'destination', id } as const
  const chosen: Next =
    flow.reverts_at !== null && isRevertDue(stored, now)
      ? {
          place,
          reason: {
            why: 'flow reverted',
            record,
            label,
            at: flow.reverts_at,
            zone: scene.index.snapshot.tenant.time_zone,
          },
        }
      : { place, reason: { why: 'flow state', record, label } }
  const away = sides[otherState(state)]
  const other: Next = {
    place: { at: 'destination', id: away.id },
    reason: { why: 'flow other state', record, label: away.label },
  }
  return decide(scene, chosen, { others: [other] })
}
