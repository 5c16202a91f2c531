import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll } from 'vitest'

/**
 * Serves HTTP on this machine while the tests of a file run, in place of a provider.
 * @returns the server's origin, once the tests run
 */
export function standInServer(
  answer: (request: IncomingMessage, response: ServerResponse, body: string) => void,
): () => string {
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk) => {
      body += chunk
    })
    request.on('end', () => answer(request, response, body))
  })
  beforeAll(async () => {
    await new Promise<void>((ready) => {
      server.listen(0, '127.0.0.1', ready)
    })
  })
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })
  return () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
