import { useMemo } from 'react'
import useSWR from 'swr'
import type { Names } from '@/lib/resources/field-text'
import { referenceLabels } from '@/lib/resources/reference-labels'
import type { Field, ReferenceTarget, Resource } from '@/lib/resources/resource'
import { getSupabase } from '@/lib/supabase/browser-client'
import { useDestinations } from './use-destinations'

/** Id to label of what can be referred to, by table; undefined until all are known. */
export function useReferenceLabels(
  targets: readonly ReferenceTarget[],
  tenantId: string | null,
): ReadonlyMap<string, ReadonlyMap<string, string>> | undefined {
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
  const { byId, options } = useDestinations()
  const targets = resource.fields.flatMap((field) => (field.kind === 'reference' ? [field.to] : []))
  const data = useReferenceLabels(targets, tenantId)
  return useMemo(() => {
    const found = new Map<string, ReadonlyMap<string, string>>()
    const idsOf = (field: Field) => {
      const ids = found.get(field.name) ?? idsByText([...(all(field) ?? [])])
      found.set(field.name, ids)
      return ids
    }
    const all = (field: Field): ReadonlyMap<string, string> | undefined =>
      field.kind === 'reference' ? data?.get(field.to.table) : undefined
    const routes = resource.fields.some(({ kind }) => kind === 'destination')
    const refers = resource.fields.some(({ kind }) => kind === 'reference')
    return {
      ready: (!routes || options !== undefined) && (!refers || data !== undefined),
      label: (field, id) => (field.kind === 'destination' ? byId.get(id)?.label : all(field)?.get(id)),
      id(field, text) {
        if (field.kind === 'destination') {
          return options?.find(
            (option) => option.id === text || option.label === text || option.label.split(' ')[0] === text,
          )?.id
        }
        return idsOf(field).get(text)
      },
    }
  }, [data, byId, options, resource])
}

/** The id for every id and label, and for a label's first word (a number) where no other has the same. */
function idsByText(labels: readonly (readonly [string, string])[]): ReadonlyMap<string, string> {
  const ids = new Map<string, string>()
  const firstWords = new Map<string, string | undefined>()
  for (const [id, label] of labels) {
    for (const text of [id, label]) if (!ids.has(text)) ids.set(text, id)
    const word = label.split(' ')[0] ?? ''
    firstWords.set(word, firstWords.has(word) ? undefined : id)
  }
  for (const [word, id] of firstWords) if (id && !ids.has(word)) ids.set(word, id)
  return ids
}
