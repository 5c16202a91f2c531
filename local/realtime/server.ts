import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import pg from 'pg'
import { WebSocketServer } from 'ws'
import { sameSecret } from '../../lib/same-secret.ts'
import { Channel, Connection } from './channels.ts'
import { deliver } from './delivery.ts'
import { DeliveryQueue } from './delivery-queue.ts'
import { installFeed, listenToFeed } from './feed.ts'
import { decode, type Message, PROTOCOL_VERSION, readBindings } from './protocol.ts'
import { type Identity, identify, type Keys, liveSessions } from './subscribers.ts'

const path = '/realtime/v1/websocket'
/** Bytes; an access token is two thousand. */
const largestMessage = 100_000
/** Messages of one client that wait for their turn; a page joins a dozen channels at once. */
const mostWaiting = 200
const mostChannels = 100
/** Clients send a heartbeat every 25 s; one that misses two is gone. */
const lookAroundMs = 30_000

/**
 * Row changes over a WebSocket at /realtime/v1/websocket, as hosted Supabase Realtime sends them to realtime-js: postgres_changes
 * of the tables of publication `supabase_realtime` (as it is now; call after the migrations), each row as the subscriber may see
 * it, a DELETE with the primary key only. No broadcast, presence or private channels. Takes all WebSocket upgrades of the server.
 * Resolves once it is listening for changes.
 */
