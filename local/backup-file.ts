import { once } from 'node:events'
import { createReadStream, createWriteStream } from 'node:fs'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { BackendError } from './errors.ts'

const MAGIC = 'trunkline backup 1\n'
const NOT_ONE = 'This file is not a backup, or it is damaged or truncated.'

/** Writes named parts, one after another, whose lengths need not be known in advance. */
export interface BackupWriter {
  add(
    name: string,
    content: AsyncIterable<Uint8Array | string> | Iterable<Uint8Array | string>,
  ): Promise<void>
  /** Ends the file. Without it, the file does not count as complete. */
  end(): Promise<void>
}

/**
 * Creates a backup file, readable by its owner alone: gzip of a first line, then of each part its name and its pieces, each after
 * its length in four bytes; an empty piece ends the part, and an empty name the file.
 */
export function createBackupFile(file: string): BackupWriter {
  const gzip = createGzip({ level: 6 })
  const written = pipeline(gzip, createWriteStream(file, { flags: 'wx', mode: 0o600 }))
  // Handled when `end` awaits it.
  written.catch(() => undefined)

  async function piece(bytes: Uint8Array): Promise<void> {
    const length = Buffer.alloc(4)
    length.writeUInt32BE(bytes.length)
    gzip.write(length)
    if (!gzip.write(bytes)) await Promise.race([once(gzip, 'drain'), written])
  }

  gzip.write(MAGIC)
  return {
    async add(name, content) {
      await piece(Buffer.from(name))
      for await (const each of content) {
        const bytes = Buffer.from(each)
        if (bytes.length > 0) await piece(bytes)
      }
      await piece(Buffer.alloc(0))
    },
    async end() {
      await piece(Buffer.alloc(0))
      gzip.end()
      await written
    },
  }
}

/** Reads a backup file part by part: parts that `take` does not read to the end are skipped. Throws BackendError when it is incomplete. */
export async function readBackupFile(
  file: string,
  take: (name: string, content: AsyncGenerator<Buffer>) => Promise<void>,
): Promise<void> {
  const source = createReadStream(file)
  const unzipped = source.pipe(createGunzip())
  source.on('error', (error) => unzipped.destroy(error))
  const bytes = reader(unzipped)
  try {
    if ((await bytes(MAGIC.length)).toString() !== MAGIC) throw new BackendError(NOT_ONE)
    for (;;) {
      const name = (await piece(bytes)).toString()
      // gzip's checksum, which detects changed bytes, comes last.
      if (name === '') return await bytes.end()
      const content = pieces(bytes)
      await take(name, content)
      // Skips what was not read.
      while (!(await content.next()).done);
    }
  } catch (error) {
    const damaged = error instanceof Error && 'code' in error && String(error.code).startsWith('Z_')
    throw damaged ? new BackendError(NOT_ONE) : error
  } finally {
    source.destroy()
  }
}

interface Bytes {
  (count: number): Promise<Buffer>
  /** Throws unless nothing follows. */
  end(): Promise<void>
}

async function piece(bytes: Bytes): Promise<Buffer> {
  return bytes((await bytes(4)).readUInt32BE())
}

async function* pieces(bytes: Bytes): AsyncGenerator<Buffer> {
  for (let each = await piece(bytes); each.length > 0; each = await piece(bytes)) yield each
}

/** Reads a given number of bytes from a stream at a time. */
function reader(stream: Readable): Bytes {
  const chunks: AsyncIterator<Buffer> = stream[Symbol.asyncIterator]()
  let held: Buffer = Buffer.alloc(0)
  const read = async (count: number) => {
    const parts: Buffer[] = [held]
    let length = held.length
    while (length < count) {
      const { value, done } = await chunks.next()
      if (done) throw new BackendError(NOT_ONE)
      parts.push(value)
      length += value.length
    }
    const all = parts.length === 1 ? held : Buffer.concat(parts)
    held = all.subarray(count)
    return all.subarray(0, count)
  }
  const end = async () => {
    if (held.length > 0 || !(await chunks.next()).done) throw new BackendError(NOT_ONE)
  }
  return Object.assign(read, { end })
}
