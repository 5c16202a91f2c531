import { DIALED_TABLES } from '../supabase/record-tables'

type DialedTable = keyof typeof DIALED_TABLES

/** A table whose records have a number in the tenant at which calls, too, can be sent to them. */
export type DestinationTable = {
  [Table in DialedTable]: (typeof DIALED_TABLES)[Table]['isDestination'] extends true ? Table : never
}[DialedTable]

/** Their kinds of destination. */
export type DialedKind = (typeof DIALED_TABLES)[DestinationTable]['kind']

export const DESTINATION_TABLES = (Object.keys(DIALED_TABLES) as DialedTable[]).filter(isDestinationTable)

export function isDestinationTable(table: string): table is DestinationTable {
  return Object.hasOwn(DIALED_TABLES, table) && DIALED_TABLES[table as DialedTable].isDestination
}

const TABLES: ReadonlyMap<string, DestinationTable | 'recordings'> = new Map([
  ...DESTINATION_TABLES.map((table) => [DIALED_TABLES[table].kind, table] as const),
  ['voicemails', 'extensions'],
  ['recordings', 'recordings'],
])

/** The table of the records that are destinations of a kind; a voicemail is its extension's. Undefined where they are no records. */
export function tableOfKind(kind: string): DestinationTable | 'recordings' | undefined {
  return TABLES.get(kind)
}
