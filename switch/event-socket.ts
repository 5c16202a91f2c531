import { connect, type Socket } from 'node:net'
import { withoutSignatures } from '../lib/switch/sound-url'

/** An event as FreeSWITCH sends it: headers by name. */
export type SwitchEvent = Readonly<Record<string, string>>

interface Message {
  headers: Record<string, string>
  body: string
}

/** A command without a reply so far. */
interface Pending {
  askedAt: number
  done(message: Message): void
  failed(error: Error): void
}

/** How long a switch may be silent, though it is asked for a sign of life: a busy one takes ten seconds for a long command. */
const SILENT_MS = 60_000

/**
 * A connection to mod_event_socket. Replies come in the order of the commands, with events between them. When the connection fails, or
 * the switch is silent for a minute, pending commands reject and the connection ends. Later commands reject at once.
 */
export class EventSocket {
  readonly #socket: Socket
  readonly #waiting: Pending[] = []
  readonly #listeners = new Set<(event: SwitchEvent) => void>()
  #rest = Buffer.alloc(0)
  /** Why the connection has ended. */
  #failure: Error | undefined
  #heardAt = performance.now()

  private constructor(socket: Socket, silentMs: number) {
    this.#socket = socket
    this.ended = new Promise((done) => socket.once('close', () => done()))
    const watching = setInterval(() => this.#checkAlive(silentMs), silentMs / 4)
    socket.on('data', (chunk: Buffer) => this.#receive(chunk))
    socket.on('error', (error) => this.#fail(error))
    socket.on('close', () => {
      clearInterval(watching)
      this.#fail(new Error('FreeSWITCH has closed the event socket.'))
    })
  }

  /** Connects and signs in. Rejects when nothing is listening or replies, the password is wrong, or `stopped` is aborted meanwhile. */
  static async open(
    port: number,
    password: string,
    silentMs = SILENT_MS,
    stopped?: AbortSignal,
  ): Promise<EventSocket> {
    const socket = connect({ port, host: '127.0.0.1' })
    const events = new EventSocket(socket, silentMs)
    const close = () => events.close()
    stopped?.addEventListener('abort', close)
    try {
      await events.#next()
      await events.command(`auth ${password}`)
      return events
    } finally {
      stopped?.removeEventListener('abort', close)
    }
  }

  /** Sends a command of the socket itself (`event json ALL`) and returns its reply. Rejects with the reply if it is an error. */
  async command(text: string): Promise<string> {
    const answer = this.#next()
    this.#socket.write(`${text}\n\n`)
    const { headers } = await answer
    const reply = headers['Reply-Text'] ?? ''
    if (reply.startsWith('-ERR')) throw new Error(`${text.split(' ')[0]}: ${reply}`)
    return reply
  }

  /** Runs a FreeSWITCH command (`sofia status`) to its end and returns its output. */
  async api(text: string): Promise<string> {
    const answer = this.#next()
    this.#socket.write(`api ${text}\n\n`)
    return (await answer).body.trim()
  }

  /** Resolves when the connection ends, for any reason. */
  readonly ended: Promise<void>

  onEvent(listener: (event: SwitchEvent) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  close(): void {
    this.#socket.destroy()
  }

  #next(): Promise<Message> {
    // Nothing answers a command that is written to a closed socket, and no further event says that it is closed.
    if (this.#failure) return Promise.reject(this.#failure)
    return new Promise((done, failed) => this.#waiting.push({ askedAt: performance.now(), done, failed }))
  }

  #fail(error: Error): void {
    this.#failure ??= error
    for (const { failed } of this.#waiting.splice(0)) failed(error)
  }

  /** A switch that hangs keeps its connections. One that was not asked, because the agent itself could not run, may not have hung. */
  #checkAlive(silentMs: number): void {
    const now = performance.now()
    const silent = now - this.#heardAt
    const [oldest] = this.#waiting
    if (!oldest) {
      if (silent > silentMs / 2) this.api('uptime').catch(() => undefined)
    } else if (silent > silentMs && now - oldest.askedAt > silentMs / 4) {
      this.#socket.destroy(new Error('FreeSWITCH does not reply on the event socket.'))
    }
  }

  #receive(chunk: Buffer): void {
    this.#heardAt = performance.now()
    this.#rest = Buffer.concat([this.#rest, chunk])
    for (;;) {
      const end = this.#rest.indexOf('\n\n')
      if (end < 0) return
      const headers = headersOf(this.#rest.subarray(0, end).toString())
      const length = Number(headers['Content-Length'] ?? 0)
      if (this.#rest.length < end + 2 + length) return
      const body = this.#rest.subarray(end + 2, end + 2 + length).toString()
      this.#rest = this.#rest.subarray(end + 2 + length)
      if (headers['Content-Type'] === 'text/event-json') this.#tell(body)
      else if (headers['Content-Type'] !== 'text/disconnect-notice')
        this.#waiting.shift()?.done({ headers, body })
    }
  }

  /** Tells the listeners of an event. One that they cannot handle must not end the agent, which answers calls. */
  #tell(body: string): void {
    try {
      const event = JSON.parse(body) as SwitchEvent
      for (const listener of this.#listeners) listener(event)
    } catch (error) {
      console.error('An event could not be handled:', error, withoutSignatures(body).slice(0, 2000))
    }
  }
}

function headersOf(text: string): Record<string, string> {
  return Object.fromEntries(
    text.split('\n').map((line) => {
      const colon = line.indexOf(':')
      return [line.slice(0, colon), line.slice(colon + 1).trim()]
    }),
  )
}
