import { formatNorthAmericanPhone } from '../validation/phone'

/** What the API answers: group to label to identifier (specification section 3, "Tenant destinations"). */
export type TenantDestinations = Record<string, Record<string, string>>

/**
 * One thing that calls can be sent to, as the database function tenant_destinations lists it. `number` is what is
 * dialled; for a recording it is the file's name, for hanging up 'hangup', and for kind 'unknown' an identifier that
 * was set by hand in the PBX.
 */
export interface DestinationRecord {
  id: string
  kind: string
  number: string
  name: string
  enabled: boolean
  domain: string
}

/** What groups and labels are made of: a destination without the id that a route stores. */
type Listed = Omit<DestinationRecord, 'id'>

/** All of one tenant's, as the database function tenant_destination_list answers them. */
export interface DestinationList {
  domain: string
  destinations: [kind: string, number: string, name: string, enabled: boolean][]
}

/** A destination as people choose it; the envelope in its label is the symbol. */
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
  /** Tells records apart whose labels are the same. */
  detail: string
  identifier: string
}

type Mapping = (record: Listed) => Omit<Entry<Listed>, 'record'>

/** How a voicemail's label ends: an envelope, written as an HTML entity. */
const ENVELOPE = '&#9993;'
/** How the label of a disabled record ends: it is shown, never dropped. */
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

/** The groups that are answered, in their order; identifiers that the app does not know belong to none. */
export const DESTINATION_GROUPS: readonly string[] = Object.keys(MAPPINGS)
  .filter((kind) => kind !== 'unknown')
  .sort()

/** The records of a list. */
export function listedDestinations({ domain, destinations }: DestinationList): Listed[] {
  return destinations.map(([kind, number, name, enabled]) => ({ kind, number, name, enabled, domain }))
}

/**
 * Puts a tenant's records into groups by the table in telephony.md: groups sorted, empty ones absent. Records of
 * one group that would share a label each get their number added (`Greeting (greeting-2.wav)`), and a count where
 * that is not enough, so that none overwrites another. A disabled record's label ends in " (unavailable)".
 * Throws on a kind that the table does not have.
 */
export function groupDestinations(records: readonly Listed[]): TenantDestinations {
  const entries = records.map((record) => toEntry(record))
  const groups = DESTINATION_GROUPS.map((group) => {
    const own = withOwnLabels(entries.filter(({ record }) => record.kind === group))
    // Not by assignment: a record may be named like a property that objects inherit, such as __proto__.
    return [group, Object.fromEntries(own.map(({ label, identifier }) => [label, identifier]))] as const
  })
  return Object.fromEntries(groups.filter(([, labels]) => Object.keys(labels).length > 0))
}

/**
 * The same records as a list to choose from, group by group, under the labels of {@link groupDestinations}. Those of
 * kind 'unknown' come last, each labelled by its identifier.
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
 * What the API answered, as a list to choose from: each entry under its own label, the envelope as a symbol, with the id that a
 * route stores. That comes from what the database lists; an entry it does not list (yet) is left out. Those set by hand
 * in the PBX, for which the API has no group, are taken from there.
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

/** How many destinations there are in an answer of the API. */
export function countDestinations(destinations: TenantDestinations): number {
  return Object.values(destinations).reduce((sum, labels) => sum + Object.keys(labels).length, 0)
}

/** The labels of all identifiers; the first label wins where records share an identifier. */
export function destinationLabels(destinations: TenantDestinations): ReadonlyMap<string, string> {
  const labels = new Map<string, string>()
  for (const group of Object.values(destinations)) {
    for (const [label, identifier] of Object.entries(group)) {
      if (!labels.has(identifier)) labels.set(identifier, withEnvelopeSymbol(label))
    }
  }
  return labels
}

/** What to show for an identifier: its label, or itself when the tenant has no such destination. */
export function destinationLabel(labels: ReadonlyMap<string, string>, identifier: string): string {
  return labels.get(identifier) ?? identifier
}

/** Replaces the envelope entity, with or without its semicolon, by ✉. Nothing else is decoded. */
export function withEnvelopeSymbol(label: string): string {
  return label.replace(/&#9993(?:;|(?![0-9]))/g, '✉')
}

function toEntry<Record extends Listed>(record: Record): Entry<Record> {
  const mapping = Object.hasOwn(MAPPINGS, record.kind) ? MAPPINGS[record.kind] : undefined
  if (!mapping) throw new Error(`There is no destination group ${record.kind}.`)
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
