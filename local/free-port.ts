import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type Server } from 'node:net'
import { BackendError } from './errors.ts'

/**
 * Below the ports that systems give to connections and to servers that name none (from 32768 on Linux, from 49152 elsewhere). One of
 * those could be given away between the moment it is found and the moment it is listened on.
 */
const [FIRST, COUNT] = [26_000, 6000]
/** A process listens this far below each port that it was given, so that no other is given it before somebody listens on it. */
const TOKEN_BELOW = 8000
const ATTEMPTS = 1000

/** A port on 127.0.0.1 that nobody listens on right now, and that nobody else is given until this process ends. */
export async function freePort(): Promise<number> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const port = FIRST + randomInt(COUNT)
    // Before the port is tried: trying one that another process was given could be in its way.
    const token = await listen(port - TOKEN_BELOW)
    if (!token) continue
    token.unref()
    if (await isFree(port)) return port
    token.close()
  }
  throw new BackendError('No free port on 127.0.0.1.')
}

/** Whether nobody listens on a port of 127.0.0.1 right now. */
export async function isFree(port: number): Promise<boolean> {
  const server = await listen(port)
  if (!server) return false
  server.close()
  await once(server, 'close')
  return true
}

/** Listens on a port of 127.0.0.1 and ends every connection. Undefined if it cannot. */
async function listen(port: number): Promise<Server | undefined> {
  const server = createServer((socket) => socket.destroy()).listen(port, '127.0.0.1')
  try {
    await once(server, 'listening')
    return server
  } catch {
    return undefined
  }
}
