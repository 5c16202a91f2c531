import ELK from 'elkjs/lib/elk-api'
import type { CallMap } from './call-map'
import { type Layout, layoutOf } from './layout'

/** A worker that lays maps out, so that the page goes on meanwhile. */
export interface LayoutWorker {
  /** Rejects when the worker fails, and from then on. */
  layout(map: CallMap): Promise<Layout>
  end(): void
}

/** Starts a worker. To be kept while a page may need it: the first layout of a worker takes several times as long as the next. */
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
