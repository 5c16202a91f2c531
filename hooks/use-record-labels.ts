import { useMemo } from 'react'
import useSWR from 'swr'
import type { ReferenceTarget } from '@/lib/records/field'
import type { Names } from '@/lib/records/field-text'
import { type ReferenceLabels, recordNames } from '@/lib/records/record-names'
import { referenceLabels } from '@/lib/records/reference-labels'
import type { Resource } from '@/lib/records/resource'
import { getSupabase } from '@/lib/supabase/browser-client'
import { useDestinations } from './use-destinations'

/** Id to label of what can be referred to, by table; undefined until all are known. */
export function useReferenceLabels(
  targets: readonly ReferenceTarget[],
  tenantId: string | null,
): ReferenceLabels | undefined {
  const { data } = useSWR(
    targets.length > 0 ? (['record-labels', tenantId, targets] as const) : null,
    async ([, tenant, wanted]) => {
      const supabase = await getSupabase()
      return new Map(
        await Promise.all(
          wanted.map(
            async (target) => [target.table, await referenceLabels(supabase, target, tenant)] as const,
          ),
        ),
      )
    },
  )
  return data
}

/** Finds the labels of what a resource's fields refer to, for cells, history and CSV. */
export function useRecordLabels(resource: Resource, tenantId: string | null): Names {
  const { options } = useDestinations()
  const targets = resource.fields.flatMap((field) => (field.kind === 'reference' ? [field.to] : []))
  const references = useReferenceLabels(targets, tenantId)
  return useMemo(() => recordNames(resource, options, references), [resource, options, references])
}
