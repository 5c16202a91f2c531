import { neutralizeCell } from '../csv'
import type { Call } from './call-list'

/** Headers of all that the list has, besides the id and the start in local time. */
const HEADERS: Record<Exclude<keyof Call, 'id' | 'sort_value'>, string> = {
  start_at: 'Start (UTC)',
  direction: 'Direction',
  from_number: 'From',
  from_name: 'From name',
  to_number: 'To',
  did: 'DID',
  extension: 'Extension',
  account_code: 'Account code',
  ring_seconds: 'Ring seconds',
  talk_seconds: 'Talk seconds',
  status: 'Status',
  hangup_cause: 'Hangup cause',
  mos: 'MOS',
  recording: 'Recording',
}
const COLUMNS = Object.keys(HEADERS) as (keyof typeof HEADERS)[]

/** First line of a CSV file of calls, with times in `zone`; starts with the byte order mark that tells Excel it is UTF-8. */
export function callCsvHeader(zone: string): string {
  return `\uFEFF${line(['Call', `Start (${zone})`, ...Object.values(HEADERS)])}`
}

/** Formats calls as CSV lines. Cells that a spreadsheet would run as a formula are neutralized; numbers keep their plus. */
export function callCsvWriter(zone: string): (calls: readonly Call[]) => string {
  // The Swedish locale writes dates as ISO 8601 does.
  const time = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' })
  return (calls) =>
    calls
      .map((call) => {
        const start = time.format(new Date(call.start_at))
        return line([call.id, start, ...COLUMNS.map((column) => String(call[column] ?? ''))])
      })
      .join('')
}

function line(cells: readonly string[]): string {
  return `${cells.map(quoted).join(',')}\r\n`
}

function quoted(cell: string): string {
  const safe = neutralizeCell(cell)
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
