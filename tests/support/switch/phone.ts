import { randomUUID } from 'node:crypto'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { authorization, parameter, parseSip, type SipMessage } from './sip-message'
import { openWire, type SipServer, type Wire, type WireTransport } from './wire'

/** How a phone or carrier handles an incoming call: rings, answers, rejects it with a status, deflects it, or does not react at all. */
export type Manner = 'rings' | 'answers' | 'is dead' | number | { deflectsTo: string }

/** A call made by a phone: its final status, and whether it is up. */
export interface PlacedCall {
  status: number
  /** Of the final answer. */
  headers: Readonly<Record<string, string>>
  /** Sends a DTMF digit by SIP INFO. */
  press(digit: string): void
  /** Sends an RTP tone (PCMU) for some seconds. */
  speak(seconds: number): Promise<void>
  /** Puts the other party on hold. */
  hold(): Promise<void>
  /** Transfers the other party to a number. */
  transfer(number: string): Promise<void>
  /** Where the phone transfers somebody who is to take its place in this call (RFC 3891). */
  place: string
  hangUp(): void
  /** Resolves when the switch has ended the call. */
  ended: Promise<void>
}

interface Dialog {
  method: string
  uri: string
  from: string
  to: string
  id: string
  sequence: number
}

const LONGEST_MS = 30_000

/** A SIP phone, or the carrier's end of a trunk, over UDP or, with SIP only, TLS. It sends no audio and reacts immediately. */
export class SipEndpoint {
  /** Incoming calls: the first request of each. */
  readonly calls: SipMessage[] = []
  /** The methods of all requests it got. */
  readonly methods: string[] = []
  /** Notifications about the watched numbers and its own messages: dialog-info documents (RFC 4235) and message summaries (RFC 3842). */
  readonly notices: string[] = []
  /** The latest provisional answer to the call that it makes. */
  ringing: SipMessage | undefined
  manner: Manner = 'answers'
  /** The codecs it has, by their payload types (RFC 3551), preferred first. */
  codecs: readonly number[] = [0]
  readonly #wire: Wire
  readonly #transport: WireTransport
  readonly #server: SipServer
  readonly #waiting = new Map<string, (message: SipMessage) => void>()
  readonly #ends = new Map<string, () => void>()
  readonly #ringing = new Map<string, SipMessage>()
  #credentials = { user: '', domain: '', password: '' }

  private constructor(wire: Wire, server: SipServer, transport: WireTransport) {
    this.#wire = wire
    this.#server = server
    this.#transport = transport
  }

