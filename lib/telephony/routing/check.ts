import { inWorker } from './in-worker'
import type { problems } from './problems'
import type { Problem } from './problems/problem'
import type { TenantSnapshot } from './snapshot'

/** Runs problems() in a worker: with 2,000 extensions it takes so long that the page would stand still. */
export function checkConfiguration(snapshot: TenantSnapshot, moment: number): Promise<Problem[]> {
  const worker = new Worker(new URL('./problems.worker.ts', import.meta.url), { type: 'module' })
  return inWorker<typeof problems>(worker, snapshot, moment)
}
