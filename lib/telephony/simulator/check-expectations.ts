import { inWorker } from '../routing/in-worker'
import type { TenantSnapshot } from '../routing/snapshot'
import type { Expectation, Verdict } from './expectation'
import type { VerdictsOf } from './expectations.worker'

/** Runs verdictOf() for each expectation in a worker, which alone brings the engine: the pages of forms ask after each save. */
export function checkExpectations(
  snapshot: TenantSnapshot,
  expectations: readonly Expectation[],
  now: number,
): Promise<Verdict[]> {
  const worker = new Worker(new URL('./expectations.worker.ts', import.meta.url), { type: 'module' })
  return inWorker<VerdictsOf>(worker, snapshot, expectations, now)
}
