import { turnInLine } from '../lib/server/turn-in-line.ts'

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
 * other caller, however many those have queued. Of one caller, `share` jobs run at a time (all, by default): the next one waits even while
 * others could run, so that long jobs leave room. Whoever waits for longer than `patienceMs` is refused with QueueTimeout.
 */
export function fairQueue(
  atOnce: number,
  patienceMs: number,
  share: (caller: string) => number = () => atOnce,
): FairQueue {
  /** In the order in which callers are served next. */
  const waiting = new Map<string, (() => void)[]>()
  const running = new Map<string, number>()
  let total = 0

  const of = (caller: string) => running.get(caller) ?? 0
  const mayBegin = (caller: string) => total < atOnce && of(caller) < share(caller)

  function begin(caller: string): void {
    total += 1
    running.set(caller, of(caller) + 1)
  }

  function end(caller: string): void {
    total -= 1
    if (of(caller) > 1) running.set(caller, of(caller) - 1)
    else running.delete(caller)
  }

  /** One job has ended, so at most one can begin. */
  function next(): void {
    for (const [caller, starts] of waiting) {
      if (!mayBegin(caller)) continue
      waiting.delete(caller)
      const start = starts.shift()
      if (starts.length > 0) waiting.set(caller, starts)
      begin(caller)
      start?.()
      return
    }
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
      if (mayBegin(caller)) begin(caller)
      else await turn(caller)
      try {
        return await work()
      } finally {
        end(caller)
        next()
      }
    },
  }
}
