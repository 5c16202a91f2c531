import { openAsBlob } from 'node:fs'
import { rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { AppFailure } from './app'
import type { SwitchEvent } from './event-socket'
import { filesIn, watchFolder } from './folder'
import type { EventSource } from './watch-events'

const FILE = /^greeting_([1-9])\.wav$/
/** Beside a greeting: as new as what the app has of it. */
const SENT = '.sent'

interface Watched extends EventSource {
  isServed(domain: string): boolean
  /** Sends the greeting that a mailbox has at a place. */
  send(box: { domain: string; account: string; place: number }, sound: Blob): Promise<void>
}

/** The greetings that people record or choose in the menu of their mailbox (mod_voicemail): the app keeps them. */
export class Greetings {
  readonly #watched: Watched

  constructor(watched: Watched) {
    this.#watched = watched
  }

  /** Watches until it is stopped; what was recorded meanwhile is delivered too. */
  watch(): Promise<void> {
    return watchFolder(this.#watched, {
      folder: 'voicemail/default',
      events: 'CUSTOM vm::maintenance',
      againMs: 0,
      heard: (event) => this.#heard(event),
      deliver: (_events, folder) => this.#deliver(folder),
    })
  }

  async #heard(event: SwitchEvent): Promise<boolean> {
    const path = event['VM-Greeting-Path'] ?? ''
    // One that is chosen again counts as if it were new.
    if (event['VM-Action'] === 'change-greeting') await rm(path + SENT, { force: true })
    return path !== ''
  }

  async #deliver(folder: string): Promise<boolean> {
    for (const domain of await filesIn(folder)) {
      if (!this.#watched.isServed(domain)) continue
      for (const account of await filesIn(join(folder, domain))) {
        for (const name of await filesIn(join(folder, domain, account))) {
          const place = Number(FILE.exec(name)?.[1] ?? 0)
          if (place > 0) await this.#send({ domain, account, place }, join(folder, domain, account, name))
        }
      }
    }
    return false
  }

  async #send(box: { domain: string; account: string; place: number }, path: string): Promise<void> {
    const made = await timeOf(path)
    if (made <= (await timeOf(path + SENT))) return
    try {
      await this.#watched.send(box, await openAsBlob(path))
    } catch (error) {
      if (!(error instanceof AppFailure && (error.isFinal || error.status === 404))) throw error
      console.error('The app cannot take a greeting:', path, error.message)
    }
    await writeFile(path + SENT, '')
  }
}

/** When a file was written, in milliseconds since 1970; 0 for none. */
async function timeOf(path: string): Promise<number> {
  try {
    return (await stat(path)).mtimeMs
  } catch {
    return 0
  }
}
