import { setTimeout as pause } from 'node:timers/promises'
import { EventSocket } from './event-socket'

const AGAIN_MS = 1000
/** The ports at which no switch is answering. Several parts of an agent watch the same one, and only one logs it. */
const away = new Set<number>()

export interface EventSource {
  port: number
  password: string
  stopped: AbortSignal
}

/**
 * Connects to the event socket of a switch and calls `follow` with the connection, and again after each disconnection. Events in between
 * are lost, so `follow` starts by reading the current state. Resolves once it is stopped.
 */
export async function watchEvents(
  { port, password, stopped }: EventSource,
  follow: (events: EventSocket) => Promise<void>,
): Promise<void> {
  while (!stopped.aborted) {
    try {
      const events = await EventSocket.open(port, password, undefined, stopped)
      away.delete(port)
      const close = () => events.close()
      stopped.addEventListener('abort', close)
      // Stopped between the sign-in and now, it would tell nobody.
      if (stopped.aborted) close()
      try {
        await follow(events)
      } finally {
        stopped.removeEventListener('abort', close)
        events.close()
      }
    } catch (error) {
      if (!away.has(port) && !stopped.aborted)
        console.error('The event socket of the switch is not answering:', error)
      away.add(port)
    }
    await pause(AGAIN_MS, undefined, { signal: stopped }).catch(() => undefined)
  }
}
