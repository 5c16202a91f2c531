import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A proxy that can cut connections. */
export interface SeverableProxy {
  url: string
  /** The number of open web sockets. */
  open(): number
  /** Drops them without a close message; ordinary requests pass. */
  cut(): void
  /** Drops every connection, even in use; returns how many there were. */
  cutAll(): number
  close(): Promise<void>
}

/** Starts one in front of the server at this address (http, with a port). */
export async function severableProxy(target: string): Promise<SeverableProxy> {
  const { hostname, port } = new URL(target)
  const sockets = new Set<Socket>()
  const live = new Set<Socket>()
  const server = createServer((near) => {
    const far = connect(Number(port), hostname)
    for (const one of [near, far]) {
      sockets.add(one)
      one.on('error', () => undefined)
      one.on('close', () => {
        sockets.delete(one)
        live.delete(near)
        near.destroy()
        far.destroy()
      })
    }
    // Once the server has agreed: a socket that is cut before is never told to be closed by Node, as it is by browsers.
    far.on('data', (data) => {
      if (data.toString('latin1').startsWith('HTTP/1.1 101')) live.add(near)
    })
    near.pipe(far)
    far.pipe(near)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    open: () => live.size,
    cut() {
      for (const socket of live) socket.resetAndDestroy()
    },
    cutAll() {
      const cut = [...sockets]
      for (const socket of cut) socket.resetAndDestroy()
      return cut.length
    },
    async close() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
