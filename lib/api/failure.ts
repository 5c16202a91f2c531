import type { IncomingMessage } from 'node:http'
import { BUSY, isOutOfRoom, NO_ROOM } from '../supabase/refusal'

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

/** Answers 405 unless the request has one of the methods. */
export function requireMethod({ method = '' }: Pick<IncomingMessage, 'method'>, ...methods: string[]): void {
  if (methods.includes(method)) return
  throw new ApiFailure(405, `Use ${methods.join(' or ')}.`, { headers: { Allow: methods.join(', ') } })
}

/** A 429 with the number of seconds to wait. */
export function tooManyRequests(seconds: number, message: string): ApiFailure {
  return new ApiFailure(429, message, { headers: { 'Retry-After': String(seconds) } })
}

/** SQLSTATEs whose message is written for the user, with the status to answer. */
const STATUSES: Record<string, number> = {
  '23001': 409,
  '23505': 409,
  '23514': 409,
  '42501': 403,
  // The access token is invalid or has expired.
  PGRST301: 401,
  PGRST302: 401,
  PGRST303: 401,
  TR401: 403,
  TR409: 409,
  TR410: 404,
  TR429: 429,
}

/** What throwOnError throws. Matched by name, because Node may load supabase-js twice: as CommonJS and as an ES module. */
export const isDatabaseError = (error: unknown): error is Error & { code: string } =>
  error instanceof Error && error.name === 'PostgrestError'

/**
 * Turns a database error into an answer: a refusal keeps its message; anything else is rethrown and logged. 507 for a full disk, 503
 * when no connection to the database became free in time.
 */
export function databaseFailure(error: { code?: string; message: string }): Error {
  if (isOutOfRoom(error)) return new ApiFailure(507, NO_ROOM, { code: error.code })
  if (error.code === 'PGRST003') {
    return new ApiFailure(503, BUSY, { code: error.code, headers: { 'Retry-After': '1' } })
  }
  const status = STATUSES[error.code ?? '']
  if (!status) return Object.assign(new Error(error.message), { cause: error })
  return new ApiFailure(status, wordsOf(error, status), { code: error.code })
}

function wordsOf({ code, message }: { code?: string; message: string }, status: number): string {
  if (status === 401) return 'Sign in first.'
  // PostgreSQL's own message would name tables and policies.
  const native = /row-level security|^permission denied/.test(message)
  return code === '42501' && native ? 'You do not have permission to do this.' : message
}
