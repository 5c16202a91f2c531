import { createHash } from 'node:crypto'

/** A SIP message over UDP (RFC 3261): a request when it has a method. Names of headers in lower case. */
export interface SipMessage {
  method?: string
  uri: string
  status: number
  headers: Readonly<Record<string, string>>
  /** All Via and Record-Route headers unchanged, for the response. */
  vias: readonly string[]
  body: string
}

const SHORT: Readonly<Record<string, string>> = { v: 'via', f: 'from', t: 'to', i: 'call-id', m: 'contact' }

export function parseSip(text: string): SipMessage {
  const [head = '', body = ''] = text.split(/\r\n\r\n(.*)/s)
  const [first = '', ...lines] = head.split('\r\n')
  const headers: Record<string, string> = {}
  const vias: string[] = []
  for (const line of lines) {
    const colon = line.indexOf(':')
    const written = line.slice(0, colon).trim().toLowerCase()
    const name = SHORT[written] ?? written
    if (name === 'via' || name === 'record-route') vias.push(line)
    headers[name] ??= line.slice(colon + 1).trim()
  }
  const status = /^SIP\/2\.0 (\d{3})/.exec(first)?.[1]
  const [method, uri = ''] = first.split(' ')
  return {
    ...(status ? {} : { method }),
    uri: status ? '' : uri,
    status: Number(status ?? 0),
    headers,
    vias,
    body,
  }
}

/** A quoted or bare parameter of a header, such as `nonce`. */
export const parameter = (header: string, name: string) =>
  new RegExp(`${name}="?([^",;>]+)"?`, 'i').exec(header)?.[1] ?? ''

/** The codecs that a call offers, in order, by their payload types (RFC 3551), without comfort noise and telephone events. */
export const offeredCodecs = ({ body }: SipMessage) =>
  /^m=audio \d+ RTP\/AVP ([\d ]+)/m
    .exec(body)?.[1]
    ?.split(' ')
    .map(Number)
    .filter((type) => type < 13)

const md5 = (text: string) => createHash('md5').update(text).digest('hex')

/** The Authorization header that answers a challenge (RFC 2617, with or without qop=auth). */
export function authorization(
  challenge: string,
  { method, uri, user, password }: { method: string; uri: string; user: string; password: string },
): string {
  const [realm, nonce, qop] = ['realm', 'nonce', 'qop'].map((name) => parameter(challenge, name))
  const [first, second] = [md5(`${user}:${realm}:${password}`), md5(`${method}:${uri}`)]
  const response = qop
    ? md5(`${first}:${nonce}:00000001:phone:auth:${second}`)
    : md5(`${first}:${nonce}:${second}`)
  const counted = qop ? ', qop=auth, nc=00000001, cnonce="phone"' : ''
  return `Digest username="${user}", realm="${realm}", nonce="${nonce}", uri="${uri}", response="${response}", algorithm=MD5${counted}`
}
