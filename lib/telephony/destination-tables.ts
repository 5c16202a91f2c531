import { DIALED_TABLES } from '../supabase/record-tables'

type DialedTable = keyof typeof DIALED_TABLES

/** A table whose records have an internal number and are call destinations. */
export type DestinationTable = {
  [Table in DialedTable]: (typeof DIALED_TABLES)[Table]['isDestination'] extends true ? Table : never
}[DialedTable]

/** The corresponding kinds of destination. */
export type DialedKind = (typeof DIALED_TABLES)[DestinationTable]['kind']

export const DESTINATION_TABLES = (Object.keys(DIALED_TABLES) as DialedTable[]).filter(isDestinationTable)

/** Whether calls can be sent to the table's records by their number. */
export function isDestinationTable(table: string): table is DestinationTable {
  return Object.hasOwn(DIALED_TABLES, table) && DIALED_TABLES[table as DialedTable].isDestination
}

const TABLES: ReadonlyMap<string, DestinationTable | 'recordings'> = new Map([
  ...DESTINATION_TABLES.map((table) => [DIALED_TABLES[table].kind, table] as const),
  ['voicemails', 'extensions'],
  ['recordings', 'recordings'],
])

/** The table behind a kind of destination; a voicemail's is its extension's. Undefined if the kind has no records. */
export function tableOfKind(kind: string): DestinationTable | 'recordings' | undefined {
  return TABLES.get(kind)
}
