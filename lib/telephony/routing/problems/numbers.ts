import { dateFormat } from '../../../dates/date-format'
import { isInForce } from '../../call-block'
import { callerMatches } from '../../caller-match'
import { isOverridden } from '../../inbound'
import { nextStep } from '../next-step'
import { ANY_CALLER } from '../place'
import type { Row } from '../snapshot'
import { inPosition, refOf } from '../snapshot-index'
import { type Checked, type Problem, problem } from './problem'
import { turnOff } from './repair'

/** Numbers that lead nowhere, belong to a suspended tenant, or have conditions that never decide; and expired block rules. */
export function numberProblems(at: Checked): Problem[] {
  const { snapshot, index, moment } = at
  const now = new Date(moment)
  const taken = snapshot.dids.filter(({ enabled, voice, fax }) => enabled && (voice || fax))
  const found = taken.flatMap((did): Problem[] => {
    const record = refOf('dids', did)
    const problems: Problem[] = []
    if (did.destination_id === null) {
      // Until it is here, its port order can still give it one.
      const severity = did.status === 'porting_in' ? 'warning' : 'error'
      const text = `Calls to ${record.label} are refused: it has no route.`
      problems.push(problem(at, severity, 'number-unrouted', record, text))
    }
    const overridden = isOverridden(did, now)
    if (did.override_destination_id !== null && !overridden) {
      const text = `The override of ${record.label} is over. Remove it.`
      const was = { override_until: did.override_until }
      const set = { override_destination_id: null, override_until: null }
      const repair = { label: 'Remove the override', table: 'dids', id: did.id, was, set } as const
      problems.push(problem(at, 'notice', 'override-over', record, text, '', repair))
    }
    const gateway = index.row('gateways', did.gateway_id)
    if (gateway && !gateway.enabled) {
      const text = `Calls to ${record.label} may not come in: they arrive by ${gateway.name}, which is off.`
      problems.push(problem(at, 'warning', 'number-gateway-off', record, text))
    }
    if (did.status !== 'assigned') {
      const state = did.status.replace('_', ' ')
      const text = `${record.label} is ${state}${did.carrier ? ` (${did.carrier})` : ''}: calls may not come in here.`
      problems.push(problem(at, 'notice', 'number-in-transit', record, text))
    }
    problems.push(...rungOut(at, did))
    const conditions = inPosition(index.rows('did_conditions', 'did_id', did.id)).filter(
      ({ enabled }) => enabled,
    )
    const override = overridden ? did.override_destination_id : null
    const others = [override, ...conditions.map(({ destination_id }) => destination_id)]
    if (!did.fax && others.some((id) => index.row('destinations', id)?.kind === 'fax_boxes')) {
      const text = `${record.label} receives faxes for some calls, but is not marked for fax: it holds no fax seat.`
      problems.push(problem(at, 'warning', 'number-fax-unmarked', record, text))
    }
    return [
      ...problems,
      ...conditions.flatMap((one, place) => covered(at, did, one, conditions.slice(0, place))),
    ]
  })
  if (snapshot.tenant.status === 'suspended' && taken.length > 0) {
    const { suspended_at, suspension_reason: why, time_zone } = snapshot.tenant
    const since =
      suspended_at &&
      dateFormat({ dateStyle: 'medium', timeZone: time_zone }).format(Date.parse(suspended_at))
    const text = `The tenant is suspended${since ? ` since ${since}` : ''}${why ? ` (${why})` : ''}, and its ${taken.length === 1 ? 'number still takes' : `${taken.length} numbers still take`} calls.`
    found.push(problem(at, 'notice', 'tenant-suspended', index.tenant, text))
  }
  for (const did of snapshot.dids) {
    if (did.destination_id === null || did.status !== 'assigned') continue
    const record = refOf('dids', did)
    if (!did.enabled) {
      const text = `Calls to ${record.label} are refused: it is disabled, though it has a route.`
      found.push(problem(at, 'notice', 'number-off', record, text))
    } else if (!did.voice && !did.fax) {
      const text = `Calls to ${record.label} are refused: it takes neither voice nor fax, though it has a route.`
      found.push(problem(at, 'warning', 'number-not-for-calls', record, text))
    }
  }
  const expired = snapshot.call_block_rules.filter((rule) => rule.enabled && !isInForce(rule, now))
  return [
    ...found,
    ...expired.map((rule) => {
      const record = refOf('call_block_rules', rule)
      const text = `The block rule for ${record.label} has expired. Remove it.`
      return problem(
        at,
        'notice',
        'block-rule-expired',
        record,
        text,
        '',
        turnOff('call_block_rules', rule.id, 'the rule'),
      )
    }),
  ]
}

/** A number that rings one extension and then hangs up: neither voicemail nor forwarding takes over. */
function rungOut(at: Checked, did: Row<'dids'>): Problem[] {
  if (at.index.row('destinations', did.destination_id)?.kind !== 'extensions') return []
  const place = { at: 'destination', id: did.destination_id as string } as const
  const step = nextStep(at.snapshot, place, ANY_CALLER, at.moment)
  if (step.kind !== 'ring' || step.then.unanswered.place.at !== 'end') return []
  const record = refOf('dids', did)
  const text = `Callers to ${record.label} are hung up on when ${step.reason.record.label} does not answer.`
  return [problem(at, 'warning', 'nobody-takes-over', record, text)]
}

/** A condition whose callers an earlier one already matches. */
function covered(
  at: Checked,
  did: Row<'dids'>,
  condition: Row<'did_conditions'>,
  earlier: readonly Row<'did_conditions'>[],
): Problem[] {
  const by = earlier.find(
    (one) =>
      (one.match === 'anonymous' && condition.match === 'anonymous') ||
      (one.match === 'prefix' && condition.match !== 'anonymous' && matches(one, condition)) ||
      (one.match === 'exact' && condition.match === 'exact' && matches(one, condition)),
  )
  if (!by) return []
  const record = refOf('dids', did)
  const [own, other] = [refOf('did_conditions', condition).label, refOf('did_conditions', by).label]
  const text = `The condition for ${own} on ${record.label} never applies: the one for ${other} above it takes these callers.`
  const repair = turnOff('did_conditions', condition.id, 'the condition')
  return [problem(at, 'warning', 'condition-never-applies', record, text, condition.id, repair)]
}

function matches(one: Row<'did_conditions'>, { caller }: Row<'did_conditions'>): boolean {
  return caller !== null && callerMatches({ match: one.match, number: one.caller }, caller)
}
