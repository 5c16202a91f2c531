import {
  effectiveKeys,
  type KeyType,
  type PhoneConfiguration,
  type PhoneKey,
  sipPort,
  standardOffset,
} from './configuration'
import { phoneModel } from './models'
import { SETTING_NAME, singleLine } from './text'

// The header is part of the format: a phone refuses a file that does not begin with it.
const HEADER = '#!version:1.0.0.1'
// Yealink, "Auto Provision Guide": types of DSS keys, SIP transports, what an empty value is written as.
const TYPES: Record<KeyType, number> = { none: 0, transfer: 3, park: 10, speed_dial: 13, line: 15, blf: 16 }
const TRANSPORTS = { udp: 0, tcp: 1, tls: 2 }
const EMPTY = '%EMPTY%'

/** The phone's own file, `<mac>.cfg`. A setting of the profile replaces what would be written under its name. */
export function yealinkFile(configuration: PhoneConfiguration): string {
  const { vendor, model, profile, admin_password: adminPassword } = configuration
  const { expansionKeys } = phoneModel(vendor, model)
  const entries = new Map<string, string | number>([
    ...accounts(configuration),
    ...effectiveKeys(configuration).flatMap((key) => keyEntries(key, expansionKeys)),
    ...timeEntries(configuration.time_zone),
  ])
  if (adminPassword !== null) entries.set('static.security.user_password', `admin:${adminPassword}`)
  for (const { name, value } of profile?.settings ?? []) if (SETTING_NAME.test(name)) entries.set(name, value)
  return fileOf(entries)
}

/** The file that all phones of a model fetch first: what holds for every phone of the tenant. */
export function yealinkCommonFile(timeZone: string): string {
  return fileOf(new Map(timeEntries(timeZone)))
}

function fileOf(entries: Map<string, string | number>): string {
  const lines = [...entries].map(([name, value]) => `${name} = ${singleLine(String(value)) || EMPTY}`)
  return `${[HEADER, ...lines].join('\n')}\n`
}

function timeEntries(timeZone: string): [string, string | number][] {
  const hours = standardOffset(timeZone) / 3600
  return [
    ['local_time.time_zone', hours > 0 ? `+${hours}` : hours],
    ['local_time.summer_time', 2],
  ]
}

function accounts({ vendor, model, domain, lines }: PhoneConfiguration): [string, string | number][] {
  const places = Math.max(phoneModel(vendor, model).lines, ...lines.map(({ line }) => line))
  return Array.from({ length: places }, (_, index) => index + 1).flatMap(
    (place): [string, string | number][] => {
      const at = `account.${place}`
      const line = lines.find((candidate) => candidate.line === place)
      if (!line) return [[`${at}.enable`, 0]]
      return [
        [`${at}.enable`, 1],
        [`${at}.label`, line.name || line.extension],
        [`${at}.display_name`, line.name || line.extension],
        [`${at}.user_name`, line.extension],
        [`${at}.auth_name`, line.extension],
        [`${at}.password`, line.password ?? ''],
        [`${at}.sip_server.1.address`, domain],
        [`${at}.sip_server.1.port`, sipPort(line.transport)],
        [`${at}.sip_server.1.transport_type`, TRANSPORTS[line.transport]],
        [`${at}.sip_server.1.expires`, line.register_expires],
        [`${at}.shared_line`, line.shared ? 1 : 0],
      ]
    },
  )
}

function keyEntries(key: PhoneKey, expansionKeys: number): [string, string | number][] {
  const at = placeName(key, expansionKeys)
  if (key.type === 'none') return [[`${at}.type`, TYPES.none]]
  return [
    [`${at}.type`, TYPES[key.type]],
    [`${at}.line`, key.line],
    [`${at}.value`, key.value],
    [`${at}.label`, key.label],
  ]
}

function placeName({ category, position }: PhoneKey, expansionKeys: number): string {
  if (category === 'line') return `linekey.${position}`
  if (category === 'memory') return `memorykey.${position}`
  const onModule = (position - 1) % expansionKeys
  return `expansion_module.${(position - 1 - onModule) / expansionKeys + 1}.key.${onModule + 1}`
}
