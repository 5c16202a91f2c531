import { randomUUID } from 'node:crypto'
import { constants } from 'node:fs'
import { type FileHandle, open, rename, rm, statfs } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { makeFolder, syncFolder } from './files'
import {
  copyFrom,
  type Entry,
  entryIn,
  lineOf,
  type Mark,
  markIn,
  readFully,
  writeFully,
  writeMark,
} from './outbox-files'

interface Place {
  sequence: number
  kind: string
  offset: number
  length: number
}

interface Waiting {
  kind: string
  body: string
  /** Whether it waits while the disk is full. */
  waits: boolean
  kept: () => void
  failed: (error: unknown) => void
}

/** Delivered entries are cut from the file once they take more than this, and half of the file. */
const CUT_BYTES = 8 * 1024 * 1024
const READ_BYTES = 1024 * 1024
const AGAIN_MS = 1000
/** How many entries wait for room on the disk. */
const MOST_WAITING = 10_000

/**
 * A queue on disk: entries are flushed before they are acknowledged, one line each at the end of one file, with the delivered position
 * in another. A crash leaves at most a torn last line, which was never acknowledged. Entries in delivery during a crash are sent again;
 * the receiver recognizes them by sequence or by their own id. Sequences rise with the clock (microseconds, with gaps). Entries are not
 * held in memory.
 *
 * Damaged lines are logged and skipped. Their sequences are unknown, so the outbox then gets a new id, as it does if its mark is damaged:
 * the receiver recognizes what it already has by its own id.
 */
export class Outbox {
  readonly #path: string
  readonly #markFile: FileHandle
  readonly #stopped: AbortSignal
  #file: FileHandle
  #mark: Mark
  #retrying: NodeJS.Timeout | undefined
  #places: Place[] = []
  #size = 0
  #next = 1
  #waiting: Waiting[] = []
  #working: Promise<void> | undefined
  #appended: () => void = () => undefined

