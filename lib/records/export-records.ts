import { downloadText } from '../download'
import type { Supabase } from '../supabase/browser-client'
import type { RecordRow } from './field'
import { recordsToCsv } from './record-csv'
import { allRecords, type RecordQuery, wholeList } from './record-list'
import { loadRecordNames } from './record-names'
import type { Resource } from './resource'

interface Export {
  resource: Resource
  /** The resource, or the file definition of one of its child tables. */
  file: Resource
  tenantId: string | null
  query: RecordQuery
}

/** Downloads the filtered records, or all of their child rows, as a CSV file. */
export async function exportRecords(supabase: Supabase, asked: Export): Promise<void> {
  const { file, tenantId } = asked
  const names = await loadRecordNames(supabase, file, tenantId)
  const text = await recordsToCsv(file, await rowsOf(supabase, asked), names)
  downloadText(text, `${file.plural.replaceAll(' ', '-')}.csv`, 'text/csv')
}

async function rowsOf(supabase: Supabase, { resource, file, tenantId, query }: Export): Promise<RecordRow[]> {
  const wholes = await allRecords(supabase, { table: resource.table, tenantId }, query)
  const part = resource.children.find((child) => child.file === file)
  if (!part) return wholes
  const rows = await allRecords(supabase, { table: file.table, tenantId }, wholeList(file))
  const parts = new Map(wholes.map(({ id }) => [id, [] as RecordRow[]]))
  for (const row of rows) parts.get(String(row[part.parent]))?.push(row)
  return [...parts.values()].flat()
}
