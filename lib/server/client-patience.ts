import { subscribe } from 'node:diagnostics_channel'
import type { Server } from 'node:http'

/**
 * Answers 408 to clients whose request has not arrived within so many seconds, however slowly they go on sending it, and closes their
 * connections. Next.js creates the HTTP server and leaves it at Node's five minutes; its first request shows it. Node looks at its
 * connections every 30 seconds, so it may take as much longer.
 */
export function limitRequestTime(seconds: number): void {
  subscribe('http.server.request.start', (message) => {
    const { server } = message as { server: Server }
    server.requestTimeout = seconds * 1000
    // Node exchanges the two if the headers may take longer than the whole.
    server.headersTimeout = Math.min(server.headersTimeout, server.requestTimeout)
  })
}
