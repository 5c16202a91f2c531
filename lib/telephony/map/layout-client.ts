import ELK from 'elkjs/lib/elk-api'
import type { CallMap } from './call-map'
import { type Layout, layoutOf } from './layout'

/** Lays a map out in a worker, so that the page goes on meanwhile. */
export async function layoutInWorker(map: CallMap): Promise<Layout> {
  const worker = new Worker(new URL('./layout.worker.ts', import.meta.url), { type: 'module' })
  try {
    return await new Promise((resolve, reject) => {
      worker.addEventListener('error', ({ message }) => reject(new Error(message || 'The layout failed.')))
      layoutOf(new ELK({ workerFactory: () => worker }), map).then(resolve, reject)
    })
  } finally {
    worker.terminate()
  }
}
