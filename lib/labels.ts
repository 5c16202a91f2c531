import { batched } from './batched'
import { byIds } from './lists/ids'
import { ROWS_PER_REQUEST } from './live/pages'
import type { Field, ReferenceTarget } from './records/field'
import { dataOf } from './supabase/answer'
import type { Supabase } from './supabase/browser-client'
import { destinationOptions } from './telephony/destinations'

/** Maximum number of records offered at once; typing finds the rest. */
export const OFFERED = 500

/** What a value can refer to: the records of a table, or a tenant's destinations. */
export type Labeled = ReferenceTarget | typeof DESTINATIONS
export const DESTINATIONS = 'destinations'

/** What a field's values refer to, if anything. */
export function labeledBy(field: Field): Labeled | undefined {
  if (field.kind === 'destination') return DESTINATIONS
  return field.kind === 'reference' ? field.to : undefined
}

/** Id to label of all records a field can refer to, ordered by the label's first column. */
export async function referenceLabels(
  supabase: Supabase,
  target: Labeled,
  tenantId: string | null,
): Promise<Map<string, string>> {
  if (target === DESTINATIONS) return destinationLabels(supabase, tenantId)
  const labels = new Map<string, string>()
  for (let from = 0; ;) {
    const page = await labelsOf(inOrder(question(supabase, target, tenantId), target, from), target)
    // A short page is not the end: the server decides its size.
    if (page.size === 0) return labels
    for (const [id, label] of page) labels.set(id, label)
    from += page.size
  }
}

/** Id to label of these records, as far as the user may see them. */
export async function labelsOfIds(
  supabase: Supabase,
  target: Labeled,
  tenantId: string | null,
  ids: readonly string[],
): Promise<Map<string, string>> {
  if (target === DESTINATIONS) return destinationLabels(supabase, tenantId, ids)
  return new Map(
    await byIds(ids, (some) => labelsOf(question(supabase, target, tenantId).in('id', some), target)),
  )
}

async function destinationLabels(supabase: Supabase, tenant: string | null, ids?: readonly string[]) {
  if (!tenant) return new Map<string, string>()
  const found = dataOf(await supabase.rpc('tenant_destinations', { tenant, ids: ids && [...ids] }))
  return new Map(destinationOptions(found).map(({ id, label }) => [id, label]))
}

/** One label; undefined if the user can see no record with this id. Labels requested at once by a form share one request. */
export async function labelOfId(
  supabase: Supabase,
  target: Labeled,
  tenantId: string | null,
  id: string,
): Promise<string | undefined> {
  const key = JSON.stringify([target, tenantId])
  const labels = await batched(key, [id], (ids) => labelsOfIds(supabase, target, tenantId, ids))
  return labels.get(id)
}

/**
 * Id to label of the first {@link OFFERED} records, by the label's first column, that contain every typed word in one of the
 * columns, with or without its accents; one extra if there are more.
 */
export async function offeredLabels(
  supabase: Supabase,
  { table, columns, shared }: ReferenceTarget,
  tenantId: string | null,
  typed: string,
): Promise<Map<string, string>> {
  const offered = await supabase.rpc('offered_records', {
    target_table: shared ?? table,
    label_columns: [...columns],
    words: typedWords(typed),
    most: OFFERED + 1,
    ...(tenantId && !shared && { tenant: tenantId }),
  })
  return new Map(dataOf(offered).map(({ id, label }) => [id, label]))
}

/** The words typed in a picker. Labels show numbers with characters that are not stored: "816-5714" finds +12088165714. */
export const typedWords = (typed: string): string[] =>
  typed
    .normalize('NFC')
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)

function question(supabase: Supabase, { table, columns, shared }: ReferenceTarget, tenantId: string | null) {
  const all = supabase.from((shared ?? table) as 'devices').select(['id', ...columns].join(',') as '*')
  return tenantId && !shared ? all.eq('tenant_id', tenantId) : all
}

type Question = ReturnType<typeof question>

function inOrder(asked: Question, { columns: [first = 'id'] }: ReferenceTarget, from: number) {
  return asked
    .order(first as 'id')
    .order('id')
    .range(from, from + ROWS_PER_REQUEST - 1)
}

async function labelsOf(asked: PromiseLike<Awaited<Question>>, { columns }: ReferenceTarget) {
  const rows = dataOf(await asked) as Record<string, unknown>[]
  return new Map(
    rows.map((row) => {
      const words = columns.map((column) => row[column]).filter(Boolean)
      return [String(row.id), words.join(' ')]
    }),
  )
}
