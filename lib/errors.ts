/** The message of a failure that has no better one (specification section 8). */
export const GENERIC_FAILURE = 'Something went wrong.'

/** Shown when the request never reached the server. */
export const NETWORK_FAILURE = 'The server cannot be reached. Check your connection and try again.'

/** An error whose message is written for the user, who sees it. */
export class UserError extends Error {
  override name = 'UserError'
}

/**
 * A request that failed: its status was not 200 or 201, or there was no answer (`status` 0). `body` is the parsed JSON body, if
 * any (specification section 7). Every function in lib that reads or writes over the network throws it unless its docstring says
 * otherwise.
 */
export class RequestFailure extends UserError {
  override name = 'RequestFailure'
  readonly status: number
  readonly body: unknown
  /** Whether no answer came at all, or a proxy's error in place of one: the request may have been carried out or not. */
  readonly unanswered: boolean

  /** `message` is undefined if the answer has none for the user. */
  constructor(message: string | undefined, status: number, body?: unknown, options?: ErrorOptions) {
    super(message ?? GENERIC_FAILURE, options)
    this.status = status
    this.body = body
    this.unanswered = status === 0 || (message === undefined && [502, 503, 504].includes(status))
  }
}

/** Whether it is a RequestFailure that is `unanswered`. */
export const isUnanswered = (failure: unknown): boolean =>
  failure instanceof RequestFailure && failure.unanswered

/** Shown when the session ended while the user worked. */
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
  | 'busy'
  | 'refused'

/** A write the database refused for a reason the user can fix; the message says which. */
export class Refusal extends RequestFailure {
  override name = 'Refusal'
  readonly reason: RefusalReason
  /** The column whose value was refused, if known. */
  readonly column: string | undefined

  constructor(message: string, status: number, reason: RefusalReason, column?: string, body?: unknown) {
    super(message, status, body)
    this.reason = reason
    this.column = column
  }
}

/** The text to show for any thrown value: the message of a UserError, otherwise 'Something went wrong.'. */
export function failureMessage(error: unknown): string {
  return error instanceof UserError ? error.message : GENERIC_FAILURE
}