  static async open(server: SipServer, transport: WireTransport = 'udp'): Promise<SipEndpoint> {
    const wire = await openWire(server, transport, (message) => endpoint.#receive(parseSip(message)))
    const endpoint = new SipEndpoint(wire, server, transport)
    return endpoint
  }

  get port(): number {
    return this.#wire.port
  }

  /** Its address and port. */
  get host(): string {
    return `${this.#server.address}:${this.port}`
  }

  /** Whether its lamp for messages was last told to be on: yes or no. */
  get lamp(): string | undefined {
    const summary = this.notices.findLast((notice) => notice.includes('Messages-Waiting'))
    return summary?.match(/Messages-Waiting: (\w+)/)?.[1]
  }

  /** Where it transfers somebody who is to take its place in its call that rings. */
  get ringingPlace(): string {
    return placeIn(this.ringing?.headers ?? raise('Nobody rings.'))
  }

  close(): void {
    this.#wire.close()
  }

  /**
   * Registers as an extension, with its password for another domain than `to` if that is given, or another contact than its own; returns
   * the final status. If that fails, it stays the extension that it was.
   */
  async register(
    user: string,
    domain: string,
    password: string,
    to = domain,
    { callId = randomUUID(), contact }: { callId?: string; contact?: string } = {},
  ): Promise<number> {
    const before = this.#credentials
    this.#credentials = { user, domain, password }
    const dialog = this.#dialog('REGISTER', `sip:${to}`, `sip:${user}@${domain}`, `sip:${user}@${to}`)
    dialog.id = callId
    const answer = await this.#ask(dialog, { expires: '600', ...(contact && { contact }) })
    if (answer.status !== 200) this.#credentials = before
    return answer.status
  }

  /**
   * Calls a number as the registered extension, or from `caller` as a carrier does, over at most so many servers (Max-Forwards).
   * `given`: another host for the number, and further headers. Resolves with the final answer.
   */
  async call(
    number: string,
    caller?: string,
    forwards = 70,
    given: { at?: string; headers?: Record<string, string> } = {},
  ): Promise<PlacedCall> {
    this.ringing = undefined
    const { user, domain } = this.#credentials
    const host = given.at ?? (caller === undefined ? domain : this.#server.address)
    const to = `sip:${number}@${host}`
    const dialog = this.#dialog('INVITE', to, `sip:${caller ?? user}@${host}`, to)
    const ended = new Promise<void>((done) => this.#ends.set(dialog.id, done))
    const headers = {
      'content-type': 'application/sdp',
      'max-forwards': String(forwards),
      ...given.headers,
    }
    const answer = await this.#ask(dialog, headers, this.#sound())
    dialog.to = answer.headers.to ?? dialog.to
    dialog.uri = /<([^>]+)>/.exec(answer.headers.contact ?? '')?.[1] ?? dialog.uri
    const further = (method: string, headers: Record<string, string> = {}, body = '') => {
      if (method !== 'ACK') dialog.sequence += 1
      this.#send({ ...dialog, method }, headers, body)
    }
    further('ACK')
    let media = 0
    return {
      status: answer.status,
      headers: answer.headers,
      press: (digit) =>
        further('INFO', { 'content-type': 'application/dtmf-relay' }, `Signal=${digit}\r\nDuration=160\r\n`),
      speak: async (seconds) => {
        media = await sendTone(answer.body, seconds, media)
      },
      hold: () => this.#hold(dialog),
      transfer: (number) => {
        dialog.sequence += 1
        return this.#transfer({ ...dialog, method: 'REFER' }, number)
      },
      place: placeIn({ to: dialog.to, from: dialog.from, 'call-id': dialog.id }),
      hangUp: () => further('BYE'),
      ended,
    }
  }

  /** Answers the latest incoming call, which it rings for. */
  pickUp(): void {
    this.#answer(this.calls.at(-1) ?? raise('Nobody has called.'), 200, this.#sound())
  }

  /** Puts the caller of the latest incoming call, which it has answered, on hold. */
  hold(): Promise<void> {
    return this.#hold(this.#answered('INVITE'))
  }

  /** Transfers the caller of the latest incoming call, which it has answered, to a number (RFC 3515), as whoever it says (RFC 3892). */
  transfer(number: string, by?: string): Promise<void> {
    return this.#transfer(this.#answered('REFER'), number, by)
  }

  async #transfer(dialog: Dialog, number: string, by = this.#credentials.user): Promise<void> {
    const { domain } = this.#credentials
    const { status } = await this.#ask(dialog, {
      'refer-to': number.startsWith('<') ? number : `<sip:${number}@${domain}>`,
      'referred-by': `<sip:${by}@${domain}>`,
    })
    if (status !== 202) raise(`Transferred: ${status}`)
  }

