/** Runs `work` of a caller once one of their slots is free. */
export type InSlot = <T>(caller: string, work: () => Promise<T>) => Promise<T>

/**
 * Limits what takes long: at most `atOnce` jobs of each caller run at a time, and the others wait in order of arrival. Nobody waits for
 * another caller, whose job may last as long as a slow download.
 */
export function callerSlots(atOnce: number): InSlot {
  /** By caller with running jobs: how many, and what starts each of the others. */
  const callers = new Map<string, { running: number; waiting: (() => void)[] }>()
  return async (caller, work) => {
    const own = callers.get(caller) ?? { running: 0, waiting: [] }
    callers.set(caller, own)
    if (own.running < atOnce) own.running += 1
    else await new Promise<void>((start) => own.waiting.push(start))
    try {
      return await work()
    } finally {
      const next = own.waiting.shift()
      if (next) next()
      else own.running -= 1
      if (own.running === 0) callers.delete(caller)
    }
  }
}
