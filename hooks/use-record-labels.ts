import { useMemo } from 'react'
import type { ReferenceTarget } from '@/lib/records/field'
import type { Names } from '@/lib/records/field-text'
import { type ReferenceLabels, recordNames } from '@/lib/records/record-names'
import { referenceLabels } from '@/lib/records/reference-labels'
import type { Resource } from '@/lib/records/resource'
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

/** The labels of what a resource's fields refer to. */
export function useRecordLabels(resource: Resource, tenantId: string | null): Names {
  const { options } = useDestinations()
  const targets = resource.fields.flatMap((field) => (field.kind === 'reference' ? [field.to] : []))
  const references = useReferenceLabels(targets, tenantId)
  return useMemo(() => recordNames(options, references), [options, references])
}
