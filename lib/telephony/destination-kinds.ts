import type { DESTINATIONS } from '../supabase/constraints'

/** Headings of the destination kinds. */
const HEADINGS: Readonly<Record<(typeof DESTINATIONS.kind.choices)[number], string>> = {
  extensions: 'Extensions',
  voicemails: 'Voicemail',
  ring_groups: 'Ring groups',
  ivr_menus: 'IVR menus',
  call_centers: 'Call centers',
  time_conditions: 'Time conditions',
  call_flows: 'Call flows',
  recordings: 'Recordings',
  external: 'External numbers',
  other: 'Other',
  unknown: 'Set by hand',
}

/** A kind's heading; the kind itself if it has none. */
export function destinationHeading(kind: string): string {
  return kind in HEADINGS ? HEADINGS[kind as keyof typeof HEADINGS] : kind
}

/** Sorts options by kind: what rings first, what ends a call last. */
export function inOfferedOrder<Option extends { group: string }>(options: readonly Option[]): Option[] {
  const order = Object.keys(HEADINGS)
  return [...options].sort((one, other) => order.indexOf(one.group) - order.indexOf(other.group))
}
