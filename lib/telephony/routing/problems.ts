import { answeringProblems } from './problems/answering'
import { emergencyProblems } from './problems/emergency'
import { extensionProblems } from './problems/extensions'
import { menuProblems } from './problems/menus'
import { numberProblems } from './problems/numbers'
import { outboundProblems } from './problems/outbound'
import { checked, type Problem, type Severity } from './problems/problem'
import { routeProblems } from './problems/routes'
import { scheduleProblems } from './problems/schedules'
import type { TenantSnapshot } from './snapshot'

const SEVERITIES: readonly Severity[] = ['error', 'warning', 'notice']

/**
 * The configuration check: every problem of a tenant at a moment (milliseconds since 1970) that makes a call fail, surprise or
 * break a law, the worst first. Each once, in the same order for the same snapshot and moment.
 */
export function problems(snapshot: TenantSnapshot, moment: number): Problem[] {
  const at = checked(snapshot, moment)
  const found = [
    ...routeProblems(at),
    ...numberProblems(at),
    ...emergencyProblems(at),
    ...outboundProblems(at),
    ...answeringProblems(at),
    ...menuProblems(at),
    ...scheduleProblems(at),
    ...extensionProblems(at),
  ]
  const once = [...new Map(found.map((each) => [each.key, each])).values()]
  return once.sort(
    (a, b) =>
      SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity) ||
      (a.key < b.key ? -1 : a.key > b.key ? 1 : 0),
  )
}
