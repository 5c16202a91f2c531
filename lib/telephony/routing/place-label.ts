import type { Place } from './place'
import { nounAndLabel, type RecordRef, shownNumber } from './record'
import type { Row } from './snapshot'
import { refOf, type SnapshotIndex } from './snapshot-index'

/** The kinds of destinations that are records of their own, with their tables. A voicemail is its extension's. */
const TABLES = {
  extensions: 'extensions',
  voicemails: 'extensions',
  ring_groups: 'ring_groups',
  ivr_menus: 'ivr_menus',
  call_centers: 'call_center_queues',
  call_flows: 'call_flows',
  time_conditions: 'time_conditions',
  conference_rooms: 'conference_rooms',
  paging_groups: 'paging_groups',
  fax_boxes: 'fax_boxes',
  recordings: 'recordings',
} as const

export type RecordKind = keyof typeof TABLES

export function isRecordKind(kind: string): kind is RecordKind {
  return Object.hasOwn(TABLES, kind)
}

export function tableOf<Kind extends RecordKind>(kind: Kind): (typeof TABLES)[Kind] {
  return TABLES[kind]
}

/** The record behind a destination, or the destination itself when it is none's. */
export function recordOf(index: SnapshotIndex, destination: Row<'destinations'>): RecordRef {
  if (isRecordKind(destination.kind)) {
    const table = tableOf(destination.kind)
    const row = index.row(table, destination.record_id)
    if (row) return refOf(table, row)
  }
  return refOf('destinations', destination)
}

/** What a place is called, and the record to open for it. */
export function placeLabel(index: SnapshotIndex, place: Place): { record: RecordRef; label: string } {
  switch (place.at) {
    case 'number': {
      const did = index.rows('dids', 'number', place.number)[0]
      const record = did ? refOf('dids', did) : index.tenant
      return { record, label: `the number ${shownNumber(place.number)}` }
    }
    case 'dialed': {
      const lot = index.row('park_lots', index.parking(place.digits)?.id ?? null)
      if (!lot) return { record: index.tenant, label: `the dialed number ${place.digits}` }
      const record = refOf('park_lots', lot)
      return { record, label: `the ${nounAndLabel(record)}` }
    }
    case 'destination': {
      const destination = index.row('destinations', place.id)
      if (!destination) return { record: index.tenant, label: 'a destination that no longer exists' }
      const record = recordOf(index, destination)
      const noun = nounAndLabel(record)
      return { record, label: destination.kind === 'voicemails' ? `the voicemail of ${noun}` : `the ${noun}` }
    }
    case 'voicemail': {
      const extension = index.row('extensions', place.extensionId)
      const record = extension ? refOf('extensions', extension) : index.tenant
      return { record, label: `the voicemail of ${nounAndLabel(record)}` }
    }
    case 'end':
      return { record: place.because.record, label: 'the end of the call' }
  }
}
