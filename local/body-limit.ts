import type { IncomingMessage } from 'node:http'

/** The answer to a request that is refused, with JSON text. */
interface Refused {
  status: number
  text: string
}

/** The answer to a request with too large a body. */
export const TOO_LARGE: Refused = {
  status: 413,
  text: JSON.stringify({ code: '413', message: 'The request is too large.', details: null, hint: null }),
}

/** The answer to one whose token is not valid, or no longer, with the code of PostgREST's own: its sender has to sign in again. */
export const SIGNED_OUT: Refused = {
  status: 401,
  text: JSON.stringify({ code: 'PGRST301', message: 'The token is not valid.', details: null, hint: null }),
}

/**
 * The request with its body read into memory, or the answer `refused` as soon as the body turns out to be larger than `most` bytes;
 * then the connection is closed, so that the rest of it never arrives.
 */
export async function withinLimit(
  request: Request,
  most: number,
  refused: Refused = TOO_LARGE,
): Promise<Request | Response> {
  if (!request.body) return request
  const body = await readWithin(request.body, request.headers.get('content-length'), most)
  if (!body) {
    const headers = {
      'access-control-allow-origin': '*',
      connection: 'close',
      'content-type': 'application/json',
    }
    return new Response(refused.text, { status: refused.status, headers })
  }
  const { url, method, headers, signal } = request
  return new Request(url, { method, headers, signal, body: body.length > 0 ? body : null })
}

/** A request's body, or undefined as soon as it turns out to be larger than `most` bytes. */
export function bodyWithin(incoming: IncomingMessage, most: number): Promise<Buffer | undefined> {
  // Its socket is still needed for the answer.
  const chunks = incoming.iterator({ destroyOnReturn: false })
  return readWithin(chunks, incoming.headers['content-length'], most)
}

/** A body's bytes, or undefined as soon as it turns out to be larger than `most`, by its announced length or by what arrives. */
export async function readWithin(
  chunks: AsyncIterable<Uint8Array>,
  announced: string | null | undefined,
  most: number,
): Promise<Buffer<ArrayBuffer> | undefined> {
  if (Number(announced) > most) return undefined
  const read: Uint8Array[] = []
  let size = 0
  for await (const chunk of chunks) {
    size += chunk.byteLength
    if (size > most) return undefined
    read.push(chunk)
  }
  return Buffer.concat(read)
}
