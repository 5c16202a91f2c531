import { postJson } from '../fetcher'

/** How many of the rejected records are stored now, and how many are still rejected; those gone meanwhile are neither. */
export interface Retried {
  stored: number
  rejected: number
}

/** Has the server parse rejected records of a tenant, or of none, again. Throws RequestFailure. */
export const retryRecords = (tenant: string, ids: readonly string[]) =>
  postJson<Retried>('/api/cdr/retry', { tenant, ids })
