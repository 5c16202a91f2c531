import type { RecordRef } from '../telephony/routing/record'
import type { Row, TenantSnapshot } from '../telephony/routing/snapshot'
import { indexOf } from '../telephony/routing/snapshot-index'
import type { RoomRole } from './conference'
import { plain } from './plain'

/** What the compiler knows besides the request. */
export interface Surroundings {
  snapshot: TenantSnapshot
  /** Milliseconds since 1970. */
  moment: number
  /** Where the switch finds a recording's file. */
  soundPath(recording: Pick<Row<'recordings'>, 'file_id' | 'format'>): string
  /** Where the switch puts what an extension records for its tenant, as WAV. */
  greetingPath(extensionId: string): string
  /** Whether digits are the PIN of a record; asked of records that have one only. */
  isPin(record: Pick<RecordRef, 'table' | 'id'>, digits: string): boolean
  /** As whom a PIN that was entered lets the caller into a room; null for a wrong one. */
  roleIn(roomId: string, digits: string): RoomRole | null
}

/** Where the switch finds a recording; undefined for none. */
export function soundPathOf(
  { snapshot, soundPath }: Pick<Surroundings, 'snapshot' | 'soundPath'>,
  recordingId: string | null,
): string | undefined {
  const recording = indexOf(snapshot).row('recordings', recordingId)
  return recording && plain(soundPath(recording))
}
