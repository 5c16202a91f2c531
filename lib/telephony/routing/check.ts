import { wrap } from 'comlink'
import type { problems } from './problems'
import type { Problem } from './problems/problem'
import type { TenantSnapshot } from './snapshot'

/** Runs problems() in a worker: with 2,000 extensions it takes so long that the page would stand still. */
export async function checkConfiguration(snapshot: TenantSnapshot, moment: number): Promise<Problem[]> {
  const worker = new Worker(new URL('./problems.worker.ts', import.meta.url), { type: 'module' })
  try {
    return await new Promise((resolve, reject) => {
      worker.addEventListener('error', ({ message }) => reject(new Error(message || 'The check failed.')))
      wrap<typeof problems>(worker)(snapshot, moment).then(resolve, reject)
    })
  } finally {
    worker.terminate()
  }
}
