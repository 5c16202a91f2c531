import {
  effectiveKeys,
  type KeyType,
  parametersOf,
  type PhoneConfiguration,
  type PhoneKey,
  type PhoneLine,
  settingsOf,
  sipPort,
} from './configuration'
import { phoneModel } from './models'
import { CODECS, NONE, type PhoneSettings, proxyOf } from './phone-settings'
import { singleLine } from './text'
import { isoWeekday, signedHours, type ZoneChange, zoneRule } from './zone-rule'

// The header is part of the format: phones reject a file without it.
const HEADER = '#!version:1.0.0.1'
// Yealink, "Auto Provision Guide": DSS key types, SIP transports, SRTP modes, and the representation of empty values.
const TYPES: Record<KeyType, number> = { none: 0, transfer: 3, park: 10, speed_dial: 13, line: 15, blf: 16 }
const TRANSPORTS = { udp: 0, tcp: 1, tls: 2 }
const SRTP = { off: 0, optional: 1, required: 2 }
const EMPTY = '%EMPTY%'
const PASSWORD = 'static.security.user_password'

type Entries = [name: string, value: string | number][]

/** The phone's own file, `<mac>.cfg`. A profile parameter overrides the value otherwise written under its name. */
export function yealinkFile(configuration: PhoneConfiguration): string {
  const { vendor, model, admin_password: adminPassword } = configuration
  const settings = settingsOf(configuration)
  const { expansionKeys, lineKeys } = phoneModel(vendor, model)
  // A cordless base has no keys or lamps.
  const base = lineKeys === 0
  const entries = new Map<string, string | number>([
    ...accounts(configuration, settings, base),
    ...effectiveKeys(configuration).flatMap((key) => keyEntries(key, expansionKeys, settings)),
    ...zoneEntries(configuration.time_zone),
    ...phoneEntries(settings, base),
    ...provisioningEntries(configuration),
  ])
  for (const { name, value } of parametersOf(configuration)) entries.set(name, value)
  // One name for both accounts: each line sets the password of the account before the colon.
  const passwords: Entries =
    adminPassword === null
      ? []
      : ['admin', 'user'].map((account) => [PASSWORD, `${account}:${singleLine(adminPassword)}`])
  return fileOf([...entries, ...passwords])
}

/** The file that all phones of a model fetch first: settings common to the tenant's phones. */
export function yealinkCommonFile(timeZone: string): string {
  return fileOf(zoneEntries(timeZone))
}

function fileOf(entries: Iterable<Entries[number]>): string {
  const lines = [...entries].map(([name, value]) => `${name} = ${singleLine(String(value)) || EMPTY}`)
  return `${[HEADER, ...lines].join('\n')}\n`
}

function zoneEntries(timeZone: string): Entries {
  const { offset, daylight } = zoneRule(timeZone)
  const entries: Entries = [
    ['local_time.time_zone', signedHours(offset)],
    ['local_time.summer_time', daylight ? 1 : 0],
  ]
  if (daylight)
    entries.push(
      ['local_time.dst_time_type', 1],
      ['local_time.start_time', changeOf(daylight.start)],
      ['local_time.end_time', changeOf(daylight.end)],
      ['local_time.offset_time', daylight.seconds / 60],
    )
  return entries
}

// Month, week, weekday (Monday is 1), hour.
function changeOf({ month, week, weekday, minute }: ZoneChange): string {
  return [month, week, isoWeekday(weekday), Math.floor(minute / 60)].join('/')
}

