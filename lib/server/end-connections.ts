import { subscribe } from 'node:diagnostics_channel'
import type { IncomingMessage, ServerResponse } from 'node:http'

/**
 * Once the server is told to stop, ends each connection with its next answer. Next.js stops when all are closed, and Node keeps those that
 * are in use: a client that asks all the time, such as an agent or a proxy, would keep the server running.
 */
export function endConnectionsWhenStopped(): void {
  let stopping = false
  const underWay = new Set<ServerResponse>()
  const stop = () => {
    stopping = true
    for (const response of underWay) announceEnd(response)
  }
  process.once('SIGTERM', stop)
  process.once('SIGINT', stop)
  subscribe('http.server.request.start', (message) => {
    const { request, response } = message as { request: IncomingMessage; response: ServerResponse }
    underWay.add(response)
    if (stopping) announceEnd(response)
    response.once('close', () => {
      underWay.delete(response)
      if (stopping) request.socket.destroySoon()
    })
  })
}

function announceEnd(response: ServerResponse): void {
  if (!response.headersSent) response.setHeader('Connection', 'close')
}
