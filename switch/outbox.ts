import { randomUUID } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { type FileHandle, open, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { makeFolder, putFile, syncFolder } from './files'

/** Something to deliver. `body` is text in the format of its kind. */
export interface Entry {
  sequence: number
  kind: string
  body: string
}

interface Place {
  sequence: number
  kind: string
  offset: number
  length: number
}

interface Mark {
  /** Identifies this outbox, so that its sequences are not confused with another's. */
  outbox: string
  /** The sequence up to which everything has been delivered. */
  delivered: number
}

interface Waiting {
  kind: string
  body: string
  kept: () => void
  failed: (error: unknown) => void
}

/** Delivered entries are cut from the file once they take more than this. */
const CUT_BYTES = 8 * 1024 * 1024
const CHUNK_BYTES = 1024 * 1024

/**
 * A queue on disk: entries are flushed before they are acknowledged, one line each at the end of one file, with the delivered position
 * in another. A crash leaves at most a torn last line, which was never acknowledged. Entries in delivery during a crash are sent again;
 * the receiver recognizes them by sequence or by their own id. Entries are not held in memory.
 */
export class Outbox {
  readonly #path: string
  readonly #markPath: string
  #file: FileHandle
  #mark: Mark
  #places: Place[] = []
  #size = 0
  #next = 1
  #waiting: Waiting[] = []
  #working: Promise<void> | undefined
  #appended: () => void = () => undefined

  private constructor(path: string, markPath: string, file: FileHandle, mark: Mark) {
    this.#path = path
    this.#markPath = markPath
    this.#file = file
    this.#mark = mark
  }

  static async open(folder: string): Promise<Outbox> {
    makeFolder(folder)
    const [path, markPath] = [join(folder, 'outbox.log'), join(folder, 'delivered.json')]
    const mark: Mark = existsSync(markPath)
      ? (JSON.parse(readFileSync(markPath, 'utf8')) as Mark)
      : { outbox: randomUUID(), delivered: 0 }
    if (!existsSync(markPath)) await putFile(markPath, JSON.stringify(mark))
    const file = await open(path, existsSync(path) ? 'r+' : 'w+', 0o600)
    await syncFolder(folder)
    const outbox = new Outbox(path, markPath, file, mark)
    await outbox.#read()
    return outbox
  }

  get id(): string {
    return this.#mark.outbox
  }

  /** How many entries are undelivered. */
  get size(): number {
    return this.#places.length
  }

  /** Calls back whenever an entry is added. */
  onAppended(listener: () => void): void {
    this.#appended = listener
  }

  /** Resolves once the entry is on disk; entries added meanwhile are written together. */
  append(kind: string, body: string): Promise<void> {
    return new Promise((kept, failed) => {
      this.#waiting.push({ kind, body, kept, failed })
      void this.#inTurn(() => this.#write())
    })
  }

  /** The oldest undelivered entries of one kind: at least one if there is any, and no more than fit. */
  async oldest(most: number, mostBytes: number): Promise<Entry[]> {
    return this.#inTurn(async () => {
      const [first] = this.#places
      if (!first) return []
      let end = first.offset
      const chosen: Place[] = []
      for (const place of this.#places) {
        const fits = chosen.length < most && place.offset + place.length - first.offset <= mostBytes
        if (place.kind !== first.kind || (chosen.length > 0 && !fits)) break
        chosen.push(place)
        end = place.offset + place.length
      }
      const bytes = Buffer.alloc(end - first.offset)
      await readFully(this.#file, bytes, first.offset)
      return chosen.map(({ sequence, kind, offset, length }) => {
        const line = bytes.subarray(offset - first.offset, offset - first.offset + length).toString()
        return { sequence, kind, body: (JSON.parse(line) as { body: string }).body }
      })
    })
  }

  /** Marks everything up to a sequence as delivered. */
  async delivered(sequence: number): Promise<void> {
    await this.#inTurn(async () => {
      const mark = { ...this.#mark, delivered: sequence }
      await putFile(this.#markPath, JSON.stringify(mark))
      this.#mark = mark
      const left = this.#places.findIndex((place) => place.sequence > sequence)
      this.#places = left < 0 ? [] : this.#places.slice(left)
      await this.#cut()
    })
  }

  async close(): Promise<void> {
    await this.#inTurn(() => this.#file.close())
  }

  /** Runs work one at a time, because all of it depends on where the file ends. */
  #inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const done = (this.#working ?? Promise.resolve()).then(work)
    this.#working = done.then(
      () => undefined,
      () => undefined,
    )
    return done
  }

  async #write(): Promise<void> {
    const batch = this.#waiting.splice(0)
    if (batch.length === 0) return
    let end = this.#size
    const lines = batch.map(({ kind, body }, index) => {
      const sequence = this.#next + index
      const line = Buffer.from(`${JSON.stringify({ sequence, kind, body })}\n`)
      const place: Place = { sequence, kind, offset: end, length: line.length }
      end += line.length
      return { line, place }
    })
    try {
      await writeFully(this.#file, Buffer.concat(lines.map(({ line }) => line)), this.#size)
      await this.#file.datasync()
    } catch (error) {
      // Part of it may be on disk; the next one starts where this one did.
      await this.#file.truncate(this.#size).catch(() => undefined)
      for (const { failed } of batch) failed(error)
      return
    }
    this.#size = end
    this.#next += batch.length
    this.#places.push(...lines.map(({ place }) => place))
    for (const { kept } of batch) kept()
    this.#appended()
  }

  /** Cuts delivered entries from the file; immediately if it holds nothing else. */
  async #cut(): Promise<void> {
    const [first] = this.#places
    if (!first) {
      await this.#file.truncate(0)
      this.#size = 0
      return
    }
    if (first.offset < CUT_BYTES) return
    const beside = await open(`${this.#path}.new`, 'w+', 0o600)
    const chunk = Buffer.alloc(CHUNK_BYTES)
    for (let at = first.offset; at < this.#size; ) {
      const { bytesRead } = await this.#file.read(chunk, 0, Math.min(chunk.length, this.#size - at), at)
      await writeFully(beside, chunk.subarray(0, bytesRead), at - first.offset)
      at += bytesRead
    }
    await beside.sync()
    await rename(`${this.#path}.new`, this.#path)
    await this.#file.close()
    this.#file = beside
    this.#places = this.#places.map((place) => ({ ...place, offset: place.offset - first.offset }))
    this.#size -= first.offset
  }

  /** Finds the lines of the file and cuts off a torn one at its end. */
  async #read(): Promise<void> {
    let rest = Buffer.alloc(0)
    let at = 0
    const chunk = Buffer.alloc(CHUNK_BYTES)
    this.#next = this.#mark.delivered + 1
    for (;;) {
      const { bytesRead } = await this.#file.read(chunk, 0, chunk.length, at + rest.length)
      if (bytesRead === 0) break
      rest = Buffer.concat([rest, chunk.subarray(0, bytesRead)])
      for (let end = rest.indexOf('\n'); end >= 0; end = rest.indexOf('\n')) {
        const { sequence, kind } = JSON.parse(rest.subarray(0, end).toString()) as Entry
        if (sequence > this.#mark.delivered)
          this.#places.push({ sequence, kind, offset: at, length: end + 1 })
        this.#next = Math.max(this.#next, sequence + 1)
        at += end + 1
        rest = rest.subarray(end + 1)
      }
    }
    this.#size = at
    await this.#file.truncate(at)
  }
}

async function readFully(file: FileHandle, bytes: Buffer, position: number): Promise<void> {
  for (let done = 0; done < bytes.length; ) {
    const { bytesRead } = await file.read(bytes, done, bytes.length - done, position + done)
    if (bytesRead === 0) throw new Error('The outbox is shorter than it was.')
    done += bytesRead
  }
}

async function writeFully(file: FileHandle, bytes: Buffer, position: number): Promise<void> {
  for (let done = 0; done < bytes.length; ) {
    const { bytesWritten } = await file.write(bytes, done, bytes.length - done, position + done)
    done += bytesWritten
  }
}
