import { nextTask } from '../../next-task'
import { answeringProblems } from './problems/answering'
import { codeProblems } from './problems/codes'
import { emergencyProblems } from './problems/emergency'
import { extensionProblems } from './problems/extensions'
import { menuProblems } from './problems/menus'
import { numberProblems } from './problems/numbers'
import { outboundProblems } from './problems/outbound'
import { pagingProblems } from './problems/paging'
import { checked, type Problem, SEVERITIES } from './problems/problem'
import { roomProblems } from './problems/rooms'
import { routeProblems } from './problems/routes'
import { scheduleProblems } from './problems/schedules'
import type { TenantSnapshot } from './snapshot'

const PARTS = [
  numberProblems,
  emergencyProblems,
  outboundProblems,
  answeringProblems,
  menuProblems,
  scheduleProblems,
  roomProblems,
  pagingProblems,
  extensionProblems,
  codeProblems,
]
/** How long the check runs before it yields, in milliseconds. */
const TURN_MS = 5

/**
 * The configuration check: all problems of a tenant at an instant (milliseconds since 1970) that make calls fail, surprise somebody
 * or violate the law, most severe first. Deterministic for a snapshot and instant, without duplicates.
 */
export function problems(snapshot: TenantSnapshot, moment: number): Problem[] {
  const search = problemSearch(snapshot, moment)
  for (;;) {
    const { done, value } = search.next()
    if (done) return value
  }
}

/** The same, but yields to other work of the thread: with 2,000 extensions the check takes half a second. */
export async function problemsInTurns(snapshot: TenantSnapshot, moment: number): Promise<Problem[]> {
  const search = problemSearch(snapshot, moment)
  for (let since = performance.now(); ;) {
    const { done, value } = search.next()
    if (done) return value
    if (performance.now() - since < TURN_MS) continue
    await nextTask()
    since = performance.now()
  }
}

function* problemSearch(snapshot: TenantSnapshot, moment: number): Generator<undefined, Problem[]> {
  const at = checked(snapshot, moment)
  const found = yield* routeProblems(at)
  for (const part of PARTS) {
    found.push(...part(at))
    yield
  }
  return bySeverity([...new Map(found.map((each) => [each.key, each])).values()])
}

/** By severity, then by key. */
export function bySeverity(found: readonly Problem[]): Problem[] {
  return found.toSorted(
    (a, b) =>
      SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity) ||
      (a.key < b.key ? -1 : a.key > b.key ? 1 : 0),
  )
}
