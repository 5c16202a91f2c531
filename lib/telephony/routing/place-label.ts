import { shownNumber } from '../../validation/phone'
import { sentenceCase } from '../../words'
import { tableOfKind } from '../destination-tables'
import type { Place } from './place'
import { nounAndLabel, type RecordRef } from './record'
import type { Row } from './snapshot'
import { refOf, type SnapshotIndex } from './snapshot-index'

/** The record behind a destination, or the destination itself if it has none. */
export function recordOf(index: SnapshotIndex, destination: Row<'destinations'>): RecordRef {
  const table = tableOfKind(destination.kind)
  const row = table && index.row(table, destination.record_id)
  return row ? refOf(table, row) : refOf('destinations', destination)
}

/** A label by itself: `the ring group 6000 Front office` becomes `Ring group 6000 Front office`. */
export const placeTitle = (label: string): string => sentenceCase(label.replace(/^the /, ''))

/** The label of a place, and the record to open for it. */
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
