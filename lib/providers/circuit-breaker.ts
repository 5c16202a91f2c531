/** The provider failed too often and gets no requests for a while. */
export class CircuitOpen extends Error {
  override name = 'CircuitOpen'
}

export interface CircuitOptions {
  /** Consecutive failures that open the breaker. */
  failures: number
  /** How long it stays open, in milliseconds. */
  restMs: number
  now?: () => number
}

/**
 * Avoids waiting for a dead provider: after that many failures in a row, every call is refused at once (CircuitOpen) until the
 * pause is over. Then one call probes; the others are refused until it has finished.
 */
export function circuitBreaker({ failures, restMs, now = () => performance.now() }: CircuitOptions) {
  let failed = 0
  let openedAt = 0
  let trying = false

  return async function through<Answer>(call: () => Promise<Answer>): Promise<Answer> {
    const open = failed >= failures
    if (open && (trying || now() - openedAt < restMs)) throw new CircuitOpen('The provider is not answering.')
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