function phoneEntries(settings: PhoneSettings, base: boolean): Entries {
  const { phone_vlan_id: vlan, phone_firmware_url: firmware } = settings
  return [
    ['local_time.ntp_server1', settings.phone_ntp_server],
    ...(base
      ? []
      : ([
          // Takes precedence over the server from DHCP.
          ['local_time.manual_ntp_srv_prior', 1],
          ['features.pickup.direct_pickup_enable', 1],
          ['features.pickup.direct_pickup_code', settings.phone_pickup_code],
        ] satisfies Entries)),
    ['static.network.vlan.internet_port_enable', vlan ? 1 : 0],
    ...(vlan
      ? ([
          ['static.network.vlan.internet_port_vid', vlan],
          ['static.network.vlan.internet_port_priority', settings.phone_vlan_priority],
        ] satisfies Entries)
      : []),
    ['static.network.qos.signaltos', settings.phone_sip_dscp],
    ['static.network.qos.audiotos', settings.phone_rtp_dscp],
    ['static.firmware.url', firmware === NONE ? '' : firmware],
    ['static.auto_provision.power_on', 1],
    // Otherwise a phone restarts at each NOTIFY that has it fetch its file, also during a call.
    ['sip.notify_reboot_enable', 0],
    ['static.auto_provision.repeat.enable', 1],
    ['static.auto_provision.repeat.minutes', settings.phone_resync_minutes],
  ]
}

function provisioningEntries({ provisioning }: PhoneConfiguration): Entries {
  if (!provisioning) return []
  return [
    ['static.auto_provision.server.url', provisioning.url],
    ['static.auto_provision.server.username', provisioning.user],
    ['static.auto_provision.server.password', provisioning.password],
  ]
}

function accounts(
  { vendor, model, domain, lines }: PhoneConfiguration,
  settings: PhoneSettings,
  base: boolean,
): Entries {
  const places = Math.max(phoneModel(vendor, model).lines, ...lines.map(({ line }) => line))
  return Array.from({ length: places }, (_, index) => index + 1).flatMap((place): Entries => {
    const line = lines.find((candidate) => candidate.line === place)
    return line ? accountEntries(line, domain, settings, base) : [[`account.${place}.enable`, 0]]
  })
}

function accountEntries(line: PhoneLine, domain: string, settings: PhoneSettings, base: boolean): Entries {
  const at = `account.${line.line}`
  const proxy = proxyOf(settings, sipPort(line.transport))
  const offered = settings.phone_codecs
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
    [`${at}.shared_line`, 0],
    [`${at}.outbound_proxy_enable`, proxy ? 1 : 0],
    ...(proxy
      ? ([
          [`${at}.outbound_proxy.1.address`, proxy.host],
          [`${at}.outbound_proxy.1.port`, proxy.port],
        ] satisfies Entries)
      : []),
    [`${at}.srtp_encryption`, line.transport === 'tls' ? SRTP[settings.phone_srtp] : SRTP.off],
    [`voice_mail.number.${line.line}`, settings.phone_voicemail_number],
    [`${at}.subscribe_mwi`, settings.phone_message_waiting ? 1 : 0],
    ...(base
      ? []
      : ([
          [`${at}.display_mwi.enable`, settings.phone_message_waiting ? 1 : 0],
          [`${at}.direct_pickup_code`, settings.phone_pickup_code],
        ] satisfies Entries)),
    ...CODECS.flatMap((codec): Entries => {
      const name = `${at}.codec.${codec.toLowerCase()}`
      const rank = offered.indexOf(codec) + 1
      return rank
        ? [
            [`${name}.enable`, 1],
            [`${name}.priority`, rank],
          ]
        : [[`${name}.enable`, 0]]
    }),
  ]
}

function keyEntries(key: PhoneKey, expansionKeys: number, settings: PhoneSettings): Entries {
  const at = placeName(key, expansionKeys)
  if (key.type === 'none') return [[`${at}.type`, TYPES.none]]
  return [
    [`${at}.type`, TYPES[key.type]],
    [`${at}.line`, key.line],
    [`${at}.value`, key.value],
    [`${at}.label`, key.label],
    // Dialed before the monitored number while it rings.
    ...(key.type === 'blf' ? ([[`${at}.extension`, settings.phone_pickup_code]] satisfies Entries) : []),
  ]
}

function placeName({ category, position }: PhoneKey, expansionKeys: number): string {
  if (category === 'line') return `linekey.${position}`
  const onModule = (position - 1) % expansionKeys
  return `expansion_module.${(position - 1 - onModule) / expansionKeys + 1}.key.${onModule + 1}`
}