  /** The dialog of the latest incoming call, which it has answered, for a request of its own. */
  #answered(method: string): Dialog {
    const { headers } = this.calls.at(-1) ?? raise('Nobody has called.')
    const id = headers['call-id'] ?? ''
    return {
      method,
      uri: /<([^>]+)>/.exec(headers.contact ?? '')?.[1] ?? '',
      from: `${headers.to};tag=phone-${id}`,
      to: headers.from ?? '',
      id,
      sequence: 1,
    }
  }

  async #hold(dialog: Dialog): Promise<void> {
    dialog.method = 'INVITE'
    dialog.sequence += 1
    const { status } = await this.#ask(dialog, { 'content-type': 'application/sdp' }, this.#sound('sendonly'))
    if (status !== 200) raise(`On hold: ${status}`)
    this.#send({ ...dialog, method: 'ACK' }, {}, '')
  }

  /** Subscribes to a number's dialog state, like a BLF lamp (RFC 4235), or to its messages (RFC 3842); returns the final status. */
  async watch(number: string, what: 'dialog' | 'message-summary' = 'dialog', at?: string): Promise<number> {
    const { user, domain } = this.#credentials
    const to = `sip:${number}@${at ?? domain}`
    const accept = what === 'dialog' ? 'application/dialog-info+xml' : 'application/simple-message-summary'
    const headers = { event: what, accept, expires: '120' }
    const dialog = this.#dialog('SUBSCRIBE', to, `sip:${user}@${domain}`, to)
    return (await this.#ask(dialog, headers)).status
  }

  /** Sends a request of another kind to an address, from one of its own or of `from`; returns the final status. */
  async send(
    method: 'MESSAGE' | 'PUBLISH',
    to: string,
    headers: Record<string, string>,
    body: string,
    from = `${this.#credentials.user}@${this.#credentials.domain}`,
  ): Promise<number> {
    const dialog = this.#dialog(method, `sip:${to}`, `sip:${from}`, `sip:${to}`)
    return (await this.#ask(dialog, headers, body)).status
  }

  #dialog(method: string, uri: string, from: string, to: string): Dialog {
    return {
      method,
      uri,
      from: `<${from}>;tag=${randomUUID()}`,
      to: `<${to}>`,
      id: randomUUID(),
      sequence: 1,
    }
  }

  /** Sends a request, authenticates if challenged, and waits for the final response. */
  async #ask(dialog: Dialog, headers: Record<string, string>, body = ''): Promise<SipMessage> {
    const first = await this.#exchange(dialog, headers, body)
    const challenge = first.headers['proxy-authenticate'] ?? first.headers['www-authenticate']
    if ((first.status !== 401 && first.status !== 407) || challenge === undefined) return first
    if (dialog.method === 'INVITE')
      this.#send({ ...dialog, method: 'ACK', to: first.headers.to ?? dialog.to }, {}, '')
    dialog.sequence += 1
    const { method, uri } = dialog
    const header = first.status === 407 ? 'proxy-authorization' : 'authorization'
    const signed = { ...headers, [header]: authorization(challenge, { method, uri, ...this.#credentials }) }
    return this.#exchange(dialog, signed, body)
  }

  #exchange(dialog: Dialog, headers: Record<string, string>, body: string): Promise<SipMessage> {
    return new Promise((done, failed) => {
      const key = `${dialog.id} ${dialog.sequence} ${dialog.method}`
      const late = setTimeout(
        () => failed(new Error(`No answer to ${dialog.method} ${dialog.uri}`)),
        LONGEST_MS,
      )
      this.#waiting.set(key, (message) => {
        if (message.status < 200) return
        clearTimeout(late)
        this.#waiting.delete(key)
        done(message)
      })
      this.#send(dialog, headers, body)
    })
  }

  get #contact(): string {
    const secure = this.#transport === 'tls' ? ';transport=tls' : ''
    return `sip:${this.#credentials.user || 'carrier'}@${this.host}${secure}`
  }

  #send(
    { method, uri, from, to, id, sequence }: Dialog,
    headers: Record<string, string>,
    body: string,
  ): void {
    this.#write([
      `${method} ${uri} SIP/2.0`,
      `Via: SIP/2.0/${this.#transport.toUpperCase()} ${this.host};rport;branch=z9hG4bK${randomUUID()}`,
      ...('max-forwards' in headers ? [] : ['Max-Forwards: 70']),
      `From: ${from}`,
      `To: ${to}`,
      `Call-ID: ${id}`,
      `CSeq: ${sequence} ${method}`,
      ...('contact' in headers ? [] : [`Contact: <${this.#contact}>`]),
      ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
      `Content-Length: ${Buffer.byteLength(body)}`,
      '',
      body,
    ])
  }

  #receive(message: SipMessage): void {
    const id = message.headers['call-id'] ?? ''
    if (message.method === undefined) {
      if (message.status > 100 && message.status < 200) this.ringing = message
      this.#waiting.get(`${id} ${message.headers.cseq}`)?.(message)
      return
    }
    this.methods.push(message.method)
    switch (message.method) {
      case 'INVITE':
        return this.#ring(id, message)
      case 'CANCEL': {
        this.#answer(message, 200)
        const ringing = this.#ringing.get(id)
        if (ringing) this.#answer(ringing, 487)
        return
      }
      case 'ACK':
        return
      default:
        this.#answer(message, 200)
        if (message.method === 'NOTIFY') this.notices.push(message.body)
        if (message.method === 'BYE') this.#ends.get(id)?.()
    }
  }

  #ring(id: string, message: SipMessage): void {
    const again = parameter(message.headers.to ?? '', 'tag') !== '' || this.#ringing.has(id)
    if (!again) this.calls.push(message)
    this.#ringing.set(id, message)
    if (typeof this.manner === 'object') this.#answer(message, 302, '', this.manner.deflectsTo)
    else if (typeof this.manner === 'number') this.#answer(message, this.manner)
    else if (this.manner === 'answers') this.#answer(message, 200, this.#sound())
    else if (this.manner === 'rings') this.#answer(message, 180)
  }

  /** Rejects the calls that ring. */
  reject(status: number): void {
    for (const ringing of this.#ringing.values()) this.#answer(ringing, status)
  }

  #answer({ headers, vias }: SipMessage, status: number, body = '', contact = this.#contact): void {
    const tagged = /;tag=/.test(headers.to ?? '')
      ? headers.to
      : `${headers.to};tag=phone-${headers['call-id']}`
    this.#write([
      `SIP/2.0 ${status} Answer`,
      ...vias,
      `From: ${headers.from}`,
      `To: ${tagged}`,
      `Call-ID: ${headers['call-id']}`,
      `CSeq: ${headers.cseq}`,
      `Contact: <${contact}>`,
      ...(status === 401 ? ['WWW-Authenticate: Digest realm="carrier", nonce="1", algorithm=MD5'] : []),
      ...(body ? ['Content-Type: application/sdp'] : []),
      `Content-Length: ${Buffer.byteLength(body)}`,
      '',
      body,
    ])
  }

  /** A silent session: nobody listens on its media port. */
  #sound(direction = 'sendrecv'): string {
    const { address } = this.#server
    return [
      'v=0',
      `o=- 1 1 IN IP4 ${address}`,
      's=-',
      `c=IN IP4 ${address}`,
      't=0 0',
      `m=audio 40000 RTP/AVP ${this.codecs.join(' ')}`,
      `a=${direction}`,
      '',
    ].join('\r\n')
  }

  #write(lines: readonly string[]): void {
    this.#wire.send(lines.join('\r\n'))
  }
}

