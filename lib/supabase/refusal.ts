import { Refusal, type RefusalReason } from '../errors'

/** An error as PostgREST answers it; `code` is the SQLSTATE, `details` may be JSON {kind, id, column}. */
export interface DatabaseError {
  message: string
  code?: string
  details?: string | null
}

type Reading = (error: DatabaseError) => { reason: RefusalReason; message?: string; column?: string }

/**
 * What each SQLSTATE means to the person who saved. Messages in PostgreSQL's own words are replaced; those that the
 * schema's functions raise are written for people and shown as they are.
 */
const READINGS: Record<string, Reading> = {
  TR409: () => ({
    reason: 'conflict',
    message: 'Someone else has saved this record since you opened it.',
  }),
  TR410: () => ({ reason: 'gone', message: 'This record has been deleted by someone else.' }),
  '23505': taken,
  '23503': ({ message }) => {
    if (!/violates .*foreign key constraint/.test(message)) return { reason: 'in-use', message }
    return /^insert or update/.test(message)
      ? {
          reason: 'invalid',
          message: 'Something that this record refers to no longer exists, or belongs to another tenant.',
          column: keyColumn(message, /constraint "(?:.*?_)?([a-z_]+_id)_fkey"/),
        }
      : { reason: 'in-use', message: 'This record is in use and cannot be deleted.' }
  },
  '23514': ({ message }) => {
    const native = /^new row for relation "([^"]+)" violates check constraint "([^"]+)"/.exec(message)
    if (!native) return { reason: 'invalid', message }
    const [, table = '', constraint = ''] = native
    return {
      reason: 'invalid',
      message: 'This value is not allowed here.',
      column: columnOfConstraint(table, constraint),
    }
  },
  '23502': ({ message }) => ({
    reason: 'invalid',
    message: 'This must be filled in.',
    column: keyColumn(message, /null value in column "([^"]+)"/),
  }),
  '22P02': () => ({ reason: 'invalid', message: 'A value has the wrong form.' }),
  '22003': () => ({ reason: 'invalid', message: 'A number is too large.' }),
  '42501': ({ message }) => ({
    reason: 'forbidden',
    message: /row-level security|permission denied/.test(message)
      ? 'Your role does not allow this.'
      : message,
  }),
  P0001: ({ message }) => ({ reason: 'invalid', message }),
}

/**
 * The refusal that a database error stands for, or undefined for one that the reader can do nothing about. A SQLSTATE
 * TR4xx without a reading of its own is a limit, such as the cap on seats: its message names the figures.
 */
export function refusalOf(error: DatabaseError, status: number): Refusal | undefined {
  const reading = Object.hasOwn(READINGS, error.code ?? '') ? READINGS[error.code ?? ''] : undefined
  if (!reading) {
    return error.code?.startsWith('TR4')
      ? new Refusal(error.message, status, 'limit', detailOf(error).column, error)
      : undefined
  }
  const { reason, message = error.message, column } = reading(error)
  return new Refusal(message, status, reason, column ?? detailOf(error).column, error)
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
  return {
    reason: 'taken',
    message: value ? `${value} is already taken.` : 'There is such a record already.',
    column: column || undefined,
  }
}

function detailOf({ details }: DatabaseError): { column?: string } {
  try {
    const detail: unknown = JSON.parse(details ?? '')
    if (typeof detail === 'object' && detail !== null && 'column' in detail) {
      return typeof detail.column === 'string' ? { column: detail.column } : {}
    }
  } catch {
    // Not every detail is JSON.
  }
  return {}
}

/** PostgreSQL names the check of one column `<table>_<column>_check`. */
function columnOfConstraint(table: string, constraint: string): string | undefined {
  const name = constraint.replace(/_check\d*$/, '')
  return name !== constraint && name.startsWith(`${table}_`) ? name.slice(table.length + 1) : undefined
}

function keyColumn(message: string, pattern: RegExp): string | undefined {
  return pattern.exec(message)?.[1]
}
