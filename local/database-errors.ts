import { inspect } from 'node:util'
import { oneLine } from './errors.ts'

/** A PostgreSQL error as the driver throws it. */
interface DatabaseError extends Error {
  code: string
  detail?: string
  hint?: string
}

/** A refusal as PostgREST answers it. */
export interface Refusal {
  status: number
  code: string
  message: string
  details: string | null
  hint: string | null
}

/** SQLSTATEs and classes that @supabase/lite already answers as PostgREST does. */
const ANSWERED = /^(21|22|42|53|55|2350[235]|25006|PT\d{3}|PGRST)/

/** PostgREST's statuses by SQLSTATE and class; all others are the caller's mistake, 400. */
const STATUSES: [RegExp, number][] = [
  [/^(P0001|23502)$/, 400],
  [/^(23503|23505)$/, 409],
  [/^25006$/, 405],
  [/^42501$/, 403],
  [/^(42883|42P01)$/, 404],
  [/^42P17$/, 500],
  [/^08/, 503],
  [/^(28|0L|0P)/, 403],
  [/^(09|25|2D|38|39|3B|40|53|54|55|57|58|F0|HV|P0|XX)/, 500],
]

/**
 * Prepares a database error for @supabase/lite, which otherwise answers violated checks and raised exceptions with status 500 and
 * no SQLSTATE, and prints a stack for every error. The result has the form of PostgREST's "raise sqlstate 'PGRST'", with which
 * the database dictates the whole answer.
 */
export function toAnswer(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  const answer = isDatabaseError(error) && !ANSWERED.test(error.code) ? dictated(error) : error
  const line = `The database refused a request: ${oneLine(error)}`
  return Object.defineProperty(answer, inspect.custom, { value: () => line })
}

/** The answer to a request that failed with a database error, which is logged. `isAnonymous`: without a signed-in user. */
export function refusalOf(error: unknown, isAnonymous: boolean): Refusal {
  console.error(`The database refused a request: ${oneLine(error)}`)
  if (!(error instanceof Error) || !isDatabaseError(error)) {
    return { status: 500, code: 'SUP', message: String(error), details: null, hint: null }
  }
  const { code, message, detail, hint } = error
  // A visitor may have the permission once signed in.
  const status = code === '42501' && isAnonymous ? 401 : statusOf(code)
  return { status, code, message, details: detail ?? null, hint: hint ?? null }
}

function statusOf(code: string): number {
  const stated = /^PT([2-5]\d\d)$/.exec(code)?.[1]
  if (stated) return Number(stated)
  return STATUSES.find(([pattern]) => pattern.test(code))?.[1] ?? 400
}

function dictated({ code, message, detail, hint }: DatabaseError): Error {
  return Object.assign(new Error(JSON.stringify({ code, message, details: detail, hint })), {
    code: 'PGRST',
    detail: JSON.stringify({ status: statusOf(code), headers: {} }),
  })
}

function isDatabaseError(error: Error): error is DatabaseError {
  return 'code' in error && typeof error.code === 'string' && /^[0-9A-Z]{5}$/.test(error.code)
}
