import { turnInLine } from '../lib/turn-in-line.ts'

/** Runs a limited number of jobs concurrently, taking waiting jobs from each caller in turn. */
export interface FairQueue {
  run<T>(caller: string, work: () => Promise<T>): Promise<T>
}

/** Refuses a job that has waited for too long; it was not begun. */
export class QueueTimeout extends Error {
  override name = 'QueueTimeout'
}

/**
 * A queue that no caller can fill for the others: a caller with one request waits for running jobs and for at most one job of each
 * other caller, however many those have queued. Whoever waits for longer than `patienceMs` is refused with QueueTimeout.
 */
export function fairQueue(atOnce: number, patienceMs: number): FairQueue {
  /** In the order in which callers are served next. */
  const waiting = new Map<string, (() => void)[]>()
  let running = 0

  function next(): void {
    const [caller, starts] = waiting.entries().next().value ?? []
    if (caller === undefined || !starts) {
      running -= 1
      return
    }
    waiting.delete(caller)
    const start = starts.shift()
    if (starts.length > 0) waiting.set(caller, starts)
    start?.()
  }

  function turn(caller: string): Promise<void> {
    const starts = waiting.get(caller) ?? []
    waiting.set(caller, starts)
    return turnInLine(starts, patienceMs, () => {
      if (starts.length === 0) waiting.delete(caller)
      return new QueueTimeout('Waited for too long.')
    })
  }

  return {
    async run(caller, work) {
      if (running < atOnce) running += 1
      else await turn(caller)
      try {
        return await work()
      } finally {
        next()
      }
    },
  }
}
