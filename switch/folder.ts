import { openAsBlob } from 'node:fs'
import { access, readdir } from 'node:fs/promises'
import { join, normalize } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { AppFailure } from './app-client'
import type { EventSocket, SwitchEvent } from './event-socket'
import { type EventSource, watchEvents } from './watch-events'

/** How soon to try again after the app did not answer. */
const AWAY_MS = 15_000
/** How soon to check an incomplete file again. */
const AGAIN_MS = 1000

/** A file of the switch that the app does not have yet. */
interface WaitingFile {
  path: string
  /** The groups that `files` matched in its path. */
  named: readonly string[]
  /** Whether an event reported it; otherwise it was found in the folder. */
  isTold: boolean
}

/** A folder in the switch's storage_dir whose files stay there until the app has them. */
interface Deliveries {
  folder: string
  /** Matches the paths of files to deliver; groups capture what the names say. */
  files: RegExp
  /** The commands that subscribe to events about such files. */
  listen: readonly string[]
  /** Handles such an event; returns the path of a file to deliver. */
  heard(event: SwitchEvent, folder: string): Promise<string | undefined> | string | undefined
  /**
   * Delivers a file; resolves to false while it is incomplete. `waits` tells of another path whether its file is to be delivered too.
   * Throws while the app is unreachable.
   */
  deliver(file: WaitingFile, events: EventSocket, waits: (path: string) => boolean): Promise<boolean>
}

/** Watches a folder until it is stopped; files that arrived before are delivered too. */
export async function watchFolder(source: EventSource, deliveries: Deliveries): Promise<void> {
  await watchEvents(source, async (events) => {
    const ending = new AbortController()
    const { signal } = ending
    const waiting = new Map<string, WaitingFile>()
    let wake = () => undefined as void

    function add(path: string, isTold: boolean): void {
      const [found, ...named] = deliveries.files.exec(path) ?? []
      if (found !== undefined) waiting.set(path, { path, named, isTold })
    }

    async function deliver(file: WaitingFile | undefined): Promise<void> {
      if (!file) return
      const isLatest = () => waiting.get(file.path) === file
      try {
        const isDone = await deliveries
          .deliver(file, events, (path) => waiting.has(path))
          .catch(unlessMissing)
        if (isDone && isLatest()) waiting.delete(file.path)
      } catch (error) {
        // Next time the others come first: only this one may be the problem.
        if (isLatest() && waiting.delete(file.path)) waiting.set(file.path, file)
        throw error
      }
    }

    async function deliverAll(): Promise<void> {
      while (!signal.aborted) {
        const woken = new Promise<void>((done) => {
          wake = done
        })
        try {
          for (const path of [...waiting.keys()]) await deliver(waiting.get(path))
          const again =
            waiting.size > 0 ? [pause(AGAIN_MS, undefined, { signal }).catch(() => undefined)] : []
          await Promise.race([woken, ...again])
        } catch (error) {
          if (signal.aborted || source.stopped.aborted) return
          console.error(`Nothing in ${deliveries.folder} can be delivered right now:`, error)
          await pause(AWAY_MS, undefined, { signal }).catch(() => undefined)
        }
      }
    }

    const folder = join(await events.api('global_getvar storage_dir'), deliveries.folder)
    events.onEvent((event) => {
      Promise.resolve(deliveries.heard(event, folder)).then(
        (path) => {
          if (path !== undefined) add(normalize(path), true)
          wake()
        },
        (error: unknown) => console.error('An event could not be saved:', error),
      )
    })
    for (const command of deliveries.listen) await events.command(command)
    for (const name of await namesBelow(folder))
      if (!waiting.has(join(folder, name))) add(join(folder, name), false)
    const delivering = deliverAll()
    try {
      await events.ended
    } finally {
      ending.abort()
      wake()
      await delivering
    }
  })
}

/** The paths of everything in a folder and its subfolders; none while it does not exist. */
export const namesBelow = (folder: string): Promise<string[]> =>
  readdir(folder, { recursive: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })

/** What is in a file. If it was deleted, as after it was delivered, it says so as others do (ENOENT), which openAsBlob does not. */
export async function soundIn(path: string): Promise<Blob> {
  await access(path)
  return openAsBlob(path)
}

/** A deleted file needs no delivery. */
function unlessMissing(error: NodeJS.ErrnoException): true {
  if (error.code === 'ENOENT') return true
  throw error
}

/** Resolves to true once the app has a file, to false, with a log line, when it rejects it for good. Throws while the app is unreachable. */
export async function isTaken(path: string, sending: Promise<void>): Promise<boolean> {
  try {
    await sending
    return true
  } catch (error) {
    if (!(error instanceof AppFailure && (error.isFinal || error.isUnknown))) throw error
    console.error('The app cannot store a file:', path, error.message)
    return false
  }
}
