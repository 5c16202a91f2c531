import { subscribe } from 'node:diagnostics_channel'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'

type Listener = (req: IncomingMessage, res: ServerResponse) => unknown

/**
 * Answers requests to a path before Next.js looks for a route, which takes several times as long as answering a switch. Next.js
 * creates the HTTP server; it is intercepted at its first request.
 */
export function answerBeforeNext(path: string, answer: Listener): void {
  const known = new WeakSet<Server>()
  subscribe('http.server.request.start', (message) => {
    const { server } = message as { server: Server }
    if (known.has(server)) return
    known.add(server)
    const others = server.listeners('request') as Listener[]
    server.removeAllListeners('request')
    server.on('request', (req, res) => {
      if (pathOf(req) === path) return answer(req, res)
      for (const other of others) other.call(server, req, res)
      return undefined
    })
  })
}

const pathOf = ({ url = '' }: IncomingMessage) => url.split('?', 1)[0]
