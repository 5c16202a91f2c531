import { GENERIC_FAILURE, NETWORK_FAILURE, RequestFailure } from '../errors'

type DatabaseAnswer<Data> =
  | { data: Data; error: null; status: number }
  | { data: null; error: { message: string }; status: number }

/**
 * The data of a database answer. A refusal or failure is logged and thrown as a RequestFailure with words for the
 * reader; the database's own words are for the log.
 */
export function dataOf<Data>({ data, error, status }: DatabaseAnswer<Data>): Data {
  if (error === null) return data
  console.error(error)
  throw new RequestFailure(status === 0 ? NETWORK_FAILURE : GENERIC_FAILURE, status, error)
}
