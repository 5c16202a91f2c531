import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach } from 'vitest'
import type { EventSource } from '@/switch/watch-events'
import { type EventServer, eventServer } from './event-server'

/** A mod_event_socket server for each test of a file, and the part of the agent that watches it. */
export interface WatchedSwitch {
  server: EventServer
  /** Its storage_dir, an empty folder. */
  storage: string
  /** Lets a part of the agent watch until it is stopped or the test ends. */
  watch(part: (source: EventSource) => Promise<void>): void
  stop(): Promise<void>
}

export function watchedSwitch(): WatchedSwitch {
  let stopping = new AbortController()
  let watching = Promise.resolve()
  const at = {
    watch(part: (source: EventSource) => Promise<void>) {
      stopping = new AbortController()
      watching = part({ port: at.server.port, password: 'ClueCon', stopped: stopping.signal })
    },
    async stop() {
      stopping.abort()
      await watching
    },
  } as WatchedSwitch
  beforeEach(async () => {
    at.storage = mkdtempSync(join(tmpdir(), 'storage-'))
    at.server = await eventServer('ClueCon')
    at.server.answers = { 'global_getvar storage_dir': at.storage }
  })
  afterEach(async () => {
    await at.stop()
    await at.server.close()
    rmSync(at.storage, { recursive: true, force: true })
  })
  return at
}
