import { readFile, stat, unlink } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { Fax, FaxDelivery, Happening } from '../lib/switch/agent/contract'
import { FAX_FOLDER } from '../lib/switch/fax'
import { AppFailure } from './app'
import type { EventSocket, SwitchEvent } from './event-socket'
import { filesIn, watchFolder } from './folder'
import { clipped } from './registered'
import type { EventSource } from './watch-events'

const ID = '([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})'
/** As receiveFax names them (lib/switch/fax.ts). */
const FILE = new RegExp(`^${ID}_${ID}_${ID}_([+0-9]{0,32})-\\d+-\\d+\\.tif$`)
/** The call of a fax ends right after it. */
const SOON_MS = 500
/** What there is to tell of a fax comes within this time of its last page, or never. */
const TOLD_MS = 10_000

interface Watched extends EventSource {
  /** Resolves once it is kept. */
  happened(happening: Happening): Promise<void>
  send(delivery: FaxDelivery): Promise<void>
}

/** Faxes that the switch has received: each file waits in its folder until the app has it, and goes then. */
export class Faxes {
  readonly #watched: Watched
  /** What an event told of a file: what its name does not say. */
  readonly #told = new Map<string, Pick<Fax, 'station' | 'problem'>>()

  constructor(watched: Watched) {
    this.#watched = watched
  }

  /** Watches until it is stopped; what came meanwhile is delivered too. */
  watch(): Promise<void> {
    return watchFolder(this.#watched, {
      folder: FAX_FOLDER,
      events: 'CUSTOM spandsp::rxfaxresult',
      againMs: SOON_MS,
      heard: (event) => this.#heard(event),
      deliver: (events, folder) => this.#deliver(events, folder),
    })
  }

  async #heard(event: SwitchEvent): Promise<boolean> {
    const name = basename(event.variable_fax_filename ?? '')
    const named = faxOf(name)
    if (!named) return false
    const told = {
      station: clipped((event['fax-remote-station-id'] ?? '').replace(/\p{Cc}+/gu, ' ').trim(), 64),
      problem: event['fax-success'] === '1' ? null : clipped(event['fax-result-text'] ?? 'Not whole.', 255),
    }
    if (Number(event['fax-document-transferred-pages'] ?? 0) > 0) {
      this.#told.set(name, told)
      return true
    }
    // There may be no file: this is all that is known of it.
    const said = { ...named, at: new Date().toISOString(), ...told }
    await this.#watched.happened({ kind: 'fax', said: { ...said, problem: said.problem ?? 'No page came.' } })
    return false
  }

  /** Delivers what is there; answers whether a fax is still coming. */
  async #deliver(events: EventSocket, folder: string): Promise<boolean> {
    let isUnderWay = false
    for (const name of await filesIn(folder)) {
      const named = faxOf(name)
      if (!named) continue
      const path = join(folder, name)
      const isToldOf = this.#told.has(name) || Date.now() - (await stat(path)).mtimeMs > TOLD_MS
      if (isToldOf && (await events.api(`uuid_exists ${named.channel}`)) === 'false')
        await this.#send(path, name, named)
      else isUnderWay = true
    }
    return isUnderWay
  }

  async #send(path: string, name: string, named: Named): Promise<void> {
    const { mtime, size } = await stat(path)
    const { station, problem } = this.#told.get(name) ?? { station: '', problem: null }
    const fax: Fax = { ...named, at: mtime.toISOString(), station, problem }
    try {
      if (size > 0) await this.#watched.send({ fax, tiff: (await readFile(path)).toString('base64') })
    } catch (error) {
      if (!(error instanceof AppFailure && error.isFinal)) throw error
      console.error('The app cannot take a fax:', error.message)
      const why = problem ?? 'Its pages could not be read.'
      await this.#watched.happened({ kind: 'fax', said: { ...fax, problem: why } })
    }
    await unlink(path)
    this.#told.delete(name)
  }
}

type Named = Pick<Fax, 'tenant' | 'box' | 'channel' | 'from'>

/** What a file's name says of its fax; undefined for another file. */
function faxOf(name: string): Named | undefined {
  const [, tenant, box, channel, from = ''] = FILE.exec(name) ?? []
  return tenant && box && channel ? { tenant, box, channel, from } : undefined
}
