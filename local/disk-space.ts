import { statfsSync } from 'node:fs'

/**
 * What nothing more is stored below: PostgreSQL needs room for the log it writes ahead, and ends with all that is under way when
 * there is none. Then nobody could read either.
 */
const RESERVE_BYTES = 256 * 1024 ** 2
const ASK_AGAIN_MS = 1000

/** Whether a data directory's disk is short of room. */
export type IsShort = () => boolean

/** Bytes that are free for this process on a folder's disk. */
export function freeBytes(folder: string): number {
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize
}

/** Asks the disk at most once a second. */
export function shortOfRoom(folder: string, free: (folder: string) => number): IsShort {
  let short = false
  let asked = Number.NEGATIVE_INFINITY
  return () => {
    if (Date.now() - asked >= ASK_AGAIN_MS) {
      asked = Date.now()
      short = free(folder) < RESERVE_BYTES
    }
    return short
  }
}

/** The answer to a file that there is no room for, as Storage gives it. */
export function noRoom(): Response {
  return Response.json(
    { statusCode: '507', error: 'Insufficient Storage', message: 'There is no room left.' },
    { status: 507, headers: { 'access-control-allow-origin': '*', connection: 'close' } },
  )
}
