import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { CLIENT_PATIENCE, openApiServer } from '../../local/api-server.ts'
import { freePort } from '../../local/free-port.ts'

/** Sends this and no more, and returns all that the server says until it closes the connection. */
async function said(port: number, begun: string): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  socket.write(begun)
  const answer = await text(socket)
  if (!socket.closed) await once(socket, 'close')
  return answer
}

test('a client that does not finish its headers or its body is cut off, and others are answered meanwhile', async () => {
  const port = await freePort()
  const patience = { headersTimeout: 3000, requestTimeout: 6000, connectionsCheckingInterval: 50 }
  const api = await openApiServer(
    port,
    () => false,
    () => undefined,
    patience,
  )
  onTestFinished(() => api.close())
  api.serve(async (request) => new Response(await request.text()))
  const half = [
    said(port, 'GET /rest/v1/notes HTTP/1.1\r\nHost: localhost\r\nAccept: '),
    said(port, 'POST /rest/v1/notes HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n{"body": '),
  ]
  const whole = await fetch(`${api.url}/rest/v1/notes`, { method: 'POST', body: 'whole' })
  expect(await whole.text()).toBe('whole')
  for (const answer of await Promise.all(half)) expect(answer).toMatch(/^HTTP\/1\.1 408 /)
})

test('the limits are ten seconds for the headers and two minutes for the whole request', () => {
  expect(CLIENT_PATIENCE).toMatchObject({ headersTimeout: 10_000, requestTimeout: 120_000 })
})
