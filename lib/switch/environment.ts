import type { RecordRef } from '../telephony/routing/record'
import type { Row, TenantSnapshot } from '../telephony/routing/snapshot'
import { indexOf } from '../telephony/routing/snapshot-index'
import type { RoomRole } from './conference'
import { plain } from './escape'

/** The compiler's context besides the request. */
export interface CallEnvironment {
  snapshot: TenantSnapshot
  /** Milliseconds since 1970. */
  moment: number
  /** URL at which the switch fetches a recording, as WAV. */
  soundPath(recording: Pick<Row<'recordings'>, 'file_id'>): string
  /** URL to which the switch uploads an extension's recording, as WAV; undefined while nobody would take it. */
  greetingPath(extensionId: string): string | undefined
  /** Whether digits are the PIN of a record; called only for records that have one. */
  isPin(record: Pick<RecordRef, 'table' | 'id'>, digits: string): boolean
  /** The role that an entered PIN grants in a room; null for a wrong one. */
  roleIn(roomId: string, digits: string): RoomRole | null
  /** Whether callers from outside may sign in to a mailbox: not after too many wrong PINs, of which only an agent knows. */
  asksPin(extensionId: string): boolean
}

/** The product's hold music: the music that is installed on the switch. */
export const PRODUCT_MUSIC = 'local_stream://default'

/** URL of a recording for the switch; undefined for none. */
export function soundPathOf(
  { snapshot, soundPath }: Pick<CallEnvironment, 'snapshot' | 'soundPath'>,
  recordingId: string | null,
): string | undefined {
  const recording = indexOf(snapshot).row('recordings', recordingId)
  return recording && plain(soundPath(recording))
}
