import { dataOf } from '../supabase/answer'
import type { Supabase } from '../supabase/browser-client'
import { type DestinationOption, destinationOptions } from '../telephony/destinations'
import { formatMac, isMac } from '../validation/mac'
import type { Field } from './field'
import type { Names } from './field-text'
import { referenceLabels } from './reference-labels'
import type { Resource } from './resource'

export type ReferenceLabels = ReadonlyMap<string, ReadonlyMap<string, string>>

/** A first word that identifies a record alone: `1001` in "1001 Reception", or a MAC address. */
const isNumber = (text: string) => /^\+?[0-9*#]+$/.test(text) || isMac(text)

/** The labels of destinations and of referenced records; undefined while loading. */
export function recordNames(
  destinations: readonly DestinationOption[] | undefined,
  references: ReferenceLabels | undefined,
): Names {
  const routes = new Map((destinations ?? []).map(({ id, label }) => [id, label]))
  function labelsOf(field: Field): ReadonlyMap<string, string> | undefined {
    if (field.kind === 'destination') return routes
    return field.kind === 'reference' ? references?.get(field.to.table) : undefined
  }
  const ids = new Map<unknown, ReadonlyMap<string, string>>()
  function idsOf(field: Field) {
    const labels = labelsOf(field)
    const known = ids.get(labels) ?? idsByText(labels ?? new Map())
    ids.set(labels, known)
    return known
  }
  return {
    label: (field, id) => labelsOf(field)?.get(id),
    id: (field, text) => idsOf(field).get(text) ?? idsOf(field).get(formatMac(text) ?? ''),
  }
}

/** The same for a resource's fields, freshly loaded for an import or export. */
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
  return recordNames(destinations, references)
}

/**
 * Ids by what a file may contain for them: the id, a unique label, or the number a label starts with. If several start with the
 * same number, the first counts: an extension before its voicemail.
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
