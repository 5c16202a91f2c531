import { uniq } from 'es-toolkit/array'
import { useContext } from 'react'
import { type Labeled, labeledBy, labelOfId, labelsOfIds, offeredLabels } from '@/lib/labels'
import type { Field, ReferenceTarget } from '@/lib/records/field'
import type { Labels } from '@/lib/records/field-text'
import { shownLabel } from '@/lib/validation/phone'
import { InitialDataContext } from './initial-data'
import { keys } from './keys'
import { useQuery } from './use-query'
import { type Typeahead, useTypeahead } from './use-typeahead'

/** Labels of these records by id; undefined while loading. */
export function useReferenceLabels(
  target: ReferenceTarget,
  ids: readonly string[],
  tenantId: string | null,
): ReadonlyMap<string, string> | undefined {
  const asked = uniq(ids).toSorted()
  return useQuery(
    asked.length > 0 ? keys.labels(tenantId, [target], ...asked) : null,
    async (supabase) => shown(await labelsOfIds(supabase, target, tenantId, asked)),
    { keepPreviousData: true },
  ).data
}

/** The label of a record or destination; undefined while loading, its id if the user cannot see it. */
export function useReferenceLabel(
  target: Labeled,
  id: string | null,
  tenantId: string | null,
): string | undefined {
  const { data } = useQuery(
    id ? keys.labels(tenantId, [target], 'one', id) : null,
    async (supabase) => (await labelOfId(supabase, target, tenantId, id ?? '')) ?? null,
  )
  return id && data !== undefined ? shownLabel(data ?? id) : undefined
}

/** The records to choose from, with ids and stored labels. */
export const useOfferedRecords = (
  target: ReferenceTarget,
  tenantId: string | null,
): Typeahead<readonly [id: string, label: string]> =>
  useTypeahead(
    (words) => keys.labels(tenantId, [target], 'offered', words),
    async (supabase, words) => [...(await offeredLabels(supabase, target, tenantId, words))],
  )

/** Labels of the records referenced by these fields' values, "…" while loading; nothing else is fetched. `rows` are undefined while loading. */
export function useFieldLabels(
  fields: readonly Field[],
  rows: readonly Readonly<Record<string, unknown>>[] | undefined,
  tenantId: string | null,
): Labels {
  const { questions } = useContext(InitialDataContext)
  const referenced = referencedIds(fields, rows ?? [])
  if (!rows && fields.length > 0) questions?.waits()
  const { data, outdated, error } = useQuery(
    referenced.length > 0 ? keys.labels(tenantId, referenced) : null,
    async (supabase) => {
      const found = referenced.map(([target, ids]) => labelsOfIds(supabase, target, tenantId, ids))
      return shown((await Promise.all(found)).flatMap((labels) => [...labels]))
    },
    { early: true, keepPreviousData: true },
  )
  return { label: (_field, id) => data?.get(id) ?? (error || (data && !outdated) ? undefined : '…') }
}

const shown = (labels: Iterable<readonly [id: string, label: string]>) =>
  new Map([...labels].map(([id, label]) => [id, shownLabel(label)]))

/** The referenced ids, in an order that depends only on the rows. */
function referencedIds(fields: readonly Field[], rows: readonly Readonly<Record<string, unknown>>[]) {
  const referenced = new Map<Labeled, Set<string>>()
  for (const field of fields) {
    const target = labeledBy(field)
    if (!target) continue
    const ids = referenced.get(target) ?? new Set()
    for (const { [field.name]: value } of rows) if (typeof value === 'string' && value) ids.add(value)
    if (ids.size > 0) referenced.set(target, ids)
  }
  return [...referenced].map(([target, ids]) => [target, [...ids].toSorted()] as const)
}
