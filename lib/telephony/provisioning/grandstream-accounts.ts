import { type PhoneSettings, proxyOf } from './phone-settings'

export type Entries = [name: string, value: string | number][]

export const TRANSPORTS = { udp: 0, tcp: 1, tls: 2 }
export const SRTP = { off: 0, optional: 1, required: 2 }

/** The P-values of one SIP account. */
export interface AccountParameters {
  active: number
  server: number
  proxy: number
  user: number
  auth: number
  password: number
  name: number
  transport: number
  expires: number
  messageWaiting: number
  srtp: number
  /** Positions of the codec list, most preferred first. */
  codecs: readonly number[]
  /** The number of each codec. */
  codecNumbers: Readonly<Record<string, number>>
  /** Available on phones only. */
  display?: { label: number; voicemail: number; pickup: number; autoAnswer: number }
}

/** GRP26xx and GXP21xx use different numbers for key functions; HT8xx are analog adapters, DP75x cordless bases. */
export function family(model: string): 'GRP' | 'GXP' | 'adapter' | 'base' {
  const name = model.toUpperCase().replace(/[^A-Z0-9]/g, '')
  if (name.startsWith('HT')) return 'adapter'
  if (name.startsWith('DP')) return 'base'
  return name.startsWith('GXP') ? 'GXP' : 'GRP'
}

const CODECS = { PCMU: 0, PCMA: 8, G722: 9, G729: 18 }

/** The parameters of account 1 to 6 of a phone, or of an adapter's port; undefined if the adapter has no such port. */
export function accountParameters(model: string, account: number): AccountParameters | undefined {
  const kind = family(model)
  if (kind === 'adapter') return PORTS[account - 1]
  const codecNumbers = { ...CODECS, OPUS: kind === 'GXP' ? 123 : 125 }
  return account === 1 ? { ...FIRST, codecNumbers } : { ...further(account), codecNumbers }
}

// The first account's numbers predate multiple accounts.
const FIRST: Omit<AccountParameters, 'codecNumbers'> = {
  active: 271,
  server: 47,
  proxy: 48,
  user: 35,
  auth: 36,
  password: 34,
  name: 3,
  transport: 130,
  expires: 32,
  messageWaiting: 99,
  srtp: 183,
  codecs: [57, 58, 59, 60, 61, 62, 46, 98],
  display: { label: 270, voicemail: 33, pickup: 1347, autoAnswer: 298 },
}

// Accounts 2 to 4 start at 401, 501 and 601, 5 and 6 at 1701 and 1801.
function further(account: number): Omit<AccountParameters, 'codecNumbers'> {
  const base = account <= 4 ? 200 + account * 100 : 1200 + account * 100
  return {
    active: base + 1,
    server: base + 2,
    proxy: base + 3,
    user: base + 4,
    auth: base + 5,
    password: base + 6,
    name: base + 7,
    transport: base + 48,
    expires: base + 12,
    messageWaiting: base + 15,
    srtp: base + 43,
    codecs: [51, 52, 53, 54, 55, 56, 57, 58].map((offset) => base + offset),
    display: { label: base + 17, voicemail: base + 26, pickup: base + 81, autoAnswer: base + 38 },
  }
}

// Adapters have no wideband codecs.
const PORT_CODECS = { PCMU: 0, PCMA: 8, G729: 18, OPUS: 123 }
const PORTS: readonly AccountParameters[] = [
  { ...FIRST, codecs: FIRST.codecs.slice(0, -1), codecNumbers: PORT_CODECS, display: undefined },
  {
    active: 401,
    server: 747,
    proxy: 748,
    user: 735,
    auth: 736,
    password: 734,
    name: 703,
    transport: 830,
    expires: 732,
    messageWaiting: 709,
    srtp: 443,
    codecs: [757, 758, 759, 760, 761, 762, 814],
    codecNumbers: PORT_CODECS,
  },
]

/** The outbound proxy, with its port only if one is set. */
export function proxyText(settings: PhoneSettings): string {
  const proxy = proxyOf(settings, 0)
  if (!proxy) return ''
  return proxy.port ? `${proxy.host}:${proxy.port}` : proxy.host
}

/**
 * The codecs in the order of the settings. All positions are filled, otherwise the phone would keep its factory defaults there.
 */
export function codecEntries(
  { codecs, codecNumbers }: Pick<AccountParameters, 'codecs' | 'codecNumbers'>,
  settings: PhoneSettings,
): Entries {
  const offered = settings.phone_codecs.flatMap((name) => codecNumbers[name] ?? [])
  const last = offered.at(-1) ?? 0
  return codecs.map((parameter, index) => [`P${parameter}`, offered[index] ?? last])
}
