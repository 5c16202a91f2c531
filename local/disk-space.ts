import { statfsSync } from 'node:fs'

const MB = 1024 ** 2

/**
 * Free space below which nothing more is stored: PostgreSQL needs room for its write-ahead log, and would crash without any, so
 * that nobody could even read.
 */
const RESERVE_BYTES = 256 * MB
/**
 * What may use a part of the reserve: the functions by which the server frees the disk, by which 911 calls are mailed, and by which people
 * hear and read what is there: each of these writes a trail entry.
 */
export const RESERVES = new Map([
  ['ingest_cdr', 128 * MB],
  ['store_switch_events', 128 * MB],
  ['audit_recording_playback', 128 * MB],
  ['open_voicemail', 128 * MB],
  ['open_fax', 128 * MB],
  ['notify_emergency_call', 64 * MB],
  ['claim_mails', 64 * MB],
  ['store_mail_outcome', 64 * MB],
  ['expired_call_recordings', 64 * MB],
  ['expired_messages', 64 * MB],
  ['unused_letter_paths', 64 * MB],
])
const ASK_AGAIN_MS = 1000

/** Whether the disk of a data directory is nearly full, for a call of a function if one is named. */
export type IsShort = (functionName?: string) => boolean

/** Bytes available to this process on a folder's disk. */
export function freeBytes(folder: string): number {
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize
}

/** Checks the disk at most once a second. */
export function shortOfRoom(folder: string, free: (folder: string) => number): IsShort {
  let left = 0
  let asked = Number.NEGATIVE_INFINITY
  return (functionName = '') => {
    const now = performance.now()
    if (now - asked >= ASK_AGAIN_MS) {
      asked = now
      left = free(folder)
    }
    return left < (RESERVES.get(functionName) ?? RESERVE_BYTES)
  }
}

/** The answer to an upload or a mail that does not fit on the disk. */
export function noRoom(): Response {
  return Response.json(
    { statusCode: '507', error: 'Insufficient Storage', message: 'There is no room left.' },
    { status: 507, headers: { 'access-control-allow-origin': '*', connection: 'close' } },
  )
}
