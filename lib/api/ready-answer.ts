import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { gzipSync } from 'node:zlib'

/** Prepared JSON, the same for every caller who may have it. */
export interface ReadyAnswer {
  plain: Buffer
  packed: Buffer
  /** Of the content, in quotation marks. */
  etag: string
}

/** Writes a JSON answer once, also compressed, for many requests. */
export function readyAnswer(value: unknown): ReadyAnswer {
  const plain = Buffer.from(JSON.stringify(value))
  const etag = `"${createHash('sha256').update(plain).digest('base64url')}"`
  return { plain, packed: gzipSync(plain), etag }
}

/** Sends it with 200, or 304 if the client already has it. */
export function sendReady(
  req: IncomingMessage,
  res: ServerResponse,
  { plain, packed, etag }: ReadyAnswer,
): void {
  res.setHeader('ETag', etag)
  res.setHeader('Vary', 'Accept-Encoding')
  if (req.headers['if-none-match']?.includes(etag)) {
    res.statusCode = 304
    res.end()
    return
  }
  const mayPack = /\bgzip\b/.test(String(req.headers['accept-encoding'] ?? ''))
  if (mayPack) res.setHeader('Content-Encoding', 'gzip')
  res.setHeader('Content-Type', 'application/json; charset=utf-8')
  res.end(mayPack ? packed : plain)
}
