import { dataOf } from '../supabase/answer'
import type { Supabase } from '../supabase/browser-client'
import { type DestinationOption, destinationOptions } from '../telephony/destinations'
import { formatMac, isMac } from '../validation/mac'
import type { Field } from './field'
import type { Names } from './field-text'
import { referenceLabels } from './reference-labels'
import type { Resource } from './resource'

/** Id to label of what can be referred to, by table. */
export type ReferenceLabels = ReadonlyMap<string, ReadonlyMap<string, string>>

/** What starts a label and tells the record by itself: `1001` of "1001 Reception", or a MAC address. */
const isNumber = (text: string) => /^\+?[0-9*#]+$/.test(text) || isMac(text)

/** The labels of what a resource's fields refer to, once destinations and references (undefined until then) are known. */
export function recordNames(
  { fields }: Pick<Resource, 'fields'>,
  destinations: readonly DestinationOption[] | undefined,
  references: ReferenceLabels | undefined,
): Names {
  const routes = new Map((destinations ?? []).map(({ id, label }) => [id, label]))
  const labelsOf = (field: Field): ReadonlyMap<string, string> | undefined =>
    field.kind === 'destination'
      ? routes
      : field.kind === 'reference'
        ? references?.get(field.to.table)
        : undefined
  const ids = new Map<unknown, ReadonlyMap<string, string>>()
  function idsOf(field: Field) {
    const labels = labelsOf(field)
    const known = ids.get(labels) ?? idsByText(labels ?? new Map())
    ids.set(labels, known)
    return known
  }
  return {
    ready:
      (destinations !== undefined || !fields.some(({ kind }) => kind === 'destination')) &&
      (references !== undefined || !fields.some(({ kind }) => kind === 'reference')),
    label: (field, id) => labelsOf(field)?.get(id),
    id: (field, text) => idsOf(field).get(text) ?? idsOf(field).get(formatMac(text) ?? ''),
  }
}

/** The same, fetched anew: for a file, which wants all of them as they are now. Throws RequestFailure. */
export async function loadRecordNames(
  supabase: Supabase,
  resource: Resource,
  tenantId: string | null,
): Promise<Names> {
  const routes = tenantId !== null && resource.fields.some(({ kind }) => kind === 'destination')
  const references = new Map<string, Map<string, string>>()
  for (const field of resource.fields) {
    if (field.kind !== 'reference' || references.has(field.to.table)) continue
    references.set(field.to.table, await referenceLabels(supabase, field.to, tenantId))
  }
  const destinations = routes
    ? destinationOptions(dataOf(await supabase.rpc('tenant_destinations', { tenant: tenantId })))
    : []
  return recordNames(resource, destinations, references)
}

/**
 * The ids by what may stand for them in a file: the id, the label where no other has the same, or the number that the
 * label starts with. Of several that start with one number the first counts: an extension before its voicemail.
 */
function idsByText(labels: ReadonlyMap<string, string>): Map<string, string> {
  const found = new Map<string, string>()
  for (const [id, label] of labels) {
    const [first = ''] = label.split(' ')
    if (isNumber(first) && !found.has(first)) found.set(first, id)
  }
  const times = new Map<string, number>()
  for (const label of labels.values()) times.set(label, (times.get(label) ?? 0) + 1)
  for (const [id, label] of labels) {
    if (times.get(label) === 1) found.set(label, id)
  }
  for (const id of labels.keys()) found.set(id, id)
  return found
}
