import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A proxy in front of the app: unreachable while the gate is shut. */
export interface AppGate {
  url: string
  shut(): void
  open(): void
  /** Lets what is sent through, and cuts the connection when the app answers. */
  loseAnswers(): void
  close(): Promise<void>
}

export async function appGate(target: string): Promise<AppGate> {
  const { hostname, port } = new URL(target)
  const sockets = new Set<Socket>()
  let isOpen = true
  let losesAnswers = false
  const server = createServer((near) => {
    if (!isOpen) return void near.destroy()
    const far = connect(Number(port), hostname)
    for (const one of [near, far]) {
      sockets.add(one)
      one.on('error', () => undefined)
      one.on('close', () => {
        sockets.delete(one)
        near.destroy()
        far.destroy()
      })
    }
    near.pipe(far)
    far.on('data', (chunk: Buffer) => {
      if (losesAnswers) near.destroy()
      else near.write(chunk)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const drop = () => {
    for (const socket of sockets) socket.destroy()
  }
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    shut() {
      isOpen = false
      drop()
    },
    open() {
      isOpen = true
      losesAnswers = false
    },
    loseAnswers() {
      isOpen = true
      losesAnswers = true
    },
    async close() {
      server.close()
      drop()
      await once(server, 'close')
    },
  }
}
