import { uniq } from 'es-toolkit/array'
import type { Field, ReferenceTarget } from '@/lib/records/field'
import type { Labels } from '@/lib/records/field-text'
import { labelsOfIds, offeredLabels } from '@/lib/records/reference-labels'
import { destinationsOfIds } from '@/lib/telephony/destinations-of-ids'
import { keys } from './keys'
import { type ListTyping, type Narrowed, useNarrowed } from './use-narrowed'
import { useQuery } from './use-query'

type LabelsById = ReadonlyMap<string, string>

/** The labels of these records by id; undefined while loading. */
export function useReferenceLabels(
  target: ReferenceTarget,
  ids: readonly string[],
  tenantId: string | null,
): LabelsById | undefined {
  const asked = uniq(ids).toSorted()
  return useQuery(
    asked.length > 0 ? keys.labels(tenantId, [target], ...asked) : null,
    (supabase) => labelsOfIds(supabase, target, tenantId, asked),
    { keepPreviousData: true },
  ).data
}

/** The label of one record; undefined while loading, its id when it has none for the reader. */
export function useReferenceLabel(
  target: ReferenceTarget,
  id: string | null,
  tenantId: string | null,
): string | undefined {
  const labels = useReferenceLabels(target, id ? [id] : [], tenantId)
  return id && labels ? (labels.get(id) ?? id) : undefined
}

/** The labels of the records to choose from, by id: of all of them if they are few, else of those that fit what is typed. */
export const useOfferedRecords = (
  target: ReferenceTarget,
  tenantId: string | null,
  { opened, typed }: ListTyping,
): Narrowed<LabelsById> =>
  useNarrowed(
    opened ? (words) => keys.labels(tenantId, [target], 'offered', words) : null,
    (supabase, words) => offeredLabels(supabase, target, tenantId, words),
    ({ size }) => size,
    typed,
  )

/** The labels of what the values of these fields refer to, "…" while they are loading; nothing else is fetched. */
export function useFieldLabels(
  fields: readonly Field[],
  rows: readonly Readonly<Record<string, unknown>>[],
  tenantId: string | null,
): Labels {
  const wanted = wantedLabels(fields, rows)
  const { data, loading } = useQuery(
    wanted.length > 0 ? keys.labels(tenantId, wanted) : null,
    async (supabase) => {
      const found = wanted.map(async ([target, ids]) =>
        target === DESTINATIONS
          ? [...(await destinationsOfIds(supabase, tenantId ?? '', ids)).values()].map(
              ({ id, label }) => [id, label] as const,
            )
          : [...(await labelsOfIds(supabase, target, tenantId, ids))],
      )
      return new Map((await Promise.all(found)).flat())
    },
    { keepPreviousData: true },
  )
  return { label: (_field, id) => data?.get(id) ?? (loading ? '…' : undefined) }
}

const DESTINATIONS = 'destinations'

/** What is referred to with its ids, in an order that the same rows always give. */
function wantedLabels(fields: readonly Field[], rows: readonly Readonly<Record<string, unknown>>[]) {
  const wanted = new Map<ReferenceTarget | typeof DESTINATIONS, Set<string>>()
  for (const field of fields) {
    if (field.kind !== 'reference' && field.kind !== 'destination') continue
    const target = field.kind === 'reference' ? field.to : DESTINATIONS
    const ids = wanted.get(target) ?? new Set()
    for (const row of rows) {
      const value = row[field.name]
      if (typeof value === 'string' && value) ids.add(value)
    }
    if (ids.size > 0) wanted.set(target, ids)
  }
  return [...wanted].map(([target, ids]) => [target, [...ids].toSorted()] as const)
}
