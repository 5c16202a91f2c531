import { formatNorthAmericanPhone } from '../validation/phone'

/** The API's answer: group to label to identifier (specification section 3, "Tenant destinations"). */
export type TenantDestinations = Record<string, Record<string, string>>

/**
 * A destination for calls, as the database function tenant_destinations returns it. `number` is the dialed number; for a
 * recording it is the file name, for hanging up 'hangup', and for kind 'unknown' an identifier that was set by hand in the PBX.
 */
export interface DestinationRecord {
  id: string
  kind: string
  number: string
  name: string
  enabled: boolean
  domain: string
}

/** The parts groups and labels are made of: a destination without the id that routes store. */
type Listed = Omit<DestinationRecord, 'id'>

/** All destinations of a tenant, as the database function tenant_destination_list returns them. */
export interface DestinationList {
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
  /** Distinguishes records with the same label. */
  detail: string
  identifier: string
}

type Mapping = (record: Listed) => Omit<Entry<Listed>, 'record'>

/** Suffix of a voicemail's label: an envelope as an HTML entity. */
const ENVELOPE = '&#9993;'
/** Suffix of a disabled record's label: it is shown, never dropped. */
const UNAVAILABLE = ' (unavailable)'

const HANG_UP = 'hangup'

const numbered: Mapping = ({ number, name, domain }) => ({
  label: words(number, name),
  detail: number,
  identifier: transfer(number, domain),
})

const MAPPINGS: Record<string, Mapping> = {
  extensions: numbered,
  ring_groups: numbered,
  ivr_menus: numbered,
  call_centers: numbered,
  call_flows: numbered,
  time_conditions: numbered,
  voicemails: ({ number, name, domain }) => ({
    label: words(number, name, ENVELOPE),
    detail: number,
    identifier: transfer(`*99${number}`, domain),
  }),
  recordings: ({ number, name }) => ({
    label: words(name) || words(number),
    detail: number,
    identifier: `lua:streamfile.lua ${number}`,
  }),
  external: ({ number, domain }) => ({
    label: formatNorthAmericanPhone(number) || words(number),
    detail: number,
    identifier: transfer(number, domain),
  }),
  other: ({ number, name, domain }) => ({
    label: words(name),
    detail: number,
    identifier: number === HANG_UP ? HANG_UP : transfer(number, domain),
  }),
  unknown: ({ number }) => ({ label: number, detail: number, identifier: number }),
}

/** The groups of the answer, in order; identifiers the app does not know are in none. */
export const DESTINATION_GROUPS: readonly string[] = Object.keys(MAPPINGS)
  .filter((kind) => kind !== 'unknown')
  .sort()

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

/** Number of destinations in the API's answer. */
export function countDestinations(destinations: TenantDestinations): number {
  return Object.values(destinations).reduce((sum, labels) => sum + Object.keys(labels).length, 0)
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
  const mapping = Object.hasOwn(MAPPINGS, record.kind) ? MAPPINGS[record.kind] : undefined
  if (!mapping) throw new Error(`Unknown destination group ${record.kind}.`)
  const entry = mapping(record)
  return { ...entry, record, label: record.enabled ? entry.label : `${entry.label}${UNAVAILABLE}` }
}

function withOwnLabels<Record extends Listed>(entries: readonly Entry<Record>[]): Entry<Record>[] {
  const timesUsed = new Map<string, number>()
  for (const { label } of entries) timesUsed.set(label, (timesUsed.get(label) ?? 0) + 1)
  const taken = new Set(entries.filter(({ label }) => timesUsed.get(label) === 1).map(({ label }) => label))
  return entries.map((entry) => {
    const { label, detail } = entry
    if (timesUsed.get(label) === 1) return entry
    let unique = `${label} (${detail})`
    for (let count = 2; taken.has(unique); count++) unique = `${label} (${detail}, ${count})`
    taken.add(unique)
    return { ...entry, label: unique }
  })
}

function transfer(number: string, domain: string): string {
  return `transfer:${number} XML ${domain}`
}

function words(...parts: string[]): string {
  return parts
    .map((part) => part.trim())
    .filter(Boolean)
    .join(' ')
}