  private constructor(
    path: string,
    file: FileHandle,
    markFile: FileHandle,
    mark: Mark,
    stopped: AbortSignal,
  ) {
    this.#path = path
    this.#file = file
    this.#markFile = markFile
    this.#mark = mark
    this.#stopped = stopped
    stopped.addEventListener('abort', () => {
      if (this.#retrying) void this.#inTurn(() => this.#write())
    })
  }

  /** Opens it. Once `stopped` is aborted, nothing waits for room on the disk. */
  static async open(folder: string, stopped = new AbortController().signal): Promise<Outbox> {
    makeFolder(folder)
    const path = join(folder, 'outbox.log')
    const opened = (name: string) => open(name, constants.O_RDWR | constants.O_CREAT, 0o600)
    const [file, markFile] = [await opened(path), await opened(join(folder, 'delivered.json'))]
    const mark = markIn(await markFile.readFile('utf8'))
    const outbox = new Outbox(path, file, markFile, mark ?? { outbox: randomUUID(), delivered: 0 }, stopped)
    const isWhole = await outbox.#read()
    if (!isWhole) outbox.#mark = { ...outbox.#mark, outbox: randomUUID() }
    if (!mark || !isWhole) await writeMark(markFile, outbox.#mark)
    await syncFolder(folder)
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

  /**
   * Resolves once the entry is on disk; entries added meanwhile are written together. Rejects if it cannot be written, except with
   * `waits`: such entries then wait in memory, in order, until there is room.
   */
  append(kind: string, body: string, waits = false): Promise<void> {
    return new Promise((kept, failed) => {
      this.#waiting.push({ kind, body, waits, kept, failed })
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
      await writeMark(this.#markFile, mark)
      this.#mark = mark
      const left = this.#places.findIndex((place) => place.sequence > sequence)
      this.#places = left < 0 ? [] : this.#places.slice(left)
      await this.#cut().catch((error: unknown) =>
        console.error('Delivered entries cannot be removed from the outbox right now:', error),
      )
    })
  }

  async close(): Promise<void> {
    await this.#inTurn(async () => {
      await this.#file.close()
      await this.#markFile.close()
    })
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
    clearTimeout(this.#retrying)
    const batch = this.#waiting.splice(0)
    if (batch.length === 0) return
    // Above all that it had before it was put back with its machine, as from a backup: the app takes each sequence once.
    this.#next = Math.max(this.#next, Date.now() * 1000)
    let end = this.#size
    const lines = batch.map(({ kind, body }, index) => {
      const sequence = this.#next + index
      const line = lineOf({ sequence, kind, body })
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
      this.#putBack(batch, error)
      return
    }
    this.#retrying = undefined
    this.#size = end
    this.#next += batch.length
    this.#places.push(...lines.map(({ place }) => place))
    for (const { kept } of batch) kept()
    this.#appended()
  }

  /** Rejects entries that could not be written, except those that wait. */
  #putBack(batch: readonly Waiting[], error: unknown): void {
    const waiting = batch.filter(({ waits }) => waits && !this.#stopped.aborted)
    const rejected = [
      ...batch.filter((each) => !each.waits || this.#stopped.aborted),
      ...waiting.splice(MOST_WAITING),
    ]
    for (const { failed } of rejected) failed(error)
    this.#waiting.unshift(...waiting)
    if (waiting.length === 0) return
    if (!this.#retrying) console.error('Nothing can be stored right now:', error)
    this.#retrying = setTimeout(() => void this.#inTurn(() => this.#write()), AGAIN_MS)
  }

  /**
   * Cuts delivered entries from the file; immediately if it holds nothing else. Otherwise the rest is copied: at half of the file all copies
   * together are no larger than what has waited. It must leave the switch as much free room as it takes.
   */
  async #cut(): Promise<void> {
    const [first] = this.#places
    if (!first) {
      await this.#file.truncate(0)
      this.#size = 0
      return
    }
    if (first.offset < Math.max(CUT_BYTES, this.#size / 2)) return
    const { bavail, bsize } = await statfs(dirname(this.#path))
    if (bavail * bsize < 2 * (this.#size - first.offset)) return
    const beside = await open(`${this.#path}.new`, 'w+', 0o600)
    try {
      await copyFrom(this.#file, first.offset, this.#size, beside)
      await rename(`${this.#path}.new`, this.#path)
    } catch (error) {
      await beside.close()
      await rm(`${this.#path}.new`, { force: true })
      throw error
    }
    await this.#file.close()
    this.#file = beside
    this.#places = this.#places.map((place) => ({ ...place, offset: place.offset - first.offset }))
    this.#size -= first.offset
  }

  /** Finds the lines of the file and cuts off a torn one at its end. Resolves to whether all others are readable. */
  async #read(): Promise<boolean> {
    let isWhole = true
    let rest = Buffer.alloc(0)
    let at = 0
    const chunk = Buffer.alloc(READ_BYTES)
    this.#next = this.#mark.delivered + 1
    for (;;) {
      const { bytesRead } = await this.#file.read(chunk, 0, chunk.length, at + rest.length)
      if (bytesRead === 0) break
      rest = Buffer.concat([rest, chunk.subarray(0, bytesRead)])
      for (let end = rest.indexOf('\n'); end >= 0; end = rest.indexOf('\n')) {
        const entry = entryIn(rest.subarray(0, end).toString())
        if (entry) this.#place(entry, at, end + 1)
        else isWhole = false
        at += end + 1
        rest = rest.subarray(end + 1)
      }
    }
    this.#size = at
    await this.#file.truncate(at)
    return isWhole
  }

  #place({ sequence, kind }: Entry, offset: number, length: number): void {
    if (sequence > this.#mark.delivered) this.#places.push({ sequence, kind, offset, length })
    this.#next = Math.max(this.#next, sequence + 1)
  }
}
