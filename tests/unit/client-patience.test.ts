import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { limitRequestTime } from '@/lib/server/client-patience'

test('a client that goes on sending its body too slowly is cut off, and one that is in time is answered', async () => {
  const server = createServer({ connectionsCheckingInterval: 50 }, async (req, res) => {
    res.end(await text(req).catch(() => ''))
  })
  onTestFinished(() => void server.close())
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as AddressInfo
  limitRequestTime(5)
  const whole = await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body: 'whole' })
  expect(await whole.text()).toBe('whole')

  const socket = connect(port, '127.0.0.1')
  socket.write('POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100000\r\n\r\n')
  const trickle = setInterval(() => socket.write('x'), 50)
  // It may still be writing when the server closes.
  socket.on('error', () => undefined)
  expect(await text(socket).finally(() => clearInterval(trickle))).toMatch(/^HTTP\/1\.1 408 /)
})
