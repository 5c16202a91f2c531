import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'

const CHANNEL = 'http.server.request.start'

type Listener = (req: IncomingMessage, res: ServerResponse) => unknown

/** Answers some requests before Next.js sees them. Next.js creates the HTTP server; it is intercepted at its first request. Returns what ends this. */
function answerBeforeNext(applies: (req: IncomingMessage) => boolean, answer: Listener): () => void {
  const known = new WeakSet<Server>()
  const intercept = (message: unknown) => {
    const { server } = message as { server: Server }
    if (known.has(server)) return
    known.add(server)
    const others = server.listeners('request') as Listener[]
    server.removeAllListeners('request')
    server.on('request', (req, res) => {
      if (applies(req)) return answer(req, res)
      for (const other of others) other.call(server, req, res)
      return undefined
    })
  }
  subscribe(CHANNEL, intercept)
  return () => unsubscribe(CHANNEL, intercept)
}

/** Answers requests to a path without looking for its route, which takes several times as long as answering a switch. */
export function answerPath(path: string, answer: Listener): () => void {
  return answerBeforeNext(({ url = '' }) => url.split('?', 1)[0] === path, answer)
}

/** Answers 405 to TRACE, which the web's Request cannot represent: Next.js would fail on it. */
export function refuseTrace(): () => void {
  return answerBeforeNext(
    ({ method }) => method === 'TRACE',
    (_req, res) => {
      res.writeHead(405, { Allow: 'GET, HEAD, POST, PUT, PATCH, DELETE', 'Content-Type': 'application/json' })
      res.end('{"message":"Use another method."}')
    },
  )
}
