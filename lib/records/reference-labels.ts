import { dataOf } from '../supabase/answer'
import type { Supabase } from '../supabase/browser-client'
import type { ReferenceTarget } from './field'

/** The most rows in one answer of the server. */
const BATCH = 1000

/** Id to label of the records that a field can refer to, by their label's first column; of the one with `id` if it is given. */
export async function referenceLabels(
  supabase: Supabase,
  { table, columns, shared }: ReferenceTarget,
  tenantId: string | null,
  id?: string,
): Promise<Map<string, string>> {
  const [first = 'id'] = columns
  const labels = new Map<string, string>()
  for (let from = 0; ; from += BATCH) {
    const all = supabase.from((shared ?? table) as 'devices').select(['id', ...columns].join(',') as '*')
    const own = tenantId && !shared ? all.eq('tenant_id', tenantId) : all
    const wanted = id === undefined ? own : own.eq('id', id)
    const page = wanted
      .order(first as 'id')
      .order('id')
      .range(from, from + BATCH - 1)
    const rows = dataOf(await page) as Record<string, unknown>[]
    for (const row of rows) {
      labels.set(
        String(row.id),
        columns
          .map((column) => row[column])
          .filter(Boolean)
          .join(' '),
      )
    }
    if (rows.length < BATCH) return labels
  }
}
