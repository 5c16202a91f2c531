import { inWorker } from '../routing/in-worker'
import type { TenantSnapshot } from '../routing/snapshot'
import type { Expectation, Verdict } from './expectation'
import type { VerdictsOf } from './expectations.worker'

/**
 * Runs verdictOf() for each expectation in a worker, so that only the worker loads the engine: form pages do this after each save.
 */
export function checkExpectations(
  snapshot: TenantSnapshot,
  expectations: readonly Expectation[],
  now: number,
): Promise<Verdict[]> {
  const worker = new Worker(new URL('./expectations.worker.ts', import.meta.url), { type: 'module' })
  return inWorker<VerdictsOf>(worker, snapshot, expectations, now)
}
