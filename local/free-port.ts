import { once } from 'node:events'
import { createServer } from 'node:net'
import { BackendError } from './errors.ts'

/** A port on 127.0.0.1 that nobody listens on right now. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (address === null || typeof address === 'string') throw new BackendError('No free port on 127.0.0.1.')
  return address.port
}
