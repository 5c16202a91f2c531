import { checked, type Problem, problem } from '../routing/problems/problem'
import type { TenantSnapshot } from '../routing/snapshot'
import { brokenExpectations, type Expectation, expectedText } from './expectation'

/**
 * Failed expectations at an instant (milliseconds since 1970), as problems of the configuration check: errors, because calls do not
 * go where staff require.
 */
export function expectationProblems(
  snapshot: TenantSnapshot,
  expectations: readonly Expectation[],
  now: number,
): Problem[] {
  return brokenExpectations(snapshot, expectations, now).map(({ expectation, actual }) => {
    const record = { table: 'call_expectations', id: expectation.id, label: expectation.name } as const
    const text = `Expectation “${expectation.name}” is broken. Expected: the call ${expectedText(snapshot, expectation)}. Now: ${actual}`
    return problem(checked(snapshot, now), 'error', 'expectation-broken', record, text)
  })
}
