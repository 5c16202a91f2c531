import { Refusal, type RefusalReason, SESSION_ENDED } from '../errors'
import { CONSTRAINT_MESSAGES, UNIQUE_COLUMNS } from './constraint-messages'

/** An error as PostgREST returns it; `code` is the SQLSTATE, `details` may be JSON {kind, id, column}. */
export interface DatabaseError {
  message: string
  code?: string
  details?: string | null
}

export const BUSY = 'The server is busy. Nothing was changed; try again in a moment.'

const NO_ROOM =
  'The server has no room left, so nothing was stored. What you see can still be read; save again later.'

/**
 * Whether the database's disk is full, or nearly: then our embedded database and hosted Supabase are read-only.
 */
export const isOutOfRoom = ({ code }: { code?: string }) => code === '25006' || code === '53100'

const MESSAGES: ReadonlyMap<string, { column: string; message: string }> = new Map(
  Object.entries(CONSTRAINT_MESSAGES),
)

/** Told to a user whose role lacks the permission. */
export const FORBIDDEN = 'Your role does not allow this.'

type Reading = (error: DatabaseError) => { reason: RefusalReason; message?: string; column?: string }

/**
 * Meaning of each SQLSTATE for the user who saved. PostgreSQL's own messages are replaced; messages raised by the schema's
 * functions are written for users and shown as they are.
 */
const READINGS: Record<string, Reading> = {
  TR409: () => ({ reason: 'conflict' }),
  TR410: () => ({ reason: 'gone' }),
  '23505': taken,
  '23503': ({ message }) => {
    if (!/violates .*foreign key constraint/.test(message)) return { reason: 'in-use', message }
    return /^insert or update/.test(message)
      ? {
          reason: 'invalid',
          message: 'This record refers to something that no longer exists or belongs to another tenant.',
          column: keyColumn(message, /constraint "(?:.*?_)?([a-z_]+_id)_fkey"/),
        }
      : { reason: 'in-use', message: 'This record is in use and cannot be deleted.' }
  },
  '23001': ({ message }) => ({ reason: 'in-use', message }),
  '23514': ({ message }) => {
    const native = /^new row for relation "([^"]+)" violates check constraint "([^"]+)"/.exec(message)
    if (!native) return { reason: 'invalid', message }
    const [, table = '', constraint = ''] = native
    const known = MESSAGES.get(constraint)
    if (known) return { reason: 'invalid', ...known }
    return {
      reason: 'invalid',
      message: 'This value is not allowed here.',
      column: columnOfConstraint(table, constraint),
    }
  },
  '23502': ({ message }) => ({
    reason: 'invalid',
    message: 'Fill in this field.',
    column: keyColumn(message, /null value in column "([^"]+)"/),
  }),
  '57014': () => ({
    reason: 'refused',
    message: 'This took too long and was stopped. Nothing was changed. Try again with fewer at a time.',
  }),
  // No connection to the database became free in time.
  PGRST003: () => ({ reason: 'busy', message: BUSY }),
  // The transaction met another that changes the same records in another order, as a save locks a record and then its parts, and a change
  // of parts alone locks the record last (private.bump_versions). It was rolled back so that the other could go on.
  '40P01': () => ({ reason: 'busy', message: BUSY }),
  '40001': () => ({ reason: 'busy', message: BUSY }),
  // Another transaction, such as an import, held the same records for longer than lock_timeout.
  '55P03': () => ({ reason: 'busy', message: BUSY }),
  '25006': () => ({ reason: 'refused', message: NO_ROOM }),
  '53100': () => ({ reason: 'refused', message: NO_ROOM }),
  // Ids come from addresses and from the app itself, never from a field: a malformed one matches nothing.
  '22P02': ({ message }) =>
    / type uuid\b/.test(message)
      ? { reason: 'gone', message: 'Record not found.' }
      : { reason: 'invalid', message: 'A value has the wrong format.' },
  '22003': () => ({ reason: 'invalid', message: 'A number is too large.' }),
  '42501': ({ message }) => ({
    reason: 'forbidden',
    message: /row-level security|permission denied/.test(message) ? FORBIDDEN : message,
  }),
  P0001: ({ message }) => ({ reason: 'invalid', message }),
}

/**
 * The refusal for a database error, or undefined if the user can do nothing about it. Every SQLSTATE TR4xx is the schema's own,
 * with a message for users. PostgREST answers 401 when the access token is invalid or expired, and when a visitor without one
 * lacks a right; a role that lacks it gets 403.
 */
export function refusalOf(error: DatabaseError, status: number): Refusal | undefined {
  if (status === 401) return new Refusal(SESSION_ENDED, status, 'signed-out', undefined, error)
  const reading = Object.hasOwn(READINGS, error.code ?? '') ? READINGS[error.code ?? ''] : undefined
  if (!reading) {
    return error.code?.startsWith('TR4')
      ? new Refusal(error.message, status, 'refused', detailOf(error).column, error)
      : undefined
  }
  const { reason, message = error.message, column } = reading(error)
  return new Refusal(message, status, reason, column ?? detailOf(error).column, error)
}

const NATIVE: readonly [RegExp, string][] = [
  [/violates check constraint/, '23514'],
  [/violates .*foreign key constraint/, '23503'],
  [/^duplicate key value/, '23505'],
  [/^null value in column/, '23502'],
  [/row-level security|^permission denied/, '42501'],
  [/^invalid input syntax/, '22P02'],
]

/** The same for an error of which only the message is known; a message that is not PostgreSQL's own is kept. */
export function refusalOfMessage(message: string): { message: string; column?: string } {
  const code = NATIVE.find(([pattern]) => pattern.test(message))?.[1]
  return (code && refusalOf({ code, message }, 400)) || { message }
}

function taken(error: DatabaseError): ReturnType<Reading> {
  if (!error.message.startsWith('duplicate key value')) return { reason: 'taken', message: error.message }
  const [, columns = '', values = ''] =
    /^Key \((.+)\)=\((.+)\) already exists/.exec(error.details ?? '') ?? []
  const column = columns
    .split(', ')
    .at(-1)
    ?.replace(/^lower\((.+?)(?:::text)?\)$/, '$1')
  const value = values.split(', ').at(-1)
  if (value) return { reason: 'taken', message: `${value} is already taken.`, column }
  // Of a table with row-level security PostgreSQL tells no values.
  const [, constraint = ''] = /unique constraint "([^"]+)_key"/.exec(error.message) ?? []
  const [named, words] =
    Object.entries(UNIQUE_COLUMNS).find(([name]) => constraint.endsWith(`_${name}`)) ?? []
  return {
    reason: 'taken',
    message: words ? `A record with this ${words} already exists.` : 'A record like this already exists.',
    column: named,
  }
}

function detailOf({ details }: DatabaseError): { column?: string } {
  try {
    const detail: unknown = JSON.parse(details ?? '')
    if (typeof detail === 'object' && detail !== null && 'column' in detail) {
      return typeof detail.column === 'string' ? { column: detail.column } : {}
    }
  } catch {
    // Details are not always JSON.
  }
  return {}
}

/** PostgreSQL names a single-column check `<table>_<column>_check`. */
function columnOfConstraint(table: string, constraint: string): string | undefined {
  const name = constraint.replace(/_check\d*$/, '')
  return name !== constraint && name.startsWith(`${table}_`) ? name.slice(table.length + 1) : undefined
}

function keyColumn(message: string, pattern: RegExp): string | undefined {
  return pattern.exec(message)?.[1]
}
