import { effectiveKeys, type KeyType, type PhoneConfiguration, type PhoneKey } from './configuration'
import { phoneModel } from './models'
import { escapeXml } from './text'

// Grandstream, "Configuration template" of the GRP26xx and GXP21xx: settings are known by P-numbers.
const TRANSPORTS = { udp: 0, tcp: 1, tls: 2 }
// Types of the keys with a paper label; the same types beside the screen are ten higher.
const TYPES: Record<Exclude<KeyType, 'none' | 'line'>, number> = {
  speed_dial: 0,
  blf: 1,
  transfer: 8,
  park: 9,
}
const SCREEN_KEYS = 10
const NO_KEY = { line: 31, memory: -1 }

type Entries = [name: string, value: string | number][]

/** The phone's own file, `cfg<mac>.xml`. A setting of the profile replaces what would be written under its name. */
export function grandstreamFile(configuration: PhoneConfiguration): string {
  const { mac, profile, admin_password: adminPassword } = configuration
  const values = new Map<string, string | number>([
    ...accounts(configuration),
    ...effectiveKeys(configuration).flatMap(keyEntries),
  ])
  if (adminPassword !== null) values.set('P2', adminPassword)
  for (const { name, value } of profile?.settings ?? []) if (isParameter(name)) values.set(name, value)
  const lines = [...values].map(([name, value]) => `    <${name}>${escapeXml(String(value))}</${name}>`)
  return `${[
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<gs_provision version="1">',
    `  <mac>${escapeXml(mac.replaceAll(':', '').toLowerCase())}</mac>`,
    '  <config version="1">',
    ...lines,
    '  </config>',
    '</gs_provision>',
  ].join('\n')}\n`
}

/** Whether a setting's name is one that these phones know. */
export function isParameter(name: string): boolean {
  return /^P[1-9]\d{0,5}$/.test(name)
}

// The first account has numbers from before there were more; 2 to 4 are 401, 501 and 601 on, 5 and 6 are 1701 and 1801 on.
const FIRST = {
  active: 271,
  server: 47,
  user: 35,
  auth: 36,
  password: 34,
  name: 3,
  label: 270,
  transport: 130,
  expires: 32,
}

function parameters(account: number): typeof FIRST | undefined {
  if (account === 1) return FIRST
  const base = account <= 4 ? 200 + account * 100 : 1200 + account * 100
  return account > 6
    ? undefined
    : {
        active: base + 1,
        server: base + 2,
        user: base + 4,
        auth: base + 5,
        password: base + 6,
        name: base + 7,
        label: base + 17,
        transport: base + 48,
        expires: base + 12,
      }
}

function accounts({ vendor, model, domain, lines }: PhoneConfiguration): Entries {
  return Array.from({ length: phoneModel(vendor, model).lines }, (_, index) => index + 1).flatMap(
    (place): Entries => {
      const at = parameters(place)
      const line = lines.find((candidate) => candidate.line === place)
      if (!at) return []
      if (!line) return [[`P${at.active}`, 0]]
      return [
        [`P${at.active}`, 1],
        [`P${at.server}`, domain],
        [`P${at.user}`, line.extension],
        [`P${at.auth}`, line.extension],
        [`P${at.password}`, line.password ?? ''],
        [`P${at.name}`, line.name || line.extension],
        [`P${at.label}`, line.name || line.extension],
        [`P${at.transport}`, TRANSPORTS[line.transport]],
        // Whole minutes.
        [`P${at.expires}`, Math.max(1, Math.round(line.register_expires / 60))],
      ]
    },
  )
}

function keyEntries({ category, position, type, line, label, value }: PhoneKey): Entries {
  if (category === 'expansion') return []
  const [typeAt, lineAt, labelAt, valueAt] =
    category === 'line'
      ? [1361 + position * 2, 1362 + position * 2, 1463 + position * 2, 1464 + position * 2]
      : [0, 1, 2, 3].map((offset) => 23_000 + (position - 1) * 5 + offset)
  if (type === 'none') return [[`P${typeAt}`, NO_KEY[category]]]
  const code = type === 'line' ? 0 : TYPES[type] + (category === 'line' ? SCREEN_KEYS : 0)
  return [
    [`P${typeAt}`, code],
    [`P${lineAt}`, line - 1],
    [`P${labelAt}`, label],
    [`P${valueAt}`, value],
  ]
}
