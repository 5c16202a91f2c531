import type { IncomingMessage, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream } from 'node:stream/web'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'

/** Even the fastest level shrinks a list page to a tenth. */
const PACKING = { level: 1 }
/** Smaller answers fit into one network packet either way. */
const LEAST_PACKED = 1400

const packed = promisify<Buffer, typeof PACKING, Buffer>(gzip)

/** Answers a request with `handler`, compressed for clients that accept it. */
export async function answer(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  handler: (request: Request) => Promise<Response>,
): Promise<void> {
  const response = await handler(toRequest(incoming, outgoing))
  outgoing.statusCode = response.status
  for (const [name, value] of response.headers) if (name !== 'set-cookie') outgoing.setHeader(name, value)
  const cookies = response.headers.getSetCookie()
  if (cookies.length) outgoing.setHeader('set-cookie', cookies)
  if (!response.body || incoming.method === 'HEAD') return void outgoing.end()
  const isJson = /\bjson\b/.test(response.headers.get('content-type') ?? '')
  if (!isJson || response.headers.has('content-encoding'))
    return pipeline(Readable.fromWeb(response.body as ReadableStream), outgoing)
  outgoing.removeHeader('content-length')
  await sendJson(incoming, outgoing, Buffer.from(await response.arrayBuffer()))
}

/** Answers prepared JSON text, compressed for clients that accept it; an empty text means no body. Any origin may read it. */
export async function answerJson(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  status: number,
  text: Buffer | string,
): Promise<void> {
  const body = typeof text === 'string' ? Buffer.from(text) : text
  outgoing.statusCode = status
  outgoing.setHeader('access-control-allow-origin', '*')
  if (body.length === 0) return void outgoing.end()
  outgoing.setHeader('content-type', 'application/json; charset=utf-8')
  await sendJson(incoming, outgoing, body)
}

/** Ends an answer whose headers are set with JSON text, compressed for clients that accept it. */
async function sendJson(incoming: IncomingMessage, outgoing: ServerResponse, body: Buffer): Promise<void> {
  const isSmaller = isPacked(incoming, body.length)
  if (isSmaller) outgoing.setHeader('content-encoding', 'gzip')
  const sent = isSmaller ? await packed(body, PACKING) : body
  outgoing.setHeader('content-length', sent.length)
  outgoing.end(sent)
}

/**
 * Whether JSON of this size is compressed, as hosted Supabase does for clients that accept it. Not for the app's server, recognized
 * by Node's user agent: it is on the same machine, where compressing takes longer than sending.
 */
function isPacked({ headers }: IncomingMessage, length: number): boolean {
  return (
    headers['user-agent'] !== 'node' &&
    /\bgzip\b/.test(String(headers['accept-encoding'] ?? '')) &&
    length >= LEAST_PACKED
  )
}

function toRequest(incoming: IncomingMessage, outgoing: ServerResponse): Request {
  const hangUp = new AbortController()
  outgoing.once('close', () => {
    if (!outgoing.writableFinished) hangUp.abort()
  })
  const headers = new Headers()
  for (const [name, value] of Object.entries(incoming.headers)) {
    for (const item of Array.isArray(value) ? value : [value ?? '']) headers.append(name, item)
  }
  const method = incoming.method ?? 'GET'
  const hasBody = method !== 'GET' && method !== 'HEAD'
  return new Request(new URL(incoming.url ?? '/', `http://${incoming.headers.host ?? '127.0.0.1'}`), {
    method,
    headers,
    signal: hangUp.signal,
    ...(hasBody && { body: Readable.toWeb(incoming) as globalThis.ReadableStream, duplex: 'half' as const }),
  })
}
