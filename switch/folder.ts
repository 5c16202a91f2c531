import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { EventSocket, SwitchEvent } from './event-socket'
import { type EventSource, watchEvents } from './watch-events'

const AWAY_MS = 15_000

/** A folder of the switch's storage_dir whose files wait there until the app has them. */
interface Deliveries {
  folder: string
  /** What tells that there is a file, as `event json …` names it. */
  events: string
  /** How soon to look again without an event, in milliseconds, where `deliver` wants that. */
  againMs: number
  /** Takes such an event; answers whether to look into the folder now. */
  heard(event: SwitchEvent): Promise<boolean> | boolean
  /** Delivers the folder's files that are whole; answers whether to look again without an event. Throws while the app is away. */
  deliver(events: EventSocket, folder: string): Promise<boolean>
}

/** Watches a folder until it is stopped; what came while nobody watched is delivered too. */
export async function watchFolder(source: EventSource, deliveries: Deliveries): Promise<void> {
  let wake = () => undefined as void
  const { stopped } = source
  stopped.addEventListener('abort', () => wake())

  async function deliverAll(events: EventSocket, folder: string, ended: AbortSignal): Promise<void> {
    while (!ended.aborted && !stopped.aborted) {
      const woken = new Promise<void>((done) => {
        wake = done
      })
      try {
        const looksAgain = await deliveries.deliver(events, folder)
        const again = looksAgain
          ? [pause(deliveries.againMs, undefined, { signal: ended }).catch(() => undefined)]
          : []
        await Promise.race([woken, ...again])
      } catch (error) {
        if (ended.aborted || stopped.aborted) return
        console.error(`Nothing of ${folder} can be delivered at present:`, error)
        await pause(AWAY_MS, undefined, { signal: ended }).catch(() => undefined)
      }
    }
  }

  await watchEvents(source, async (events) => {
    const ending = new AbortController()
    const folder = join(await events.api('global_getvar storage_dir'), deliveries.folder)
    events.onEvent((event) => {
      Promise.resolve(deliveries.heard(event)).then(
        (isDue) => isDue && wake(),
        (error: unknown) => console.error('An event of the switch could not be kept:', error),
      )
    })
    await events.command(`event json ${deliveries.events}`)
    const delivering = deliverAll(events, folder, ending.signal)
    try {
      await events.ended
    } finally {
      ending.abort()
      wake()
      await delivering
    }
  })
}

/** The names in a folder; none while there is no such folder. */
export async function filesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'ENOTDIR') return []
    throw error
  }
}
