import { randomUUID } from 'node:crypto'
import { subscribe } from 'node:diagnostics_channel'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { loggedPath } from './logged-path'
import { countRequest, requestBegins, type RequestFacts } from './metrics'
import { REQUEST_ID } from './request-id'

/** Build files: counted, but not logged, because they would drown out everything else. */
const FILE = /^\/_next\/static\//

/**
 * Assigns every request an id, returned as X-Request-Id, counts it, and logs it as one line of JSON when finished: time, id,
 * method, path (loggedPath), status (499 if the client disconnected early), milliseconds. Query strings, keys of links, bodies and
 * cookies may hold secrets or personal data and are not logged.
 */
export function logRequests(write: (line: string) => void): void {
  subscribe('http.server.request.start', (message) => {
    const { request, response } = message as { request: IncomingMessage; response: ServerResponse }
    const begun = performance.now()
    const id = randomUUID().slice(0, 8)
    response.setHeader(REQUEST_ID, id)
    requestBegins()
    response.once('close', () => {
      const path = loggedPath(request.url)
      const facts: RequestFacts = {
        method: request.method ?? '',
        path,
        status: response.writableFinished ? response.statusCode : 499,
        seconds: (performance.now() - begun) / 1000,
      }
      countRequest(facts)
      if (!FILE.test(path)) write(lineOf(id, facts))
    })
  })
}

function lineOf(id: string, { method, path, status, seconds }: RequestFacts): string {
  return JSON.stringify({
    at: new Date().toISOString(),
    id,
    method,
    path,
    status,
    ms: Math.round(seconds * 1000),
  })
}
