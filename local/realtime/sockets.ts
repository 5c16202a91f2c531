import type { WebSocket } from 'ws'
import { Connection } from './channels.ts'

/** Messages of one client that wait for their turn; a page joins a dozen channels at once. */
const mostWaiting = 200
/** Clients send a heartbeat every 25 s; one that misses two is gone. */
const lookAroundMs = 30_000

/** Serves a client's socket until it closes: passes its messages to `receive` in order, and drops it when it sends too many or none. */
export function serveSocket(
  webSocket: WebSocket,
  receive: (connection: Connection, text: string) => Promise<void>,
): Connection {
  const connection = new Connection(webSocket)
  // One message at a time: a join must finish before the leave that follows it.
  let handled = Promise.resolve()
  let waiting = 0
  webSocket.on('message', (data, isBinary) => {
    connection.alive = true
    if (isBinary) return
    waiting += 1
    if (waiting > mostWaiting) return webSocket.terminate()
    const text = data.toString()
    handled = handled
      .then(() => (connection.open ? receive(connection, text) : undefined))
      .catch((error: unknown) => console.error('Realtime:', error))
      .finally(() => {
        waiting -= 1
      })
  })
  webSocket.on('pong', () => {
    connection.alive = true
  })
  webSocket.on('error', () => webSocket.terminate())
  const lookAround = setInterval(() => {
    if (!connection.alive) webSocket.terminate()
    connection.alive = false
    webSocket.ping()
  }, lookAroundMs)
  webSocket.on('close', () => {
    clearInterval(lookAround)
    for (const channel of connection.channels.values()) channel.leave()
  })
  return connection
}
