import { uniqBy } from 'es-toolkit/array'
import { useMemo } from 'react'
import type { Field, ReferenceTarget } from '@/lib/records/field'
import type { Names } from '@/lib/records/field-text'
import { type ReferenceLabels, recordNames } from '@/lib/records/record-names'
import { referenceLabels } from '@/lib/records/reference-labels'
import { keys } from './keys'
import { useDestinations } from './use-destinations'
import { useQuery } from './use-query'

/** The labels of records by id, by table; undefined while loading. */
export function useReferenceLabels(
  targets: readonly ReferenceTarget[],
  tenantId: string | null,
): ReferenceLabels | undefined {
  return useQuery(targets.length > 0 ? keys.labels(tenantId, targets) : null, async (supabase) => {
    const labels = targets.map(
      async (target) => [target.table, await referenceLabels(supabase, target, tenantId)] as const,
    )
    return new Map(await Promise.all(labels))
  }).data
}

/** The label of one record; undefined while loading, its id when it has none for the reader. */
export function useReferenceLabel(
  target: ReferenceTarget,
  id: string | null,
  tenantId: string | null,
): string | undefined {
  return useQuery(id ? keys.labels(tenantId, [target], id) : null, async (supabase) => {
    const found = await referenceLabels(supabase, target, tenantId, id ?? '')
    return found.get(id ?? '') ?? id ?? ''
  }).data
}

/** The labels of what these fields refer to; nothing is fetched that none of them needs. */
export function useFieldLabels(fields: readonly Field[], tenantId: string | null): Names {
  const { options } = useDestinations(fields.some(({ kind }) => kind === 'destination') ? undefined : null)
  const references = useReferenceLabels(
    uniqBy(
      fields.flatMap((field) => (field.kind === 'reference' ? [field.to] : [])),
      ({ table }) => table,
    ),
    tenantId,
  )
  return useMemo(() => recordNames(options, references), [options, references])
}
