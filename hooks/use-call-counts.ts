import { type CallCounts, countCalls } from '@/lib/telephony/calls-client'
import { keys } from './keys'
import { useQuery } from './use-query'

const COUNTS_MS = 5000

/** Number of live calls per tenant; undefined while loading, and for users who may not see them (`asked` is false). */
export const useCallCounts = (asked: boolean): ReadonlyMap<string, CallCounts> | undefined =>
  useQuery(asked ? keys.callCounts() : null, countCalls, { refreshInterval: COUNTS_MS }).data
