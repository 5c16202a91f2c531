import { setTimeout as pause } from 'node:timers/promises'
import { EventSocket } from './event-socket'

const AGAIN_MS = 1000

/** Where FreeSWITCH's event socket is, and until when it is watched. */
export interface EventSource {
  port: number
  password: string
  stopped: AbortSignal
}

/**
 * Connects and calls `follow`, which ends with the connection; then, as when the switch restarts, connects anew, until it is stopped.
 * `failed` is told of the first of several failures.
 */
export async function watchEvents(
  { port, password, stopped }: EventSource,
  follow: (events: EventSocket) => Promise<void>,
  failed: (error: unknown) => void,
): Promise<void> {
  for (let isNew = true; !stopped.aborted; ) {
    try {
      const events = await EventSocket.open(port, password)
      const close = () => events.close()
      stopped.addEventListener('abort', close)
      try {
        await follow(events)
      } finally {
        stopped.removeEventListener('abort', close)
        events.close()
      }
      isNew = true
    } catch (error) {
      if (isNew && !stopped.aborted) failed(error)
      isNew = false
    }
    await pause(AGAIN_MS, undefined, { signal: stopped }).catch(() => undefined)
  }
}
