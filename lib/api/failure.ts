import type { IncomingMessage } from 'node:http'
import type { RefusalReason } from '../errors'
import { type DatabaseError, refusalOf } from '../supabase/refusal'

/** The header by which a program knows that this app refuses, and not a proxy in front of it. */
export const REFUSAL = 'X-Refusal'

/** An API handler throws this to answer with a status and message instead of a result. */
export class ApiFailure extends Error {
  override name = 'ApiFailure'
  readonly status: number
  readonly issues?: { path: string; message: string }[]
  /** The database's SQLSTATE, for clients that tell refusals apart by it. */
  readonly code?: string
  readonly headers: Readonly<Record<string, string>>

  constructor(
    status: number,
    message: string,
    { issues, code, headers = {} }: Partial<Pick<ApiFailure, 'issues' | 'code' | 'headers'>> = {},
  ) {
    super(message)
    this.status = status
    this.issues = issues
    this.code = code
    this.headers = headers
  }
}

/** A file that can never be used, however often it is sent: 422. The message is for the user who chose it. */
export class Unusable extends ApiFailure {
  override name = 'Unusable'

  constructor(message: string) {
    super(422, message)
  }
}

/** Answers 405 unless the request has one of the methods. */
export function requireMethod({ method = '' }: Pick<IncomingMessage, 'method'>, ...methods: string[]): void {
  if (methods.includes(method)) return
  throw new ApiFailure(405, `Use ${methods.join(' or ')}.`, { headers: { Allow: methods.join(', ') } })
}

/** A 429 with the number of seconds to wait. */
export function tooManyRequests(seconds: number, message: string): ApiFailure {
  return new ApiFailure(429, message, { headers: { 'Retry-After': String(seconds) } })
}

/** The status that tells a client the reason of a refusal. */
const STATUSES: Record<RefusalReason, number> = {
  conflict: 409,
  gone: 404,
  taken: 409,
  'in-use': 409,
  invalid: 409,
  forbidden: 403,
  'signed-out': 401,
  busy: 503,
  refused: 409,
}

/** Codes whose status says more than their reason. 401 for TR401, which asks for the password again, would mean a lost session. */
const STATUSES_OF_CODES: Record<string, number> = {
  TR401: 403,
  TR404: 404,
  TR429: 429,
  '57014': 503,
  '25006': 507,
  '53100': 507,
}

/** What supabase-js returns as `error`, which is not an Error, and what throwOnError throws. */
export const isDatabaseError = (error: unknown): error is DatabaseError =>
  typeof error === 'object' &&
  error !== null &&
  'code' in error &&
  typeof error.code === 'string' &&
  'details' in error &&
  'hint' in error

/**
 * Turns a database error into an answer: a refusal in the words of refusalOf; anything else is rethrown and logged. 507 for a full
 * disk, 503 when the database is busy.
 */
export function databaseFailure(error: DatabaseError): Error {
  const { code = '' } = error
  // PostgREST answers 401 to an access token that is invalid or has expired, but the error alone has only a code.
  const refusal = refusalOf(error, /^PGRST30[123]$/.test(code) ? 401 : 400)
  if (!refusal) return Object.assign(new Error(error.message), { cause: error })
  const { message, reason } = refusal
  return new ApiFailure(STATUSES_OF_CODES[code] ?? STATUSES[reason], message, {
    code,
    headers: reason === 'busy' ? { 'Retry-After': '1' } : {},
  })
}
