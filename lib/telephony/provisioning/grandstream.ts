import { effectiveKeys, parametersOf, type PhoneConfiguration, settingsOf } from './configuration'
import {
  type AccountParameters,
  accountParameters,
  codecEntries,
  type Entries,
  family,
  proxyText,
  SRTP,
  TRANSPORTS,
} from './grandstream-accounts'
import { baseAccounts } from './grandstream-base'
import { keyEntries } from './grandstream-keys'
import { phoneModel } from './models'
import { NONE, type PhoneSettings } from './phone-settings'
import { escapeXml } from './text'
import { signedHours, type ZoneChange, type ZoneRule, zoneRule } from './zone-rule'

// Grandstream, configuration templates of GRP26xx, GXP21xx and HT80x: settings are identified by P-values.
const PARAMETER = /^P[1-9]\d{0,5}$/

/** The phone's own file, `cfg<mac>.xml`. A profile parameter overrides the value otherwise written under its name. */
export function grandstreamFile(configuration: PhoneConfiguration): string {
  const { mac, model } = configuration
  const settings = settingsOf(configuration)
  const values = new Map<string, string | number>([
    ...(family(model) === 'base' ? baseAccounts(configuration, settings) : accounts(configuration, settings)),
    ...effectiveKeys(configuration).flatMap((key) => keyEntries(key, configuration)),
    ...timeEntries(zoneRule(configuration.time_zone), settings),
    ...networkEntries(model, settings),
    ...provisioningEntries(configuration, settings),
    ...passwordEntries(configuration.admin_password),
  ])
  for (const { name, value } of parametersOf(configuration, PARAMETER)) values.set(name, value)
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

function accounts(configuration: PhoneConfiguration, settings: PhoneSettings): Entries {
  const { vendor, model, domain, lines } = configuration
  return Array.from({ length: phoneModel(vendor, model).lines }, (_, index) => index + 1).flatMap(
    (place): Entries => {
      const at = accountParameters(model, place)
      const line = lines.find((candidate) => candidate.line === place)
      if (!at) return []
      if (!line) return [[`P${at.active}`, 0]]
      const name = line.name || line.extension
      return [
        [`P${at.active}`, 1],
        [`P${at.server}`, domain],
        [`P${at.proxy}`, proxyText(settings)],
        [`P${at.user}`, line.extension],
        [`P${at.auth}`, line.extension],
        [`P${at.password}`, line.password ?? ''],
        [`P${at.name}`, name],
        [`P${at.transport}`, TRANSPORTS[line.transport]],
        // Whole minutes.
        [`P${at.expires}`, Math.max(1, Math.round(line.register_expires / 60))],
        [`P${at.messageWaiting}`, settings.phone_message_waiting ? 1 : 0],
        [`P${at.srtp}`, line.transport === 'tls' ? SRTP[settings.phone_srtp] : SRTP.off],
        ...phoneOnly(at, name, settings),
        ...codecEntries(at, settings),
      ]
    },
  )
}

// Not available on analog adapters.
function phoneOnly(at: AccountParameters, name: string, settings: PhoneSettings): Entries {
  if (!at.display) return []
  return [
    [`P${at.display.label}`, name],
    [`P${at.display.voicemail}`, settings.phone_voicemail_number],
    [`P${at.display.pickup}`, settings.phone_pickup_code],
    // Answers pages (Call-Info, Alert-Info).
    [`P${at.display.autoAnswer}`, 1],
  ]
}

function timeEntries(rule: ZoneRule, settings: PhoneSettings): Entries {
  return [
    ['P30', settings.phone_ntp_server],
    // Keeps DHCP options 42 and 2 from overriding the server and the time zone.
    ['P144', 0],
    ['P143', 0],
    ['P64', 'customize'],
    ['P246', posixZone(rule)],
  ]
}

/** A zone in POSIX TZ notation, where hours west of Greenwich are positive. */
function posixZone({ offset, daylight }: ZoneRule): string {
  if (!daylight) return `STD${west(offset)}`
  const [start, end] = [posixChange(daylight.start), posixChange(daylight.end)]
  return `STD${west(offset)}DST${west(offset + daylight.seconds)},${start},${end}`
}

const west = (seconds: number) => signedHours(-seconds)

// Short, because a DP750 takes 32 characters: two o'clock is not written.
function posixChange({ month, week, weekday, minute }: ZoneChange): string {
  const [hour, rest] = [Math.floor(minute / 60), minute % 60]
  const clock = minute === 120 ? '' : `/${hour}${rest ? `:${String(rest).padStart(2, '0')}` : ''}`
  return `M${month}.${week}.${weekday}${clock}`
}

function networkEntries(model: string, settings: PhoneSettings): Entries {
  const { phone_vlan_id: vlan, phone_vlan_priority: priority } = settings
  if (family(model) === 'base')
    return [
      ['P51', vlan],
      ['P5046', settings.phone_sip_dscp],
      ['P5050', settings.phone_rtp_dscp],
    ]
  const ports = [0, 1].slice(0, phoneModel('Grandstream', model).lines)
  if (family(model) === 'adapter')
    return [
      ['P51', vlan],
      ['P5038', vlan ? priority : 0],
      ['P5042', vlan ? priority : 0],
      ...ports.map((port): Entries[number] => [`P${5046 + port}`, settings.phone_sip_dscp]),
      ...ports.map((port): Entries[number] => [`P${5050 + port}`, settings.phone_rtp_dscp]),
    ]
  return [
    ['P22174', vlan ? 1 : 0],
    ['P51', vlan],
    ['P87', vlan ? priority : 0],
    ['P1558', settings.phone_sip_dscp],
    ['P1559', settings.phone_rtp_dscp],
  ]
}

// Addresses are written without the protocol, which has its own parameter.
function provisioningEntries({ provisioning, model }: PhoneConfiguration, settings: PhoneSettings): Entries {
  const kind = family(model)
  const entries: Entries = [
    // By minutes.
    ['P194', kind === 'adapter' ? 3 : 1],
    ['P193', settings.phone_resync_minutes],
  ]
  // It would answer the switch's NOTIFY to fetch its file or restart with 401, and the switch has no password. Bases have no such parameter.
  if (kind !== 'base') entries.push(['P4428', 1])
  if (provisioning) {
    const { protocol, place } = parts(provisioning.url)
    entries.push(
      ['P212', protocol],
      ['P237', place],
      ['P1360', provisioning.user],
      ['P1361', provisioning.password],
    )
  }
  // Without an address of its own, it would look at the maker's.
  if (settings.phone_firmware_url === NONE) entries.push(['P192', ''])
  else {
    const { protocol, place } = parts(settings.phone_firmware_url)
    entries.push(['P192', place])
    // Adapters and bases fetch both by the configuration's protocol.
    if (kind === 'GRP' || kind === 'GXP') entries.push(['P6767', protocol])
  }
  return entries
}

function parts(url: string): { protocol: number; place: string } {
  const { protocol, host, pathname } = new URL(url)
  return { protocol: protocol === 'http:' ? 1 : 2, place: `${host}${pathname.replace(/\/$/, '')}` }
}

// For both the administrator and the user.
function passwordEntries(password: string | null): Entries {
  if (password === null) return []
  return [
    ['P2', password],
    ['P196', password],
  ]
}
