import { createHash } from 'node:crypto'

/** The SHA-256 hash of a text in UTF-8, in base64 as Content-Security-Policy writes it. */
export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('base64')
}
