import { turnInLine } from '../server/turn-in-line'
import { ApiFailure } from './failure'

/** Runs `work` of a caller once one of their slots is free. */
export type InSlot = <T>(caller: string, work: () => Promise<T>) => Promise<T>

export interface SlotRules {
  /** How many jobs of each caller run at a time. */
  atOnce: number
  /** How long a job waits for its slot, in milliseconds. */
  patienceMs: number
  /** What a caller is told whose job has waited for that long. */
  busy: string
}

/**
 * Limits what takes long: of each caller, `atOnce` jobs run at a time, and the others wait in order of arrival. Nobody waits for
 * another caller, whose job may last as long as a slow download. A job that has waited for `patienceMs` is not begun: ApiFailure 503.
 */
export function callerSlots({ atOnce, patienceMs, busy }: SlotRules): InSlot {
  /** By caller with running jobs: how many, and what starts each of the others. */
  const callers = new Map<string, { running: number; waiting: (() => void)[] }>()

  const refusal = () => new ApiFailure(503, busy, { headers: { 'Retry-After': '10' } })

  return async (caller, work) => {
    const own = callers.get(caller) ?? { running: 0, waiting: [] }
    callers.set(caller, own)
    if (own.running < atOnce) own.running += 1
    else await turnInLine(own.waiting, patienceMs, refusal)
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
