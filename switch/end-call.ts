import { plainWord } from './command-word'
import { EventSocket } from './event-socket'
import type { EventSource } from './watch-events'

/** Ends a call. Resolves when it has ended. Its own connection, because the one with the events may be about to be renewed. */
export async function endCall({ port, password }: EventSource, channel: string): Promise<void> {
  const events = await EventSocket.open(port, password)
  try {
    await events.api(`uuid_kill ${plainWord(channel)} CALL_REJECTED`)
  } finally {
    events.close()
  }
}
