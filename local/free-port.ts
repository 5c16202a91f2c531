import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { BackendError } from './errors.ts'

/**
 * Below the ports that systems give to connections and to servers that name none (from 32768 on Linux, from 49152 elsewhere). One of
 * those could be given away between the moment it is found and the moment it is listened on.
 */
const [FIRST, COUNT] = [26_000, 6000]
const ATTEMPTS = 1000

/** A port on 127.0.0.1 that nobody listens on right now. */
export async function freePort(): Promise<number> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const port = FIRST + randomInt(COUNT)
    if (await isFree(port)) return port
  }
  throw new BackendError('No free port on 127.0.0.1.')
}

/** Whether nobody listens on a port of 127.0.0.1 right now. */
export async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, '127.0.0.1')
  try {
    await once(server, 'listening')
  } catch {
    return false
  }
  server.close()
  await once(server, 'close')
  return true
}
