import { type CallQuery, databaseFilters } from './call-query'

/** Address of the CSV file with all matching calls, whatever the page. */
export function exportPath(tenantId: string, query: CallQuery): string {
  const { number, number_match, account_code, hangup_cause, min_talk, ...same } = databaseFilters(query)
  const given = {
    from: query.span.from,
    until: query.span.until,
    sort: query.sort,
    desc: query.descending,
    number,
    match: number_match,
    accountCode: account_code,
    cause: hangup_cause,
    minTalk: min_talk,
    ...same,
  }
  const set = Object.entries(given).filter(([, value]) => value !== undefined)
  const parameters = new URLSearchParams(set.map(([name, value]) => [name, String(value)]))
  return `/api/tenants/${encodeURIComponent(tenantId)}/cdr-export?${parameters}`
}
