import { rmSync } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { namesBelow } from './folder'
import { type EventSource, watchEvents } from './watch-events'

/** Where mod_httapi caches what it fetches, in the switch's storage_dir. */
const FOLDER = 'http_file_cache'
/** What mod_httapi says of a file in `<name>.meta`: `<expires>:<url>:<last-modified>:<etag>:<length>:<extension>`. */
const META = /\/api\/switch\/sounds\/.*:(\d+):(\w+)\0?$/
/** Where the line is too slow for a sound, no more callers than this wait for what is cut off again. */
const LOOK_MS = 10 * 60_000

/**
 * Deletes sounds of which only a part has arrived, until it is stopped: the next call fetches them again. mod_httapi takes one for whole
 * whose transfer broke off, as it looks at nothing but the status of the answer, and plays it for as long as it caches sounds.
 */
export function watchCachedSounds(source: EventSource): Promise<void> {
  return watchEvents(source, async (events) => {
    const folder = join(await events.api('global_getvar storage_dir'), FOLDER)
    const look = () =>
      dropPartial(folder).catch((error: unknown) =>
        console.error('Cached sounds could not be checked:', error),
      )
    await look()
    const looking = setInterval(() => void look(), LOOK_MS)
    await events.ended.finally(() => clearInterval(looking))
  })
}

async function dropPartial(folder: string): Promise<void> {
  for (const name of await namesBelow(folder)) {
    if (extname(name) !== '.meta') continue
    const meta = join(folder, name)
    const [, length, extension] = META.exec(await readFile(meta, 'utf8').catch(() => '')) ?? []
    if (length === undefined) continue
    const sound = meta.replace(/meta$/, extension ?? '')
    const size = await stat(sound).then(
      (file) => file.size,
      () => 0,
    )
    if (size >= Number(length)) continue
    console.error(`Only ${size} of ${length} bytes of a sound have arrived; the next call fetches it again.`)
    // At once: a call in between would fetch a file that then goes.
    for (const path of [meta, sound]) rmSync(path, { force: true })
  }
}
