import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { clientAddress, type IsTrusted } from '../lib/server/client-address.ts'
import { answer } from './answer.ts'
import { BackendError, errorCode, oneLine } from './errors.ts'

/** How long requests in progress may take to finish once the backend is told to stop. */
const DRAIN_MS = 15_000

/** How long a client may take for a request's headers, and for the whole of it; then it is answered 408 and its socket closed. */
export const CLIENT_PATIENCE = {
  headersTimeout: 10_000,
  requestTimeout: 120_000,
  connectionsCheckingInterval: 5_000,
}

/** The answer to a request that failed unexpectedly, with the fields of PostgREST, Storage and Auth. Any origin may read it. */
const FAILURE = JSON.stringify({
  code: 'unexpected_failure',
  statusCode: '500',
  error: 'unexpected_failure',
  message: 'Something went wrong on the server. Try again.',
  details: null,
  hint: null,
})
const FAILURE_HEADERS = {
  'access-control-allow-origin': '*',
  'content-type': 'application/json',
  connection: 'close',
}

/** Any other is answered 405: lite would take it for a GET, and the web's Request knows no TRACE. */
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']

/**
 * How much longer than promised a connection stays open. A client that is busy looks at its clock late: with less, it sends its next
 * request just as the connection is closed.
 */
const KEPT_MS = 60_000

/** Answers one request; `address` is the client's, as told by trusted proxies only. */
export type Handler = (request: Request, address: string) => Promise<Response>

/**
 * Answers a request without going through the web's Request and Response, which takes longer than many answers; false leaves it to
 * the handler.
 */
export type DirectHandler = (
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  address: string,
) => Promise<boolean>

export interface ApiServer {
  server: Server
  url: string
  /** Until `serve`, every request is answered with 503. */
  serve(handler: Handler, direct?: DirectHandler): void
  /** Accepts no new connections and waits, for a limited time, for requests in progress. */
  drain(): Promise<void>
  close(): Promise<void>
}

/** Binds the port on 127.0.0.1 at once, so that a taken port is reported before anything slow. Throws BackendError. */
export async function openApiServer(
  port: number,
  isTrusted: IsTrusted,
  onError: (line: string) => void,
  patience = CLIENT_PATIENCE,
): Promise<ApiServer> {
  if (!Number.isInteger(port) || port < 1 || port > 65_535) {
    throw new BackendError('The port of the backend (SUPABASE_PORT) must be a number from 1 to 65535.')
  }
  let handler: Handler = async () => Response.json({ message: 'The backend is starting.' }, { status: 503 })
  let direct: DirectHandler = async () => false
  let draining = false
  let finished: (() => void) | undefined
  const underWay = new Set<ServerResponse>()
  const server = createServer(patience, (incoming, outgoing) => {
    const { socket, headers } = incoming
    underWay.add(outgoing)
    // Otherwise the client would send its next request on the same connection.
    if (draining) outgoing.setHeader('connection', 'close')
    outgoing.once('close', () => {
      underWay.delete(outgoing)
      if (underWay.size === 0) finished?.()
    })
    const address = clientAddress(socket.remoteAddress, headers['x-forwarded-for'], isTrusted)
    const answering = async () => {
      if (!METHODS.includes(incoming.method ?? ''))
        return void outgoing.writeHead(405, { allow: METHODS.join(', ') }).end()
      if (!isReadable(incoming)) return void outgoing.writeHead(400).end()
      if (await direct(incoming, outgoing, address)) return
      await answer(incoming, outgoing, (request) => handler(request, address))
    }
    answering().catch((error: unknown) => {
      // A client that disconnected is not our failure.
      if (outgoing.destroyed) return
      // Queries have tokens of signed URLs and of mailed links.
      onError(`${incoming.method} ${incoming.url?.split('?')[0]}: ${oneLine(error)}`)
      if (outgoing.headersSent) return void outgoing.destroy()
      // Whatever is left of the request's body is not read.
      outgoing.writeHead(500, FAILURE_HEADERS).end(FAILURE)
    })
  })
  server.keepAliveTimeoutBuffer = KEPT_MS
  server.listen(port, '127.0.0.1')
  try {
    await once(server, 'listening')
  } catch (error) {
    if (errorCode(error) === 'EADDRINUSE') {
      throw new BackendError(
        `Port ${port} is taken by another program. Stop it, or choose another port for the backend with SUPABASE_PORT.`,
      )
    }
    throw new BackendError(`The backend cannot listen on port ${port}: ${oneLine(error)}.`)
  }
  return {
    server,
    url: `http://127.0.0.1:${port}`,
    serve: (next, nextDirect) => {
      handler = next
      direct = nextDirect ?? direct
    },
    drain: async () => {
      draining = true
      server.close()
      for (const outgoing of underWay) if (!outgoing.headersSent) outgoing.setHeader('connection', 'close')
      if (underWay.size === 0) return
      const done = new Promise<void>((resolve) => {
        finished = resolve
      })
      await Promise.race([done, delay(DRAIN_MS, undefined, { ref: false })])
    },
    close: async () => {
      server.close()
      server.closeAllConnections()
    },
  }
}

/** Whether a request's URL is one, and names no NUL: the database has no text with one, and its protocol ends texts with it. */
function isReadable({ url = '/', headers }: IncomingMessage): boolean {
  const parsed = URL.parse(url, `http://${headers.host ?? '127.0.0.1'}`)
  if (!parsed) return false
  // Storage says itself which names no file can have.
  if (parsed.pathname.startsWith('/storage/v1/')) return true
  try {
    return !decodeURIComponent(parsed.pathname).includes('\0') && !parsed.search.includes('%00')
  } catch {
    return false
  }
}
