import { stat, utimes, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { isTaken, namesBelow, soundIn, watchFolder } from './folder'
import type { Box } from './mailbox-list'
import type { EventSource } from './watch-events'

/** `<domain>/<extension's id>/greeting_<place>.wav`, as mod_voicemail names them. */
const FILES = /\/([^/]+)\/([^/]+)\/greeting_([1-9])\.wav$/
/** A file beside a greeting: its time is that of the version that the app has, or later if the owner has stopped using the greeting. */
const SENT = '.sent'

interface Watched extends EventSource {
  isServed(domain: string): boolean
  /** Sends the greeting that a mailbox has at a place. */
  send(box: Box & { place: number }, sound: Blob): Promise<void>
}

/** Delivers the greetings that users record or choose in their mailbox menu (mod_voicemail) until it is stopped. */
export function watchGreetings(watched: Watched): Promise<void> {
  return watchFolder(watched, {
    folder: 'voicemail/default',
    files: FILES,
    listen: ['event json CUSTOM vm::maintenance'],
    async heard(event, folder) {
      const {
        'VM-Action': action,
        'VM-Greeting-Path': path,
        'VM-Domain': domain = '',
        'VM-User': owner = '',
      } = event
      // Choosing a greeting again counts as a new one.
      if (path && action === 'change-greeting') await utimes(path, new Date(), new Date())
      if (action === 'remove-greeting' && watched.isServed(domain)) await takeOff(join(folder, domain, owner))
      return path
    },
    async deliver({ path, named: [domain = '', extension = '', place] }, _events, waits) {
      // Its tenant may be served again.
      if (!watched.isServed(domain)) return false
      const written = await timeOf(path)
      if (written <= (await timeOf(path + SENT))) return true
      // The app takes the last one that it gets for the mailbox's.
      for (const other of await greetingsIn(dirname(path))) {
        const time = await timeOf(other)
        if (time >= written || time <= (await timeOf(other + SENT))) continue
        if (waits(other)) return false
        // A take that its owner gave up.
        await writeFile(other + SENT, '')
      }
      await isTaken(path, watched.send({ domain, extension, place: Number(place) }, await soundIn(path)))
      // Another one may have been recorded there meanwhile.
      await writeFile(path + SENT, '')
      await utimes(path + SENT, new Date(written), new Date(written))
      return true
    },
  })
}

/** Keeps the greetings of a mailbox that the app does not have yet from being sent. */
async function takeOff(box: string): Promise<void> {
  for (const path of await greetingsIn(box)) await writeFile(path + SENT, '')
}

const greetingsIn = async (box: string): Promise<string[]> =>
  (await namesBelow(box)).map((name) => join(box, name)).filter((path) => FILES.test(path))

/** When a file was written, in whole milliseconds since 1970, as `utimes` sets it; 0 for none. */
async function timeOf(path: string): Promise<number> {
  try {
    return Math.round((await stat(path)).mtimeMs)
  } catch {
    return 0
  }
}
