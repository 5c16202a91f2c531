/** The provider has failed too often lately and is left alone for a while. */
export class CircuitOpen extends Error {
  override name = 'CircuitOpen'
}

export interface CircuitOptions {
  /** How many failures one after another open it. */
  failures: number
  /** For how long nothing is sent then, in milliseconds. */
  restMs: number
  now?: () => number
}

/**
 * Keeps a dead provider from being waited for: after so many failures in a row every call is refused at once
 * (CircuitOpen) until the rest is over. Then one call tries; the others are refused until it has ended.
 */
export function circuitBreaker({ failures, restMs, now = Date.now }: CircuitOptions) {
  let failed = 0
  let openedAt = 0
  let trying = false

  return async function through<Answer>(call: () => Promise<Answer>): Promise<Answer> {
    const open = failed >= failures
    if (open && (trying || now() - openedAt < restMs)) throw new CircuitOpen('The provider does not answer.')
    if (open) trying = true
    try {
      const answer = await call()
      failed = 0
      return answer
    } catch (error) {
      failed += 1
      openedAt = now()
      throw error
    } finally {
      if (open) trying = false
    }
  }
}
