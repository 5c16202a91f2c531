import { randomUUID } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { open, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { isUuid } from '../../lib/validation/uuid.ts'
import { errorCode } from '../errors.ts'

/** The bytes of objects, one file each. A file's name is a random version, never anything a client sent. */
export interface FileStore {
  /** Stores bytes durably and returns their version. */
  write(bytes: Uint8Array): Promise<string>
  /** The size in bytes; undefined when the file does not exist. */
  size(version: string): Promise<number | undefined>
  /** Bytes `start` to `end`, both included. The file is open by then: one that is replaced meanwhile is still read to its end. */
  read(version: string, start: number, end: number): Promise<ReadableStream<Uint8Array>>
  remove(versions: string[]): Promise<void>
  /** Deletes files that are not among `versions`: uploads during which the backend was killed. */
  keepOnly(versions: Set<string>): Promise<void>
}

/** A store in `folder`, which is created when missing. */
export function createFileStore(folder: string): FileStore {
  mkdirSync(folder, { recursive: true, mode: 0o700 })

  function path(version: string): string {
    if (!isUuid(version)) throw new Error(`No version of a file: ${version}`)
    return join(folder, version)
  }
  async function remove(versions: string[]): Promise<void> {
    await Promise.all(
      versions.filter((version) => isUuid(version)).map((version) => rm(path(version), { force: true })),
    )
  }

  return {
    remove,
    async write(bytes) {
      const version = randomUUID()
      await writeTo(path(version), bytes)
      return version
    },
    async size(version) {
      if (!isUuid(version)) return undefined
      try {
        return (await stat(path(version))).size
      } catch (error) {
        if (errorCode(error) === 'ENOENT') return undefined
        throw error
      }
    },
    async read(version, start, end) {
      const file = await open(path(version))
      return Readable.toWeb(file.createReadStream({ start, end })) as ReadableStream<Uint8Array>
    },
    async keepOnly(versions) {
      await remove((await readdir(folder)).filter((file) => !versions.has(file)))
    },
  }
}

async function writeTo(path: string, bytes: Uint8Array): Promise<void> {
  const file = await open(path, 'wx', 0o600)
  try {
    await file.writeFile(bytes)
    await file.sync()
  } finally {
    await file.close()
  }
}
