import { NETWORK_FAILURE, Refusal, RequestFailure } from '../errors'
import type { Json } from './database.types'
import { type DatabaseError, refusalOf } from './refusal'

type DatabaseAnswer<Data> =
  | { data: Data; error: null; status: number }
  | { data: null; error: DatabaseError; status: number }

/** The data of a database answer. Throws its error as {@link asFailure}. */
export function dataOf<Data>({ data, error, status }: DatabaseAnswer<Data>): Data {
  if (error === null) return data
  throw asFailure(error, status)
}

/**
 * What a database error means to the user: a Refusal the user can act on; any other is logged and becomes a RequestFailure with a
 * message for the user. The database's own message goes only to the log.
 */
export function asFailure(error: DatabaseError, status: number): Refusal | RequestFailure {
  const refusal = refusalOf(error, status)
  if (refusal) return refusal
  console.error(error)
  return new RequestFailure(status === 0 ? NETWORK_FAILURE : undefined, status, error)
}

/** The same for a function that answers JSON. */
export function answerOf<Answer>(answer: DatabaseAnswer<unknown>): Answer {
  return typed<Answer>(dataOf(answer))
}

/** JSON from a database function, or from a column the database fills, as the type that its SQL guarantees. */
export function typed<Answer>(json: unknown): Answer {
  return json as Answer
}

/** A value as a JSON argument: objects of a declared type lack the index signature that Json requires. */
export function jsonOf(value: unknown): NonNullable<Json> {
  return value as NonNullable<Json>
}

/**
 * An argument that may be null, such as the tenant where there is none: the generated types only know arguments with a default, which may
 * be left out.
 */
export function orNull<Value>(value: Value | null): Value {
  return value as Value
}

/** For a change of one record that returns the changed row. Throws Refusal 'gone' if there was nothing to change. */
export function requireChange(answer: DatabaseAnswer<unknown[]>): void {
  if (dataOf(answer).length === 0) {
    throw new Refusal('This record has been deleted by someone else.', 410, 'gone')
  }
}
