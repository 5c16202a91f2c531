import type { ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

/**
 * Writes an answer while its pieces are made, no faster than the reader takes them, so that it may have any length.
 * Resolves when all is sent or the reader has gone, whereupon no further piece is asked for. A failure of `pieces`
 * is logged as that of `what` and breaks the connection off, which a browser reports as a failed download.
 */
export async function streamText(
  res: ServerResponse,
  what: string,
  pieces: AsyncIterable<string>,
): Promise<void> {
  try {
    await pipeline(Readable.from(pieces), res)
  } catch (failure) {
    const hasLeft = (failure as NodeJS.ErrnoException).code === 'ERR_STREAM_PREMATURE_CLOSE'
    if (!hasLeft) console.error(`${what} broke off:`, failure)
  }
}
