import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { connectSafely } from '@/scripts/lib/database-connection'

/** What a client says to ask for TLS before all else (PostgreSQL's protocol, SSLRequest). */
const SSL_REQUEST = '0000000804d2162f'

/** A port of this machine where a database without TLS seems to be, and the first bytes that each client sends. */
async function database() {
  const said: string[] = []
  const server = createServer((socket) => {
    socket.once('data', (bytes) => {
      said.push(bytes.subarray(0, 8).toString('hex'))
      if (said.at(-1) === SSL_REQUEST) socket.end('N')
      else socket.destroy()
    })
    socket.on('error', () => undefined)
  })
  await once(server.listen(0, '0.0.0.0'), 'listening')
  onTestFinished(() => void server.close())
  return { port: (server.address() as AddressInfo).port, said }
}

test('a database on another machine hears no password before TLS', async () => {
  const { port, said } = await database()
  // It leads to this machine, but need not.
  const connecting = connectSafely(`postgres://postgres:secret@0.0.0.0:${port}/postgres`)
  await expect(connecting).rejects.toThrow('The database cannot be reached: The server does not support SSL')
  expect(said).toEqual([SSL_REQUEST])
})

test('a database on this machine is spoken to without TLS', async () => {
  const { port, said } = await database()
  await expect(connectSafely(`postgres://postgres:secret@127.0.0.1:${port}/postgres`)).rejects.toThrow()
  expect(said).toEqual([expect.not.stringMatching(SSL_REQUEST)])
})
