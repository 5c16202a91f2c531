/** Runs a limited number of jobs concurrently, taking waiting jobs from each caller in turn. */
export interface FairQueue {
  run<T>(caller: string, work: () => Promise<T>): Promise<T>
}

/**
 * A queue that no caller can fill for the others: a caller with one request waits for running jobs and for at most one job of each
 * other caller, however many those have queued.
 */
export function fairQueue(atOnce: number): FairQueue {
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

  return {
    async run(caller, work) {
      if (running < atOnce) running += 1
      else {
        await new Promise<void>((start) => {
          const starts = waiting.get(caller)
          if (starts) starts.push(start)
          else waiting.set(caller, [start])
        })
      }
      try {
        return await work()
      } finally {
        next()
      }
    },
  }
}
