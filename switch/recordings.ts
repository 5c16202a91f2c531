import { rename, stat, unlink } from 'node:fs/promises'
import { basename } from 'node:path'
import { CALLS_FOLDER } from '../lib/switch/draft'
import { UUID } from '../lib/validation/uuid'
import type { EventSocket } from './event-socket'
import { isTaken, soundIn, watchFolder } from './folder'
import type { EventSource } from './watch-events'

/** `<tenant>/<call>.wav`, as `record` and rooms name them (lib/switch): by the call. */
const FILES = new RegExp(`/${CALLS_FOLDER}/([^/]+)/(${UUID})\\.wav$`)
/** A recording in progress is written to at least this often, even in silence. */
const QUIET_MS = 20_000

interface Watched extends EventSource {
  /** The domain of a tenant; undefined for one that this switch does not serve. */
  domainOf(tenant: string): string | undefined
  /** Sends the recording of a call, by its first leg's uuid. */
  send(call: string, domain: string, sound: Blob): Promise<void>
}

/**
 * Delivers the recordings of calls and conference rooms until it is stopped. Each stays in its folder until the app has it and is then
 * deleted. One that the app rejects for good stays there as `<call>.wav.refused`.
 */
export function watchRecordings(watched: Watched): Promise<void> {
  return watchFolder(watched, {
    folder: CALLS_FOLDER,
    files: FILES,
    // Rooms also send an event whenever someone starts to speak: only the events that end a recording are subscribed to.
    listen: [
      'filter Event-Name RECORD_STOP',
      'filter Action stop-recording',
      'event json RECORD_STOP CUSTOM conference::maintenance',
    ],
    heard: (event) => event['Record-File-Path'] ?? event.Path,
    async deliver({ path, named: [tenant = '', call = ''], isTold }, events) {
      const domain = watched.domainOf(tenant)
      // Its tenant may be served again.
      if (domain === undefined) return false
      if ((!isTold && !(await isQuiet(path))) || (await isRecorded(call, path, events))) return false
      if (await isTaken(path, watched.send(call, domain, await soundIn(path)))) await unlink(path)
      else await rename(path, `${path}.refused`)
      return true
    },
  })
}

/** Whether nothing has been written lately to a file that no event reported. */
async function isQuiet(path: string): Promise<boolean> {
  return Math.abs(Date.now() - (await stat(path)).mtimeMs) >= QUIET_MS
}

/** Whether a call or a room may still be recorded in its file. */
async function isRecorded(call: string, path: string, events: EventSocket): Promise<boolean> {
  if ((await events.api(`uuid_exists ${call}`)) !== 'false') return true
  return (await events.api('conference xml_list')).includes(basename(path))
}
