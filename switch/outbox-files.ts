import type { FileHandle } from 'node:fs/promises'
import { withoutSignatures } from '../lib/switch/sound-url'

/** Something to deliver. `body` is text in the format of its kind. */
export interface Entry {
  sequence: number
  kind: string
  body: string
}

export interface Mark {
  /** Identifies this outbox, so that its sequences are not confused with another's. */
  outbox: string
  /** The sequence up to which everything has been delivered. */
  delivered: number
}

/** The mark is overwritten in place, in one sector: writing it needs no room, so that what is delivered can leave a full disk. */
const MARK_BYTES = 128
const CHUNK_BYTES = 1024 * 1024

/** The line of an entry in the outbox's file. */
export const lineOf = (entry: Entry): Buffer => Buffer.from(`${JSON.stringify(entry)}\n`)

/** The entry of a line; undefined, with a log line, if it is damaged. */
export function entryIn(line: string): Entry | undefined {
  try {
    const entry = JSON.parse(line) as Partial<Entry>
    const { sequence, kind, body } = entry
    if (Number.isSafeInteger(sequence) && typeof kind === 'string' && typeof body === 'string')
      return entry as Entry
  } catch {
    // Logged like any other damage.
  }
  console.error('Skipped, because it is damaged in the outbox:', withoutSignatures(line).slice(0, 2000))
  return undefined
}

/** The mark of an outbox; undefined for a new one, or, with a log line, if it is damaged. */
export function markIn(text: string): Mark | undefined {
  if (text === '') return undefined
  try {
    const mark = JSON.parse(text) as Partial<Mark>
    if (typeof mark.outbox === 'string' && Number.isSafeInteger(mark.delivered)) return mark as Mark
  } catch {
    // Logged like any other damage.
  }
  console.error('The mark of the outbox is damaged. Everything in it is delivered again.')
  return undefined
}

/** Writes the mark of an outbox and flushes it. */
export async function writeMark(file: FileHandle, mark: Mark): Promise<void> {
  await writeFully(file, Buffer.from(`${JSON.stringify(mark).padEnd(MARK_BYTES - 1)}\n`), 0)
  await file.datasync()
}

/** Copies a part of a file to the beginning of another and flushes it. */
export async function copyFrom(file: FileHandle, begin: number, end: number, to: FileHandle): Promise<void> {
  const chunk = Buffer.alloc(CHUNK_BYTES)
  for (let at = begin; at < end;) {
    const { bytesRead } = await file.read(chunk, 0, Math.min(chunk.length, end - at), at)
    await writeFully(to, chunk.subarray(0, bytesRead), at - begin)
    at += bytesRead
  }
  await to.sync()
}

/** Fills the buffer from a place in the file, in bytes. Throws an Error if the file ends before, and the system's errors. */
export async function readFully(file: FileHandle, bytes: Buffer, position: number): Promise<void> {
  for (let done = 0; done < bytes.length;) {
    const { bytesRead } = await file.read(bytes, done, bytes.length - done, position + done)
    if (bytesRead === 0) throw new Error('The outbox is shorter than it was.')
    done += bytesRead
  }
}

/** Writes the whole buffer at a place in the file, in bytes. Throws the system's errors, such as ENOSPC. */
export async function writeFully(file: FileHandle, bytes: Buffer, position: number): Promise<void> {
  for (let done = 0; done < bytes.length;) {
    const { bytesWritten } = await file.write(bytes, done, bytes.length - done, position + done)
    done += bytesWritten
  }
}