export async function attachRealtime(
  server: Server,
  options: Keys & { databaseUrl: string },
): Promise<{ close(): Promise<void> }> {
  const pool = new pg.Pool({
    connectionString: options.databaseUrl,
    max: 4,
    idleTimeoutMillis: 30_000,
    application_name: 'realtime',
    // Times in rows are written as PostgREST writes them.
    options: '-c timezone=UTC',
  })
  // A broken idle connection is replaced at the next query; without a listener it would end the process.
  pool.on('error', () => {})
  const tables = await installFeed(pool)
  const connections = new Set<Connection>()
  const sockets = new WebSocketServer({ noServer: true, maxPayload: largestMessage })
  let lastId = 0

  function allChannels(): Channel[] {
    return [...connections].flatMap((connection) => [...connection.channels.values()])
  }

  /** Changes may have been missed: clients that lose their socket reconnect and reload their lists. */
  function onGap(): void {
    for (const socket of sockets.clients) socket.terminate()
  }

  const deliveries = new DeliveryQueue(
    async (change) => {
      const table = tables.find((each) => each.schema === change.schema && each.table === change.table)
      if (table) await deliver(pool, table, change, allChannels())
    },
    (error) => {
      console.error('Realtime:', error)
      onGap()
    },
  )
  const feed = await listenToFeed(options.databaseUrl, {
    onChange: (change) => deliveries.add(change),
    onGap,
  })

  function onUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    // An error thrown here would end the process.
    const url = URL.parse(request.url ?? '/', 'http://localhost')
    if (url?.pathname !== path) return turnAway(socket, '404 Not Found')
    const apikey = url.searchParams.get('apikey') ?? request.headers.apikey
    if (
      typeof apikey !== 'string' ||
      ![options.anonKey, options.serviceKey].some((key) => sameSecret(apikey, key))
    ) {
      return turnAway(socket, '401 Unauthorized')
    }
    if (url.searchParams.get('vsn') !== PROTOCOL_VERSION) return turnAway(socket, '400 Bad Request')
    sockets.handleUpgrade(request, socket, head, (webSocket) => {
      const connection = new Connection(webSocket)
      connections.add(connection)
      // One message at a time: a join must finish before the leave that follows it.
      let handled = Promise.resolve()
      let waiting = 0
      webSocket.on('message', (data, isBinary) => {
        connection.alive = true
        if (isBinary) return
        waiting += 1
        if (waiting > mostWaiting) return webSocket.terminate()
        const text = data.toString()
        handled = handled
          .then(() => receive(connection, text, apikey))
          .catch((error: unknown) => console.error('Realtime:', error))
          .finally(() => {
            waiting -= 1
          })
      })
      webSocket.on('pong', () => {
        connection.alive = true
      })
      webSocket.on('error', () => webSocket.terminate())
      webSocket.on('close', () => {
        connections.delete(connection)
        for (const channel of connection.channels.values()) channel.leave()
      })
      const lookAround = setInterval(() => {
        if (!connection.alive) webSocket.terminate()
        connection.alive = false
        webSocket.ping()
      }, lookAroundMs)
      webSocket.on('close', () => clearInterval(lookAround))
    })
  }

  async function receive(connection: Connection, text: string, apikey: string): Promise<void> {
    const message = decode(text)
    if (!message) return
    const channel = connection.channels.get(message.topic)
    switch (message.event) {
      case 'heartbeat':
        return connection.reply(message, 'ok')
      case 'phx_join':
        return join(connection, message, apikey)
      case 'access_token':
        return channel && reauthorize(channel, message)
      case 'phx_leave':
        channel?.leave()
        connection.reply(message, 'ok')
        return connection.send({ ...message, ref: message.joinRef, event: 'phx_close', payload: {} })
      default:
        if (message.ref) connection.reply(message, 'error', { reason: `${message.event} is not supported` })
    }
  }

  async function join(connection: Connection, message: Message, apikey: string): Promise<void> {
    connection.channels.get(message.topic)?.leave()
    if (connection.channels.size >= mostChannels) {
      return connection.reply(message, 'error', { reason: 'ChannelRateLimitReached: Too many channels' })
    }
    const config = message.payload.config as { private?: unknown } | undefined
    if (config?.private === true) {
      return connection.reply(message, 'error', {
        reason: 'Unauthorized: Private channels are not supported',
      })
    }
    const bindings = readBindings(message.payload, () => ++lastId)
    if (typeof bindings === 'string') return connection.reply(message, 'error', { reason: bindings })
    const given = message.payload.access_token
    let identity: Identity
    try {
      identity = await identify(typeof given === 'string' && given !== '' ? given : apikey, options, pool)
    } catch (error) {
      return connection.reply(message, 'error', { reason: reason(error) })
    }
    const channel = new Channel(connection, message, bindings, identity)
    connection.channels.set(message.topic, channel)
    connection.reply(message, 'ok', { postgres_changes: bindings })
    if (bindings.length === 0) return
    const unknown = bindings.find(
      ({ schema, table }) =>
        table &&
        table !== '*' &&
        !tables.some((each) => each.table === table && each.schema === (schema ?? each.schema)),
    )
    if (unknown) {
      channel.report(
        'error',
        `Table ${unknown.table} is not in publication supabase_realtime`,
        'postgres_changes',
      )
    } else {
      channel.report('ok', 'Subscribed to PostgreSQL', 'postgres_changes')
    }
  }

  async function reauthorize(channel: Channel, message: Message): Promise<void> {
    const token = message.payload.access_token
    if (typeof token !== 'string' || token === '') return
    try {
      channel.authorize(await identify(token, options, pool))
    } catch (error) {
      channel.shut(reason(error))
    }
  }

  // A session that has ended (a ban, a sign-out elsewhere) loses its channels before its token expires.
  const sessionWatch = setInterval(async () => {
    const withSession = allChannels().filter((channel) => channel.identity.sessionId !== null)
    if (withSession.length === 0) return
    try {
      const live = await liveSessions(
        pool,
        withSession.map((channel) => channel.identity.sessionId ?? ''),
      )
      for (const channel of withSession) {
        if (!live.has(channel.identity.sessionId ?? '')) channel.shut('InvalidJWTToken: Session has ended')
      }
    } catch (error) {
      console.error('Realtime:', error)
    }
  }, lookAroundMs)
  sessionWatch.unref()
  server.on('upgrade', onUpgrade)

  return {
    async close() {
      server.off('upgrade', onUpgrade)
      clearInterval(sessionWatch)
      for (const socket of sockets.clients) socket.terminate()
      await feed.close()
      await deliveries.settled()
      await pool.end()
    },
  }
}

function turnAway(socket: Duplex, status: string): void {
  socket.on('error', () => socket.destroy())
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)
}

function reason(error: unknown): string {
  // Only identify's own messages go to the client; anything else is our failure.
  if (error instanceof Error && error.message.startsWith('InvalidJWTToken')) return error.message
  console.error('Realtime:', error)
  return 'UnableToProcess: The token could not be checked'
}
