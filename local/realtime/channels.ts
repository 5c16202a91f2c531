import type { WebSocket } from 'ws'
import { type Binding, encode, type Message } from './protocol.ts'
import type { Identity } from './subscribers.ts'

/** A client with this much unread data is dropped; it reconnects and reloads its lists. */
const largestBacklog = 4_000_000
/** setTimeout's longest delay; an API key that is valid for years needs no timer. */
const longestTimer = 2 ** 31 - 1

/** One client's socket. */
export class Connection {
  readonly channels = new Map<string, Channel>()
  /** Whether the client sent anything since the last check. */
  alive = true
  readonly #socket: WebSocket

  constructor(socket: WebSocket) {
    this.#socket = socket
  }

  /** Whether the client is still there. */
  get open(): boolean {
    return this.#socket.readyState === this.#socket.OPEN
  }

  /** Sends a message; drops a client that does not read. */
  send(message: Message): void {
    if (!this.open) return
    if (this.#socket.bufferedAmount > largestBacklog) this.#socket.terminate()
    else this.#socket.send(encode(message))
  }

  /** Answers one message of the client. */
  reply(to: Message, status: 'ok' | 'error', response: Record<string, unknown> = {}): void {
    this.send({ ...to, event: 'phx_reply', payload: { status, response } })
  }
}

/** One joined topic of a connection. */
export class Channel {
  readonly topic: string
  readonly bindings: Binding[]
  identity: Identity
  readonly #connection: Connection
  readonly #joinRef: string | null
  #expiry: NodeJS.Timeout | undefined

  constructor(connection: Connection, join: Message, bindings: Binding[], identity: Identity) {
    this.#connection = connection
    this.#joinRef = join.joinRef ?? join.ref
    this.topic = join.topic
    this.bindings = bindings
    this.identity = identity
    this.authorize(identity)
  }

  /** Whether the client is still subscribed. */
  get open(): boolean {
    return this.#connection.channels.get(this.topic) === this
  }

  /** From now on the channel acts as `identity`, until its token expires. */
  authorize(identity: Identity): void {
    this.identity = identity
    clearTimeout(this.#expiry)
    const left = (identity.expiresAt ?? Number.POSITIVE_INFINITY) - Date.now()
    if (left > longestTimer) return
    this.#expiry = setTimeout(() => this.shut('InvalidJWTToken: Token has expired'), left)
  }

  push(event: string, payload: Record<string, unknown>): void {
    this.#connection.send({ joinRef: this.#joinRef, ref: null, topic: this.topic, event, payload })
  }

  /** Tells the client the state of its subscription, in hosted Realtime's words. */
  report(status: 'ok' | 'error', message: string, extension: 'postgres_changes' | 'system'): void {
    this.push('system', { status, message, extension, channel: this.topic.replace(/^realtime:/, '') })
  }

  /** Ends the channel from this side: a system message with the reason, then phx_close. */
  shut(reason: string): void {
    if (!this.open) return
    this.report('error', reason, 'system')
    this.#connection.send({
      joinRef: this.#joinRef,
      ref: this.#joinRef,
      topic: this.topic,
      event: 'phx_close',
      payload: {},
    })
    this.leave()
  }

  /** Drops the channel silently. */
  leave(): void {
    clearTimeout(this.#expiry)
    if (this.open) this.#connection.channels.delete(this.topic)
  }
}
