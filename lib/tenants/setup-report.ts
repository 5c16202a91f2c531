import { KINDS } from '../resources/kinds'
import { tableNoun } from '../resources/nouns'
import { refusalOfMessage } from '../supabase/refusal'
import { countOf, sentenceCase } from '../words'

/** Result of the database function create_tenant_from. */
export interface SetupReport {
  id: string
  /** Rows by table. */
  made: Record<string, number>
  changed: readonly SetupChange[]
  problems: readonly SetupProblem[]
}

/** References of one column that could not be kept. `dropped`: their rows were left out. */
export interface SetupChange {
  table: string
  column: string
  dropped: boolean
  rows: number
}

export interface SetupProblem {
  table: string
  label: string
  message: string
}

/** Why rows that are unique across the product are left out. */
const HELD_ELSEWHERE: Record<string, string> = {
  dids: 'another tenant has them, they are aging or ported, or you do not have permission to assign them',
  devices: 'phones with these MAC addresses already exist',
}

/** Why rows about the other tenant's people are left out, by the column that says so. */
const OF_PEOPLE: Record<string, Record<string, string>> = {
  ring_group_members: { external_number: 'their external numbers are people’s own phones' },
  call_block_rules: {
    number: 'they block callers of the other tenant',
    extension_id: 'they are for single extensions',
  },
}

/** What is created, in the order of the tenant's pages: "13 extensions". Parts of records are not counted separately. */
export function createdLines({ made }: SetupReport): string[] {
  return Object.keys(KINDS).flatMap((table) => (made[table] ? [countOf(made[table], tableNoun(table))] : []))
}

/** What could not be copied, one sentence each: "5 IVR menu options end the call: …". */
export function changeLines({ changed }: SetupReport): string[] {
  return changed.map(({ table, column, dropped, rows }) => {
    const what = table === 'tenant_settings' ? 'settings' : countOf(rows, tableNoun(table))
    if (column === 'pin') return `${what} without a PIN, so anybody can use them; set one`
    if (column === 'enabled')
      return `${what} switched off, as there is no PIN yet; set one and switch them on`
    if (column === 'phone_firmware_url')
      return `${what} without a firmware address, which only users who may reveal secrets can set`
    if (column === 'id') return `${what} left out: ${HELD_ELSEWHERE[table] ?? 'they are held elsewhere'}`
    const why = dropped ? OF_PEOPLE[table]?.[column] : undefined
    if (why) return `${what} left out: ${why}`
    const field = column
      .replace(/_did_id$/, ' number')
      .replace(/^did_id$/, 'number')
      .replace(/_id$/, '')
      .replaceAll('_', ' ')
    if (dropped) return `${what} left out, with the ${field} they need`
    if (column.startsWith('forward_')) return `${what} without forwarding to records that are not copied`
    if (column.endsWith('destination_id')) return `${what} with “Hang up” as ${field}; choose a new one`
    return `${what} without ${field}; choose a new one`
  })
}

/** What prevents it, each message once: "Extension 1004 Billing office and 9 more: …". */
export function problemLines({ problems }: SetupReport): string[] {
  const byMessage = new Map<string, SetupProblem[]>()
  for (const problem of problems) {
    const key = `${problem.table} ${problem.message}`
    byMessage.set(key, [...(byMessage.get(key) ?? []), problem])
  }
  return [...byMessage.values()].flatMap(([first, ...more]) => {
    if (!first) return []
    const others = more.length > 0 ? ` and ${more.length} more` : ''
    const noun = tableNoun(first.table)
    const subject = `${sentenceCase(noun)} ${first.label}`.trim()
    return [`${subject}${others}: ${refusalOfMessage(first.message).message}`]
  })
}
