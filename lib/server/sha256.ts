import { createHash } from 'node:crypto'

/** SHA-256 of a text (UTF-8) in base64, as in Content-Security-Policy. */
export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('base64')
}
