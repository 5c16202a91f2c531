import ELK from 'elkjs/lib/elk-api'
import type { CallMap } from './call-map'
import { type Layout, layoutOf } from './layout'

/** A worker that computes map layouts without blocking the page. */
export interface LayoutWorker {
  /** Rejects once the worker has failed. */
  layout(map: CallMap): Promise<Layout>
  end(): void
}

/** Starts a worker. Keep it while a page may need it: a worker's first layout takes several times as long as later ones. */
export function startLayouts(): LayoutWorker {
  const worker = new Worker(new URL('./layout.worker.ts', import.meta.url), { type: 'module' })
  const failed = new Promise<never>((_, reject) => {
    worker.addEventListener('error', ({ message }) => reject(new Error(message || 'The layout failed.')))
  })
  failed.catch(() => undefined)
  const elk = new ELK({ workerFactory: () => worker })
  return {
    layout: (map) => Promise.race([layoutOf(elk, map), failed]),
    end: () => worker.terminate(),
  }
}
