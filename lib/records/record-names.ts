import { DESTINATIONS, type Labeled, labeledBy, referenceLabels } from '../labels'
import type { Supabase } from '../supabase/browser-client'
import { formatMac, isMac } from '../validation/mac'
import { detectOutsideNumber } from '../validation/phone'
import type { Field } from './field'
import type { Names } from './field-text'
import type { Resource } from './resource'

/** A first word that identifies a record alone: `1001` in "1001 Reception", or a MAC address. */
const isNumber = (text: string) => /^\+?[0-9*#]+$/.test(text) || isMac(text)

/** Looks up labels and ids in both directions; `labels` are keyed by table, destinations under their own key. */
export function recordNames(labels: ReadonlyMap<string, ReadonlyMap<string, string>>): Names {
  const labelsOf = (field: Field) => labels.get(nameOf(labeledBy(field)))
  const ids = new Map([...labels].map(([name, known]) => [name, idsByText(known)]))
  return {
    label: (field, id) => labelsOf(field)?.get(id),
    id(field, text) {
      const known = ids.get(nameOf(labeledBy(field)))
      // Twelve digits may be either.
      const written = [text, formatMac(text), detectOutsideNumber(text)]
      return written.flatMap((one) => known?.get(one ?? '') ?? [])[0]
    },
  }
}

/** The same for a resource's fields, freshly loaded for an import or export. */
export async function loadRecordNames(
  supabase: Supabase,
  resource: Resource,
  tenantId: string | null,
): Promise<Names> {
  const targets = new Map(resource.fields.map(labeledBy).map((target) => [nameOf(target), target]))
  const labels = new Map<string, ReadonlyMap<string, string>>()
  for (const [name, target] of targets) {
    if (target) labels.set(name, await referenceLabels(supabase, target, tenantId))
  }
  return recordNames(labels)
}

function nameOf(target: Labeled | undefined): string {
  return target === undefined || target === DESTINATIONS ? (target ?? '') : target.table
}

/**
 * Ids by what a file may contain for them: the id, a unique label, or the number a label starts with. If several start with the
 * same number, the first counts: an extension before its voicemail.
 */
function idsByText(labels: ReadonlyMap<string, string>): Map<string, string> {
  const numbers = [...labels].map(([id, label]) => [label.split(' ')[0] ?? '', id] as const)
  const unique = [...Map.groupBy(labels, ([, label]) => label).values()].filter(({ length }) => length === 1)
  return new Map([
    ...numbers.filter(([number]) => isNumber(number)).toReversed(),
    ...unique.flat().map(([id, label]) => [label, id] as const),
    ...[...labels.keys()].map((id) => [id, id] as const),
  ])
}
