import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { WebSocketServer } from 'ws'
import { sameSecret } from '../../lib/server/same-secret.ts'
import { createPool } from '../pool.ts'
import type { Channel, Connection } from './channels.ts'
import { DeliveryQueue } from './delivery-queue.ts'
import { deliver } from './delivery.ts'
import { installFeed, listenToFeed } from './feed.ts'
import { messageReceiver } from './messages.ts'
import { PROTOCOL_VERSION } from './protocol.ts'
import { watchSessions } from './session-watch.ts'
import { serveSocket } from './sockets.ts'
import type { Keys } from './subscribers.ts'

const path = '/realtime/v1/websocket'
/** Bytes; an access token is two thousand. */
const largestMessage = 100_000

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
  const pool = createPool({
    connectionString: options.databaseUrl,
    max: 4,
    application_name: 'realtime',
    // Times in rows are written as PostgREST writes them.
    options: '-c timezone=UTC',
  })
  const tables = await installFeed(pool)
  const connections = new Set<Connection>()
  const sockets = new WebSocketServer({ noServer: true, maxPayload: largestMessage })
  const receive = messageReceiver(pool, options, tables)

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
      const connection = serveSocket(webSocket, (from, text) => receive(from, text, apikey))
      connections.add(connection)
      webSocket.on('close', () => connections.delete(connection))
    })
  }

  const stopWatching = watchSessions(pool, allChannels)
  server.on('upgrade', onUpgrade)

  return {
    async close() {
      server.off('upgrade', onUpgrade)
      stopWatching()
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
