import { statfsSync } from 'node:fs'

/**
 * Free space below which nothing more is stored: PostgreSQL needs room for its write-ahead log, and would crash without any, so
 * that nobody could even read.
 */
const RESERVE_BYTES = 256 * 1024 ** 2
const ASK_AGAIN_MS = 1000

/** Whether the disk of a data directory is nearly full. */
export type IsShort = () => boolean

/** Bytes available to this process on a folder's disk. */
export function freeBytes(folder: string): number {
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize
}

/** Checks the disk at most once a second. */
export function shortOfRoom(folder: string, free: (folder: string) => number): IsShort {
  let short = false
  let asked = Number.NEGATIVE_INFINITY
  return () => {
    const now = performance.now()
    if (now - asked >= ASK_AGAIN_MS) {
      asked = now
      short = free(folder) < RESERVE_BYTES
    }
    return short
  }
}

/** Storage's answer to an upload that does not fit on the disk. */
export function noRoom(): Response {
  return Response.json(
    { statusCode: '507', error: 'Insufficient Storage', message: 'There is no room left.' },
    { status: 507, headers: { 'access-control-allow-origin': '*', connection: 'close' } },
  )
}
