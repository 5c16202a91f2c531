import type pg from 'pg'
import { Channel, type Connection } from './channels.ts'
import type { PublishedTable } from './feed.ts'
import { type Binding, decode, type Message, readBindings } from './protocol.ts'
import { identify, type Identity, type Keys } from './subscribers.ts'

const mostChannels = 100

/** Answers the messages of all clients: heartbeats, joins, new tokens and leaves. `apikey` is the one the socket was opened with. */
export function messageReceiver(
  pool: pg.Pool,
  keys: Keys,
  tables: readonly PublishedTable[],
): (connection: Connection, text: string, apikey: string) => Promise<void> {
  let lastId = 0

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
      identity = await identify(typeof given === 'string' && given !== '' ? given : apikey, keys, pool)
    } catch (error) {
      return connection.reply(message, 'error', { reason: reason(error) })
    }
    // Nobody would end the channel of a client that left while its token was checked.
    if (!connection.open) return
    const channel = new Channel(connection, message, bindings, identity)
    connection.channels.set(message.topic, channel)
    connection.reply(message, 'ok', { postgres_changes: bindings })
    if (bindings.length === 0) return
    reportBindings(channel, bindings, tables)
  }

  async function reauthorize(channel: Channel, message: Message): Promise<void> {
    const token = message.payload.access_token
    if (typeof token !== 'string' || token === '') return
    try {
      const identity = await identify(token, keys, pool)
      if (channel.open) channel.authorize(identity)
    } catch (error) {
      channel.shut(reason(error))
    }
  }

  return async (connection, text, apikey) => {
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
}

function reportBindings(channel: Channel, bindings: Binding[], tables: readonly PublishedTable[]): void {
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

function reason(error: unknown): string {
  // Only identify's own messages go to the client; anything else is our failure.
  if (error instanceof Error && error.message.startsWith('InvalidJWTToken')) return error.message
  console.error('Realtime:', error)
  return 'UnableToProcess: The token could not be checked'
}