/** A call, by the headers of an answer to it, as the target of a transfer (RFC 3891). */
function placeIn({ to = '', from = '', 'call-id': id }: Readonly<Record<string, string>>): string {
  const uri = /<([^>]+)>/.exec(to)?.[1] ?? ''
  const named = `${id};to-tag=${parameter(to, 'tag')};from-tag=${parameter(from, 'tag')}`
  return `<${uri}?Replaces=${encodeURIComponent(named)}>`
}

function raise(problem: string): never {
  throw new Error(problem)
}

/**
 * Sends a tone to the address in an SDP: one 20 ms packet every 20 ms (RFC 3550, RFC 3551). Returns the port that it came from, which the
 * switch only takes sound from after that.
 */
async function sendTone(sdp: string, seconds: number, from = 0): Promise<number> {
  const address = /^c=IN IP4 (\S+)/m.exec(sdp)?.[1] ?? ''
  const port = Number(/^m=audio (\d+)/m.exec(sdp)?.[1])
  const socket = createSocket('udp4').bind(from)
  await once(socket, 'listening')
  const begun = performance.now()
  for (let packet = 0; packet < seconds * 50; packet++) {
    const bytes = Buffer.alloc(172)
    bytes.writeUInt8(0x80, 0)
    bytes.writeUInt16BE(packet, 2)
    bytes.writeUInt32BE(packet * 160, 4)
    bytes.writeUInt32BE(0x5eed, 8)
    // Eight samples a period: 1000 Hz, loud and soft halves of µ-law.
    for (let sample = 0; sample < 160; sample++) bytes.writeUInt8(sample % 8 < 4 ? 0x10 : 0x90, 12 + sample)
    socket.send(bytes, port, address)
    await pause(Math.max(0, begun + (packet + 1) * 20 - performance.now()))
  }
  const used = socket.address().port
  socket.close()
  return used
}
