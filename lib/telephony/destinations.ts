import { formatNorthAmericanPhone } from '../validation/phone'

/** What the API answers: group to label to identifier (specification section 3, "Tenant destinations"). */
export type TenantDestinations = Record<string, Record<string, string>>

/**
 * One thing that calls can be sent to, as the database function tenant_destinations lists it. `number` is what is
 * dialled; for a recording it is the file's name. The one record of kind 'other' stands for all feature codes.
 */
export interface DestinationRecord {
  kind: string
  number: string | null
  name: string | null
  enabled: boolean
  domain: string
}

interface Entry {
  label: string
  /** Tells records apart whose labels are the same. */
  detail: string
  identifier: string
}

type Mapping = (record: DestinationRecord) => Entry[]

/** How a voicemail's label ends: an envelope, written as an HTML entity. */
const ENVELOPE = '&#9993;'
/** How the label of a disabled record ends: it is shown, never dropped. */
const UNAVAILABLE = ' (unavailable)'

const FEATURES = [
  { label: 'Check voicemail', code: '*98' },
  { label: 'Company directory', code: '*411' },
  { label: 'Record', code: '*732' },
]

const numbered: Mapping = ({ number, name, domain }) => [
  { label: words(number, name), detail: number ?? '', identifier: transfer(number ?? '', domain) },
]

const MAPPINGS: Record<string, Mapping> = {
  extensions: numbered,
  ring_groups: numbered,
  ivr_menus: numbered,
  call_centers: numbered,
  call_flows: numbered,
  time_conditions: numbered,
  voicemails: ({ number, name, domain }) => [
    {
      label: words(number, name, ENVELOPE),
      detail: number ?? '',
      identifier: transfer(`*99${number ?? ''}`, domain),
    },
  ],
  recordings: ({ number, name }) => [
    {
      label: words(name) || words(number),
      detail: number ?? '',
      identifier: `lua:streamfile.lua ${number ?? ''}`,
    },
  ],
  external: ({ number, domain }) => [
    {
      label: (number && formatNorthAmericanPhone(number)) || words(number),
      detail: number ?? '',
      identifier: transfer(number ?? '', domain),
    },
  ],
  other: ({ domain }) => [
    ...FEATURES.map(({ label, code }) => ({ label, detail: code, identifier: transfer(code, domain) })),
    { label: 'Hang up', detail: 'hangup', identifier: 'hangup' },
  ],
}

/** The groups that records can belong to, in the order they are answered. */
export const DESTINATION_GROUPS: readonly string[] = Object.keys(MAPPINGS).sort()

/**
 * Puts a tenant's records into groups by the table in telephony.md: groups sorted, empty ones absent. Records of
 * one group that would share a label each get their number added (`Greeting (greeting-2.wav)`), and a count where
 * that is not enough, so that none overwrites another. A disabled record's label ends in " (unavailable)".
 * Throws on a kind that the table does not have.
 */
export function groupDestinations(records: readonly DestinationRecord[]): TenantDestinations {
  const groups = DESTINATION_GROUPS.map((group) => {
    const entries = records.filter(({ kind }) => kind === group).flatMap(toEntries)
    return [group, withOwnLabels(entries)] as const
  })
  const unknown = records.find(({ kind }) => !Object.hasOwn(MAPPINGS, kind))
  if (unknown) throw new Error(`There is no destination group ${unknown.kind}.`)
  return Object.fromEntries(groups.filter(([, labels]) => Object.keys(labels).length > 0))
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

function toEntries(record: DestinationRecord): Entry[] {
  const entries = MAPPINGS[record.kind]?.(record) ?? []
  return record.enabled
    ? entries
    : entries.map((entry) => ({ ...entry, label: `${entry.label}${UNAVAILABLE}` }))
}

function withOwnLabels(entries: readonly Entry[]): Record<string, string> {
  const timesUsed = new Map<string, number>()
  for (const { label } of entries) timesUsed.set(label, (timesUsed.get(label) ?? 0) + 1)
  const taken = new Set(entries.filter(({ label }) => timesUsed.get(label) === 1).map(({ label }) => label))
  const own = entries.map(({ label, detail, identifier }) => {
    if (timesUsed.get(label) === 1) return [label, identifier] as const
    let unique = `${label} (${detail})`
    for (let count = 2; taken.has(unique); count++) unique = `${label} (${detail}, ${count})`
    taken.add(unique)
    return [unique, identifier] as const
  })
  // Not by assignment: a record may be named like a property that objects inherit, such as __proto__.
  return Object.fromEntries(own)
}

function transfer(number: string, domain: string): string {
  return `transfer:${number} XML ${domain}`
}

function words(...parts: (string | null)[]): string {
  return parts
    .map((part) => part?.trim())
    .filter(Boolean)
    .join(' ')
}
