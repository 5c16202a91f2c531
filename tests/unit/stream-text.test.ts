import { once } from 'node:events'
import { createServer, get, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { gunzipSync } from 'node:zlib'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { streamText } from '@/lib/api/stream-text'

// Next's own, which comes without types.
const compression: () => (req: IncomingMessage, res: ServerResponse, next: () => void) => void =
  createRequire(import.meta.url)('next/dist/compiled/compression')

const stops: (() => void)[] = []
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
  vi.restoreAllMocks()
})

/** Responds like Next, through its compression; resolves as soon as the response begins. */
async function ask(answer: RequestListener): Promise<IncomingMessage> {
  const compress = compression()
  const server = createServer((req, res) => {
    res.setHeader('Content-Type', 'text/csv; charset=utf-8')
    compress(req, res, () => answer(req, res))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  stops.push(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  const request = get({ port, host: '127.0.0.1', headers: { 'accept-encoding': 'gzip' } })
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  return response
}

async function textOf(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of response) chunks.push(chunk as Buffer)
  return gunzipSync(Buffer.concat(chunks)).toString()
}

/** Larger than a stream's buffer, so that each chunk waits for the previous one. */
const piece = (n: number) => `${String(n).padStart(6, '0')}${'x'.repeat(100_000)}\n`

describe('a streamed response', () => {
  test('arrives complete, without a listener left for each chunk', async () => {
    const warnings: Error[] = []
    const note = (warning: Error) => warnings.push(warning)
    process.on('warning', note)
    stops.push(() => process.off('warning', note))
    const most = { close: 0, error: 0, drain: 0 }
    const response = await ask((_req, res) => {
      async function* pieces() {
        for (let n = 0; n < 60; n++) {
          yield piece(n)
          for (const event of ['close', 'error'] as const) {
            most[event] = Math.max(most[event], res.listenerCount(event))
          }
          // With compression, the compressing stream emits drain.
          const stream = res.on('drain', Boolean)
          most.drain = Math.max(most.drain, stream.listenerCount('drain'))
          stream.off('drain', Boolean)
        }
      }
      void streamText(res, 'The file', pieces())
    })
    expect(await textOf(response)).toBe(Array.from({ length: 60 }, (_, n) => piece(n)).join(''))
    expect(most.close).toBeLessThan(10)
    expect(most.error).toBeLessThan(10)
    expect(most.drain).toBeLessThan(5)
    expect(warnings).toEqual([])
  })

  test('stops producing chunks when the client disconnects, and logs nothing', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => {})
    const ended = Promise.withResolvers<void>()
    const response = await ask((_req, res) => {
      async function* endless() {
        try {
          for (let n = 0; ; n++) yield piece(n)
        } finally {
          ended.resolve()
        }
      }
      void streamText(res, 'The file', endless())
    })
    response.destroy()
    await ended.promise
    expect(log).not.toHaveBeenCalled()
  })

  test('is aborted and logged when a chunk cannot be produced', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => {})
    const response = await ask((_req, res) => {
      async function* failing() {
        for (let n = 0; n < 40; n++) yield piece(n)
        throw new Error('The database has gone.')
      }
      void streamText(res, 'The file', failing())
    })
    await expect(textOf(response)).rejects.toThrow('aborted')
    expect(log).toHaveBeenCalledExactlyOnceWith(
      'The file failed partway:',
      new Error('The database has gone.'),
    )
  })
})
