import { createSocket } from 'node:dgram'
import { connect } from 'node:tls'

/** Address of a switch. */
export interface SipServer {
  address: string
  port: number
}

export type WireTransport = 'udp' | 'tls'

/** How an endpoint exchanges messages with its switch. */
export interface Wire {
  /** The endpoint's own port. */
  port: number
  send(message: string): void
  close(): void
}

/** Opens one; `received` gets each message. */
export const openWire = (
  server: SipServer,
  transport: WireTransport,
  received: (message: string) => void,
): Promise<Wire> => (transport === 'udp' ? overUdp(server, received) : overTls(server, received))

async function overUdp({ address, port }: SipServer, received: (message: string) => void): Promise<Wire> {
  const socket = createSocket('udp4')
  await new Promise<void>((bound) => socket.bind(0, address, bound))
  socket.on('message', (data) => received(data.toString()))
  return {
    port: socket.address().port,
    send: (message) => socket.send(message, port, address),
    close: () => void socket.close(),
  }
}

/** Accepts any certificate: a switch without one makes its own. */
async function overTls({ address, port }: SipServer, received: (message: string) => void): Promise<Wire> {
  const socket = connect({ host: address, port, rejectUnauthorized: false })
  await new Promise<void>((connected, failed) =>
    socket.once('secureConnect', connected).once('error', failed),
  )
  let pending = ''
  socket.on('data', (data) => {
    pending += data.toString()
    for (;;) {
      pending = pending.replace(/^(\r\n)+/, '')
      const end = pending.indexOf('\r\n\r\n') + 4
      const length = end + Number(/^(?:Content-Length|l)\s*:\s*(\d+)/im.exec(pending)?.[1] ?? 0)
      if (end < 4 || pending.length < length) return
      received(pending.slice(0, length))
      pending = pending.slice(length)
    }
  })
  return {
    port: socket.localPort ?? 0,
    send: (message) => void socket.write(message),
    close: () => void socket.destroy(),
  }
}
