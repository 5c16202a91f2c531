import type { DESTINATIONS } from '../supabase/constraints'
import { shownNumber } from '../validation/phone'

type DestinationKind = (typeof DESTINATIONS.kind.choices)[number]

/** The data of a destination's label and identifier. */
export interface Listed {
  kind: string
  /** The dialed number, a recording's file name, 'hangup', or for kind 'unknown' an identifier set by hand in the PBX. */
  number: string
  name: string
  enabled: boolean
  domain: string
}

interface KindOfDestination {
  heading: string
  /** Whether a phone can dial it. */
  dialed?: true
  label: (record: Listed) => string
  identifier: (record: Listed) => string
}

/** Suffix of a voicemail's label: an envelope as an HTML entity. */
const ENVELOPE = '&#9993;'
const HANG_UP = 'hangup'

const numbered = {
  dialed: true,
  label: ({ number, name }: Listed) => words(number, name),
  identifier: ({ number, domain }: Listed) => transfer(number, domain),
} as const

/** The kinds of destination (docs/telephony.md), in display order. */
const KINDS = {
  extensions: { ...numbered, heading: 'Extensions' },
  voicemails: {
    heading: 'Voicemail',
    label: ({ number, name }) => words(number, name, ENVELOPE),
    identifier: ({ number, domain }) => transfer(`*99${number}`, domain),
  },
  ring_groups: { ...numbered, heading: 'Ring groups' },
  ivr_menus: { ...numbered, heading: 'IVR menus' },
  call_centers: { ...numbered, heading: 'Call centers' },
  time_conditions: { ...numbered, heading: 'Time conditions' },
  call_flows: { ...numbered, heading: 'Call flows' },
  conference_rooms: { ...numbered, heading: 'Conference rooms' },
  paging_groups: { ...numbered, heading: 'Paging groups' },
  fax_boxes: { ...numbered, heading: 'Fax boxes' },
  recordings: {
    heading: 'Recordings',
    label: ({ number, name }) => words(name) || words(number),
    identifier: ({ number }) => `lua:streamfile.lua ${number}`,
  },
  external: {
    heading: 'External numbers',
    dialed: true,
    label: ({ number }) => shownNumber(words(number)),
    identifier: ({ number, domain }) => transfer(number, domain),
  },
  other: {
    heading: 'Other',
    label: ({ name }) => words(name),
    identifier: ({ number, domain }) => (number === HANG_UP ? HANG_UP : transfer(number, domain)),
  },
  unknown: { heading: 'Set by hand', label: ({ number }) => number, identifier: ({ number }) => number },
} as const satisfies Readonly<Record<DestinationKind, KindOfDestination>>

/** The kinds that are groups in the API's answer, in order. */
export const DESTINATION_GROUPS: readonly string[] = Object.keys(KINDS)
  .filter((kind) => kind !== 'unknown')
  .sort()

/** The kinds whose number a phone can dial or monitor. */
export const DIALED_KINDS: readonly string[] = Object.entries<KindOfDestination>(KINDS).flatMap(
  ([kind, { dialed }]) => (dialed ? kind : []),
)

/** How a kind of destination is shown. Throws an Error for one that the database has and this file lacks. */
export function destinationKind(kind: string): KindOfDestination {
  if (!Object.hasOwn(KINDS, kind)) throw new Error(`Unknown destination group ${kind}.`)
  return KINDS[kind as DestinationKind]
}

/** A kind's heading; the kind itself if it has none. */
export function destinationHeading(kind: string): string {
  return Object.hasOwn(KINDS, kind) ? KINDS[kind as DestinationKind].heading : kind
}

/** Sorts options by kind: what rings comes first, what ends a call last. */
export function inOfferedOrder<Option extends { group: string }>(options: readonly Option[]): Option[] {
  const order = Object.keys(KINDS)
  return [...options].sort((one, other) => order.indexOf(one.group) - order.indexOf(other.group))
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
