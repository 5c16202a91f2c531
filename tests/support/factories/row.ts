import { randomBytes, randomInt, randomUUID } from 'node:crypto'
import pg from 'pg'
import type { Database } from '@/lib/supabase/database.types'
import { query } from '../database'

export type Tables = Database['public']['Tables']
export type TableName = keyof Tables
/** Values that may be given for a row. */
export type Given<T extends TableName> = Partial<Tables[T]['Insert']>
/** A row that can be stored as it is: complete, with an id, its parents stored. */
export type NewRow<T extends TableName> = Tables[T]['Insert'] & { id: string }

/** A new id for every row, known before it is stored. */
export const newId = (): string => randomUUID()

/** Eight unique characters for names, codes and domains. */
export const unique = (): string =>
  randomInt(36 ** 8)
    .toString(36)
    .padStart(8, '0')

/** A unique E.164 number under +999, which is unassigned; the 555-01xx ranges are too small. */
export function uniqueNumber(): string {
  return `+999${String(randomBytes(6).readUIntBE(0, 6) % 10 ** 10).padStart(10, '0')}`
}

/** A unique MAC address in the locally administered range. */
export function uniqueMac(): string {
  return ['02', ...[...randomBytes(5)].map((byte) => byte.toString(16).padStart(2, '0').toUpperCase())].join(
    ':',
  )
}

/**
 * Stores a row as the owner of the schema, past policies and grants but not past constraints and triggers, and
 * returns it as stored, in JSON's types. `client` may be in a transaction.
 */
export async function insertRow<T extends TableName>(
  table: T,
  row: Tables[T]['Insert'],
  client?: pg.Client,
): Promise<Tables[T]['Row']> {
  const columns = Object.keys(row).map((column) => pg.escapeIdentifier(column))
  const target = pg.escapeIdentifier(table)
  const text = `with stored as (
      insert into public.${target} (${columns.join(', ')})
      select ${columns.join(', ')} from jsonb_populate_record(null::public.${target}, $1)
      returning *)
    select to_jsonb(stored) as row from stored`
  const values = [JSON.stringify(row)]
  const rows = client
    ? (await client.query<{ row: Tables[T]['Row'] }>(text, values)).rows
    : await query<{ row: Tables[T]['Row'] }>(text, values)
  const stored = rows[0]?.row
  if (!stored) throw new Error(`Nothing was stored in ${table}`)
  return stored
}
