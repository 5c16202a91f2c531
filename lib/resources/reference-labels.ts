import { dataOf } from '../supabase/answer'
import type { Supabase } from '../supabase/browser-client'
import type { ReferenceTarget } from './resource'

/** Id to label of the records that a field can refer to, by their label's first column. Throws RequestFailure. */
export async function referenceLabels(
  supabase: Supabase,
  { table, columns }: ReferenceTarget,
  tenantId: string | null,
): Promise<Map<string, string>> {
  const [first = 'id'] = columns
  const all = supabase.from(table as 'devices').select(['id', ...columns].join(',') as '*')
  const rows = dataOf(await (tenantId ? all.eq('tenant_id', tenantId) : all).order(first as 'id')) as Record<
    string,
    unknown
  >[]
  return new Map(
    rows.map((row) => [
      String(row.id),
      columns
        .map((column) => row[column])
        .filter(Boolean)
        .join(' '),
    ]),
  )
}
