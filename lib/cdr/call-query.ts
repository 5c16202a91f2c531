import type { DaySpan } from '../dates/span'
import type { PageQuery } from '../lists/page'
import type { Json } from '../supabase/database.types'
import { bareNumber } from '../validation/phone'
import type { CallDirection, CallStatus } from './call-record'

/** Sort orders for calls; the names match those the database function cdr_page accepts. */
export const CALL_SORTS = ['start', 'talk'] as const
export type CallSort = (typeof CALL_SORTS)[number]

export const NUMBER_MATCHES = ['start', 'end'] as const
export type NumberMatch = (typeof NUMBER_MATCHES)[number]

/** Filters on the calls of the selected days. */
export interface CallFilters {
  /** As typed: digits with or without separators. */
  number: string
  match: NumberMatch
  extension: string
  accountCode: string
  direction: CallDirection | null
  status: CallStatus | null
  /** Name of a hangup cause. */
  cause: string | null
  /** Of the day by the tenant's clocks, 0 to 23. */
  hour: number | null
  /** Minimum talk time, in seconds. */
  minTalk: number | null
  recorded: boolean
}

/** The query of the call list. */
export interface CallQuery extends CallFilters, PageQuery {
  span: DaySpan
  sort: CallSort
}

export const NO_FILTERS: CallFilters = {
  number: '',
  match: 'start',
  extension: '',
  accountCode: '',
  direction: null,
  status: null,
  cause: null,
  hour: null,
  minTalk: null,
  recorded: false,
}

/** Whether any filter is set; a number typed as nothing but punctuation is none. */
export function isFiltered(filters: CallFilters): boolean {
  return Object.keys(databaseFilters(filters)).length > 0
}

/** Whether a filter is set that the chart ignores: it counts by direction and status only. */
export function isBeyondChart(filters: CallFilters): boolean {
  return isFiltered({ ...filters, direction: null, status: null })
}

/** Calls show numbers abroad in E.164, which people write with a zero that is not dialed, and dial after 011. */
function searchedNumber({ number, match }: CallFilters): string {
  const compact = bareNumber(number)
    .replace('(0)', '')
    .replace(/[^0-9A-Za-z+*#]/g, '')
  return (match === 'start' ? compact.replace(/^011(?=[1-9])/, '+') : compact).slice(0, 32)
}

/** The filters that are set, by the names that the database functions take (cdr_page). */
export function databaseFilters(filters: CallFilters): Record<string, Json> {
  const number = searchedNumber(filters)
  const extension = filters.extension.trim()
  const accountCode = filters.accountCode.trim()
  return {
    ...(number ? { number, number_match: filters.match } : {}),
    ...(extension ? { extension } : {}),
    ...(accountCode ? { account_code: accountCode } : {}),
    ...(filters.direction ? { direction: filters.direction } : {}),
    ...(filters.status ? { status: filters.status } : {}),
    ...(filters.cause ? { hangup_cause: filters.cause } : {}),
    ...(filters.hour === null ? {} : { hour: filters.hour }),
    ...(filters.minTalk ? { min_talk: filters.minTalk } : {}),
    ...(filters.recorded ? { recorded: true } : {}),
  }
}
