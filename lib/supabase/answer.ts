import { GENERIC_FAILURE, NETWORK_FAILURE, Refusal, RequestFailure } from '../errors'
import { type DatabaseError, refusalOf } from './refusal'

type DatabaseAnswer<Data> =
  | { data: Data; error: null; status: number }
  | { data: null; error: DatabaseError; status: number }

/**
 * The data of a database answer. A refusal that the reader can act upon is thrown as a Refusal, any other failure is
 * logged and thrown as a RequestFailure with words for the reader; the database's own words are for the log.
 */
export function dataOf<Data>({ data, error, status }: DatabaseAnswer<Data>): Data {
  if (error === null) return data
  const refusal = refusalOf(error, status)
  if (refusal) throw refusal
  console.error(error)
  throw new RequestFailure(status === 0 ? NETWORK_FAILURE : GENERIC_FAILURE, status, error)
}

/** For a change of one record, which answers what it changed. Throws Refusal 'gone' when there was nothing to change. */
export function requireChange(answer: DatabaseAnswer<unknown[]>): void {
  if (dataOf(answer).length === 0) {
    throw new Refusal('This record has been deleted by someone else.', 410, 'gone')
  }
}
