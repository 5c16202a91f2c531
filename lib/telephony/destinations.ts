import { DESTINATION_GROUPS, destinationKind, type Listed } from './destination-kinds'

/** The API's answer: group to label to identifier (specification section 3, "Tenant destinations"). */
export type TenantDestinations = Record<string, Record<string, string>>

/** A destination for calls, as the database function tenant_destinations returns it. */
export interface DestinationRecord extends Listed {
  /** The id stored in routes. */
  id: string
}

/** Result of tenant_destination_list if the caller already has this version. */
export interface UnchangedDestinations {
  version: number
}

/** Result of the same function otherwise: all destinations of a tenant. */
export interface DestinationList extends UnchangedDestinations {
  domain: string
  destinations: [kind: string, number: string, name: string, enabled: boolean][]
}

/** A destination to choose; the envelope in its label is the symbol. */
export interface DestinationOption {
  id: string
  group: string
  label: string
  identifier: string
  enabled: boolean
}

interface Entry<Record extends Listed> {
  record: Record
  label: string
  identifier: string
}

/** Suffix of a disabled record's label: it is shown, never dropped. */
const UNAVAILABLE = ' (unavailable)'

/** The records of a list. */
export function listedDestinations({ domain, destinations }: DestinationList): Listed[] {
  return destinations.map(([kind, number, name, enabled]) => ({ kind, number, name, enabled, domain }))
}

/**
 * Groups a tenant's records by the table in docs/telephony.md: groups sorted, empty ones left out. Records of one group with the
 * same label get their number added (`Greeting (greeting-2.wav)`), and a count if that is not enough, so that none overwrites
 * another. A disabled record's label ends in " (unavailable)". Throws on a kind that is not in the table.
 */
export function groupDestinations(records: readonly Listed[]): TenantDestinations {
  const entries = records.map((record) => toEntry(record))
  const groups = DESTINATION_GROUPS.map((group) => {
    const own = withOwnLabels(entries.filter(({ record }) => record.kind === group))
    // Not by assignment: a record may be named like an inherited property, such as __proto__.
    return [group, Object.fromEntries(own.map(({ label, identifier }) => [label, identifier]))] as const
  })
  return Object.fromEntries(groups.filter(([, labels]) => Object.keys(labels).length > 0))
}

/**
 * The same records as a list of choices, group by group, under the labels of {@link groupDestinations}. Those of kind 'unknown'
 * come last, labeled by their identifiers.
 */
export function destinationOptions(records: readonly DestinationRecord[]): DestinationOption[] {
  const entries = records.map((record) => toEntry(record))
  return [...DESTINATION_GROUPS, 'unknown'].flatMap((group) =>
    withOwnLabels(entries.filter(({ record }) => record.kind === group)).map(
      ({ record, label, identifier }) => ({
        id: record.id,
        group,
        label: withEnvelopeSymbol(label),
        identifier,
        enabled: record.enabled,
      }),
    ),
  )
}

/**
 * The API's answer as a list of choices: each entry under its own label, with the envelope as a symbol and the id that routes
 * store. The id comes from the database's list; entries missing from it are left out. Destinations set by hand in the PBX have no
 * API group and come from that list.
 */
export function offeredDestinations(
  destinations: TenantDestinations,
  listed: readonly DestinationOption[],
): DestinationOption[] {
  const known = new Map(listed.map((option) => [`${option.group} ${option.identifier}`, option]))
  const offered = Object.entries(destinations).flatMap(([group, labels]) =>
    Object.entries(labels).flatMap(([label, identifier]) => {
      const option = known.get(`${group} ${identifier}`)
      return option ? [{ ...option, label: withEnvelopeSymbol(label) }] : []
    }),
  )
  return [...offered, ...listed.filter(({ group }) => group === 'unknown')]
}

/** Number of destinations in the API's answer, of these kinds if given. */
export function countDestinations(destinations: TenantDestinations, kinds?: readonly string[]): number {
  const groups = Object.entries(destinations).filter(([group]) => !kinds || kinds.includes(group))
  return groups.reduce((sum, [, labels]) => sum + Object.keys(labels).length, 0)
}

/** Labels by identifier; the first label wins when records share an identifier. */
export function destinationLabels(destinations: TenantDestinations): ReadonlyMap<string, string> {
  const labels = new Map<string, string>()
  for (const group of Object.values(destinations)) {
    for (const [label, identifier] of Object.entries(group)) {
      if (!labels.has(identifier)) labels.set(identifier, withEnvelopeSymbol(label))
    }
  }
  return labels
}

/** The label of an identifier, or the identifier itself when the tenant has no such destination. */
export function destinationLabel(labels: ReadonlyMap<string, string>, identifier: string): string {
  return labels.get(identifier) ?? identifier
}

/** Replaces the envelope entity, with or without its semicolon, by ✉. Decodes nothing else. */
export function withEnvelopeSymbol(label: string): string {
  return label.replace(/&#9993(?:;|(?![0-9]))/g, '✉')
}

function toEntry<Record extends Listed>(record: Record): Entry<Record> {
  const kind = destinationKind(record.kind)
  const label = kind.label(record)
  return {
    record,
    label: record.enabled ? label : `${label}${UNAVAILABLE}`,
    identifier: kind.identifier(record),
  }
}

function withOwnLabels<Record extends Listed>(entries: readonly Entry<Record>[]): Entry<Record>[] {
  const timesUsed = new Map<string, number>()
  for (const { label } of entries) timesUsed.set(label, (timesUsed.get(label) ?? 0) + 1)
  const taken = new Set(entries.filter(({ label }) => timesUsed.get(label) === 1).map(({ label }) => label))
  return entries.map((entry) => {
    const {
      label,
      record: { number: detail },
    } = entry
    if (timesUsed.get(label) === 1) return entry
    let unique = `${label} (${detail})`
    for (let count = 2; taken.has(unique); count++) unique = `${label} (${detail}, ${count})`
    taken.add(unique)
    return { ...entry, label: unique }
  })
}
