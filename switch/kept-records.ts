import { constants } from 'node:fs'
import { access, readFile, stat, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { namesBelow } from './folder'
import { type EventSource, watchEvents } from './watch-events'

/** Where mod_json_cdr keeps a call record that nobody took in several tries, in the switch's log_dir. No event tells of it. */
const FOLDER = 'json_cdr'
const FILES = /\.cdr\.json$/
const LOOK_MS = 5000
/** A record is written in one go. One without its last line by then was cut off. */
const WRITTEN_MS = 10_000

/**
 * Collects the call records that the switch could not deliver, such as while the agent was down, until it is stopped. `keep` resolves
 * once a record is on disk; its file is then removed. A record that was kept before is stored once, by its call.
 */
export async function collectRecords(
  source: EventSource,
  keep: (body: string) => Promise<void>,
): Promise<void> {
  await watchEvents(source, async (events) => {
    const folder = join(await events.api('global_getvar log_dir'), FOLDER)
    let isOver = false
    const over = events.ended.then(() => {
      isOver = true
    })
    for (let failures = 0; !isOver;) {
      try {
        await collect(folder, keep)
        failures = 0
      } catch (error) {
        if (failures++ === 0) console.error(`The call records in ${folder} cannot be collected:`, error)
      }
      await Promise.race([over, pause(LOOK_MS, undefined, { signal: source.stopped }).catch(() => undefined)])
    }
  })
}

async function collect(folder: string, keep: (body: string) => Promise<void>): Promise<void> {
  const paths = (await namesBelow(folder))
    .filter((name) => FILES.test(name))
    .map((name) => join(folder, name))
  // Otherwise each look would keep the same records again.
  if (paths.length > 0) await access(folder, constants.W_OK)
  // One that cannot be read does not hold up the others.
  const outcomes: PromiseSettledResult<void>[] = []
  for (const path of paths) outcomes.push(...(await Promise.allSettled([collectOne(path, keep)])))
  const failed = outcomes.find((outcome) => outcome.status === 'rejected')
  if (failed) throw failed.reason
}

async function collectOne(path: string, keep: (body: string) => Promise<void>): Promise<void> {
  const text = await readFile(path, 'utf8')
  if (!text.endsWith('\n') && Math.abs(Date.now() - (await stat(path)).mtimeMs) < WRITTEN_MS) return
  // With `encode`, the file has what the form field `cdr` would have had.
  if (text.trim() !== '') await keep(text.startsWith('{') ? text : `cdr=${text}`)
  await unlink(path)
}
