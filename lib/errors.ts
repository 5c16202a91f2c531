/** The message of a failure that says nothing better about itself (specification section 8). */
export const GENERIC_FAILURE = 'Something went wrong.'

/** What a person reads when the request never reached the server. */
export const NETWORK_FAILURE = 'The server cannot be reached. Check your connection and try again.'

/**
 * A request that failed: the answer had a status other than 200 or 201, or there was no answer (`status` 0).
 * `body` is the parsed JSON body if there was one (specification section 7).
 */
export class RequestFailure extends Error {
  override name = 'RequestFailure'
  readonly status: number
  readonly body: unknown

  constructor(message: string, status: number, body?: unknown, options?: ErrorOptions) {
    super(message, options)
    this.status = status
    this.body = body
  }
}

/** What a person reads when the session was ended while they worked. */
export const SESSION_ENDED = 'Your session has ended. Sign in again.'

/** Why the database refused a request. */
export type RefusalReason =
  | 'conflict'
  | 'gone'
  | 'taken'
  | 'in-use'
  | 'invalid'
  | 'forbidden'
  | 'signed-out'
  | 'refused'

/** A write that the database refused for a reason a person can act upon; its message says which. */
export class Refusal extends RequestFailure {
  override name = 'Refusal'
  readonly reason: RefusalReason
  /** The column whose value was refused, where one is known. */
  readonly column: string | undefined

  constructor(message: string, status: number, reason: RefusalReason, column?: string, body?: unknown) {
    super(message, status, body)
    this.reason = reason
    this.column = column
  }
}

/** The text to show a person for anything thrown: a request's own message, else 'Something went wrong.'. */
export function failureMessage(error: unknown): string {
  return error instanceof RequestFailure ? error.message : GENERIC_FAILURE
}
