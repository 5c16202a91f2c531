import { neutraliseCell } from '../csv'
import type { Call } from './call-list'

const COLUMNS: readonly [string, (call: Call, startText: string) => string | number | null][] = [
  ['Call', (call) => call.id],
  ['Start', (_call, startText) => startText],
  ['Start (UTC)', (call) => call.start_at],
  ['Direction', (call) => call.direction],
  ['From', (call) => call.from_number],
  ['From name', (call) => call.from_name],
  ['To', (call) => call.to_number],
  ['DID', (call) => call.did],
  ['Extension', (call) => call.extension],
  ['Ring seconds', (call) => call.ring_seconds],
  ['Talk seconds', (call) => call.talk_seconds],
  ['Status', (call) => call.status],
  ['Hangup cause', (call) => call.hangup_cause],
  ['MOS', (call) => call.mos],
  ['Recording', (call) => call.recording_path],
]

/** First line of a CSV file of calls, with times in `zone`; starts with the byte order mark that tells Excel it is UTF-8. */
export function callCsvHeader(zone: string): string {
  const names = COLUMNS.map(([name]) => (name === 'Start' ? `Start (${zone})` : name))
  return `\uFEFF${line(names)}`
}

/** Formats calls as CSV lines. Cells that a spreadsheet would run as a formula are neutralized; numbers keep their plus. */
export function callCsvWriter(zone: string): (calls: readonly Call[]) => string {
  // The Swedish locale writes dates as ISO 8601 does.
  const time = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' })
  return (calls) =>
    calls
      .map((call) => {
        const startText = time.format(new Date(call.start_at))
        return line(COLUMNS.map(([, cell]) => String(cell(call, startText) ?? '')))
      })
      .join('')
}

function line(cells: readonly string[]): string {
  return `${cells.map(quoted).join(',')}\r\n`
}

function quoted(cell: string): string {
  const safe = neutraliseCell(cell)
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
