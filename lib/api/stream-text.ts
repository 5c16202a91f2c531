import type { ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

/**
 * Writes a response piece by piece, no faster than the client reads, so that it can be any length. Resolves when everything is
 * sent or the client has disconnected; then no more pieces are requested. When `pieces` fails, the error is logged under `what`
 * and the connection is cut, which browsers report as a failed download.
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
    if (!hasLeft) console.error(`${what} failed partway:`, failure)
  }
}
