import { openAsBlob } from 'node:fs'
import { rename, stat, unlink } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { CALLS_FOLDER } from '../lib/switch/draft'
import { AppFailure } from './app'
import type { EventSocket } from './event-socket'
import { filesIn, watchFolder } from './folder'
import type { EventSource } from './watch-events'

/** As `record` and rooms name them (lib/switch): by the call. */
const FILE = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.wav$/
const AGAIN_MS = 5000
/** What is being recorded is written to at least this often, in silence too. */
const QUIET_MS = 20_000

interface Watched extends EventSource {
  /** The domain of a tenant; undefined for one that this switch does not serve. */
  domainOf(tenant: string): string | undefined
  /** Sends the recording of a call, by its first leg's uuid. */
  send(call: string, domain: string, sound: Blob): Promise<void>
}

/**
 * Recordings of calls and conference rooms, `<tenant>/<call>.wav`: each waits in its folder until the app has it, and goes then. One that
 * the app can never take stays there as `<call>.wav.refused`.
 */
export class Recordings {
  readonly #watched: Watched
  /** Files that an event said are whole. */
  readonly #ended = new Set<string>()

  constructor(watched: Watched) {
    this.#watched = watched
  }

  /** Watches until it is stopped; what was recorded meanwhile is delivered too. */
  watch(): Promise<void> {
    return watchFolder(this.#watched, {
      folder: CALLS_FOLDER,
      events: 'RECORD_STOP',
      againMs: AGAIN_MS,
      heard: (event) => {
        const path = event['Record-File-Path'] ?? ''
        if (path.includes(CALLS_FOLDER)) this.#ended.add(basename(path))
        return path.includes(CALLS_FOLDER)
      },
      // No event tells of the recordings of rooms.
      deliver: (events, folder) => this.#deliver(events, folder).then(() => true),
    })
  }

  async #deliver(events: EventSocket, folder: string): Promise<void> {
    let rooms: string | undefined
    for (const tenant of await filesIn(folder)) {
      const domain = this.#watched.domainOf(tenant)
      if (domain === undefined) continue
      for (const name of await filesIn(join(folder, tenant))) {
        const call = FILE.exec(name)?.[1]
        if (call === undefined) continue
        const path = join(folder, tenant, name)
        const isQuiet = async () => {
          if (Date.now() - (await stat(path)).mtimeMs < QUIET_MS) return false
          rooms ??= await events.api('conference xml_list')
          return !rooms.includes(name)
        }
        const isOver =
          (this.#ended.has(name) || (await isQuiet())) &&
          (await events.api(`uuid_exists ${call}`)) === 'false'
        if (isOver) await this.#send(path, call, domain)
      }
    }
  }

  async #send(path: string, call: string, domain: string): Promise<void> {
    try {
      await this.#watched.send(call, domain, await openAsBlob(path))
      await unlink(path)
    } catch (error) {
      if (!(error instanceof AppFailure && (error.isFinal || error.status === 404))) throw error
      console.error('The app cannot take a recording:', path, error.message)
      await rename(path, `${path}.refused`)
    }
    this.#ended.delete(basename(path))
  }
}
