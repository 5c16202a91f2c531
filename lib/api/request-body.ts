import type { IncomingMessage } from 'node:http'
import type { z } from 'zod'
import { parseStorable } from '../server/storable-json'
import { ApiFailure } from './failure'

/** Answers 415 unless the request declares a JSON body. */
export function requireJson(req: IncomingMessage): void {
  const type = req.headers['content-type']?.split(';')[0]?.trim().toLowerCase()
  if (type !== 'application/json')
    throw new ApiFailure(415, 'The body must be JSON (content type application/json).')
}

/**
 * The parsed JSON body. Answers 413 if it is longer than `maxBytes`, whatever length it declares, and 400 if it is not valid JSON
 * or contains a NUL or half a surrogate pair, which PostgreSQL cannot store.
 */
export async function readJson(req: IncomingMessage, maxBytes: number): Promise<unknown> {
  const text = await readText(req, maxBytes)
  try {
    return parseStorable(text)
  } catch {
    throw new ApiFailure(400, 'The body is not valid JSON.')
  }
}

/** The body as text. Answers 413 if it is longer than `maxBytes`, whatever length it declares. */
export async function readText(req: IncomingMessage, maxBytes: number): Promise<string> {
  return (await readBytes(req, maxBytes)).toString('utf8')
}

/** The raw body. Answers 413 if it is longer than `maxBytes`, whatever length it declares. */
export async function readBytes(req: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const tooLarge = () => new ApiFailure(413, `The body may have at most ${maxBytes} bytes.`)
  if (Number(req.headers['content-length'] ?? 0) > maxBytes) throw tooLarge()
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of req as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > maxBytes) throw tooLarge()
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** Validates input with a schema and returns its output. Answers 400 with `issues` if it is invalid. */
export function parse<Value>(schema: z.ZodType<Value>, value: unknown): Value {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  throw new ApiFailure(400, 'The request is not valid.', {
    issues: parsed.error.issues.map(({ path, message }) => ({ path: path.join('.'), message })),
  })
}
