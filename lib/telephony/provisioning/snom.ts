import {
  effectiveKeys,
  parametersOf,
  type PhoneConfiguration,
  type PhoneKey,
  type PhoneLine,
  settingsOf,
  sipPort,
} from './configuration'
import { phoneModel } from './models'
import { NONE, type PhoneSettings, proxyOf } from './phone-settings'
import { escapeXml } from './text'
import { isoWeekday, type ZoneChange, zoneRule } from './zone-rule'

// Snom, "Settings" and "Function keys" of firmware 10: values written with perm="R" cannot be changed on the phone.
type Entries = [name: string, value: string | number, line?: number][]

/** The model as in the phone's file name. */
export function snomModel(model: string): string {
  return model
    .toLowerCase()
    .replace(/^snom/, '')
    .replace(/[^a-z0-9]/g, '')
}

/** `snom<model>-<mac>.htm`. A profile parameter overrides the value otherwise written under its name. */
export function snomFile(configuration: PhoneConfiguration): string {
  const settings = settingsOf(configuration)
  const entries: Entries = [
    ...lines(configuration, settings),
    ...timeEntries(configuration.time_zone, settings),
    ...networkEntries(settings),
    ...provisioningEntries(configuration, settings),
    ...passwordEntries(configuration.admin_password),
    // Answers pages; off by default. Not while on a call.
    ['answer_after_policy', 'idle'],
  ]
  const own = parametersOf(configuration)
  const replaced = new Set(own.map(({ name }) => name))
  const written = [
    ...entries.filter(([name]) => !replaced.has(name)),
    ...own.map(({ name, value }): Entries[number] => [name, value]),
  ]
  return `${[
    '<?xml version="1.0" encoding="utf-8"?>',
    '<settings>',
    '  <phone-settings e="2">',
    ...written.map(([name, value, line]) => {
      const index = line === undefined ? '' : ` idx="${line}"`
      return `    <${name}${index} perm="R">${escapeXml(String(value))}</${name}>`
    }),
    '  </phone-settings>',
    '  <functionKeys e="2">',
    ...effectiveKeys(configuration).map((key) => keyElement(key, settings)),
    '  </functionKeys>',
    '</settings>',
  ].join('\n')}\n`
}

function lines({ vendor, model, domain, lines: own }: PhoneConfiguration, settings: PhoneSettings): Entries {
  return Array.from({ length: phoneModel(vendor, model).lines }, (_, index) => index + 1).flatMap(
    (place): Entries => {
      const line = own.find((candidate) => candidate.line === place)
      return line ? lineEntries(line, domain, settings) : [['user_active', 'off', place]]
    },
  )
}

function lineEntries(line: PhoneLine, domain: string, settings: PhoneSettings): Entries {
  const at = line.line
  const usual = sipPort(line.transport)
  const proxy = proxyOf(settings, usual) ?? { host: domain, port: usual }
  const encrypted = line.transport === 'tls' && settings.phone_srtp !== 'off'
  const codecs = [...settings.phone_codecs.map((codec) => codec.toLowerCase()), 'telephone-event']
  return [
    ['user_active', 'on', at],
    ['user_realname', line.name || line.extension, at],
    ['user_idle_text', line.name || line.extension, at],
    ['user_name', line.extension, at],
    ['user_pname', line.extension, at],
    ['user_pass', line.password ?? '', at],
    ['user_host', domain, at],
    ['user_outbound', `${proxy.host}:${proxy.port};transport=${line.transport}`, at],
    ['user_expiry', line.register_expires, at],
    ['user_shared_line', 'off', at],
    ['user_srtp', encrypted ? 'on' : 'off', at],
    ['user_savp', settings.phone_srtp === 'required' ? 'mandatory' : 'optional', at],
    ['user_mailbox', settings.phone_voicemail_number, at],
    ['codec_priority_list', codecs.join(','), at],
  ]
}

// Standard hours from UTC of the zones that Snom names, where the clock changes as in most of the United States and Canada.
const ZONES = new Map([
  [-4, 'CAN-4'],
  [-5, 'USA-5'],
  [-6, 'USA-6'],
  [-7, 'USA-7'],
  [-8, 'USA-8'],
  [-9, 'USA-9'],
])
const CHANGES = '3600 03.02.07 02:00:00 11.01.07 02:00:00'

/** The name of a zone, '' for one without. Its phone goes by offset and changes alone, and may ask for a zone at its start. */
function zoneName(offset: number, dst: string): string {
  if (dst === CHANGES) return ZONES.get(offset / 3600) ?? ''
  const arizona = dst === '' && offset === -7 * 3600
  return arizona ? 'USA2-7' : ''
}

// The name first, because a phone takes offset and changes from it, also from one that was chosen on it before.
function timeEntries(timeZone: string, settings: PhoneSettings): Entries {
  const { offset, daylight } = zoneRule(timeZone)
  const dst = daylight ? `${daylight.seconds} ${changeOf(daylight.start)} ${changeOf(daylight.end)}` : ''
  return [
    ['ntp_server', settings.phone_ntp_server],
    ['timezone', zoneName(offset, dst)],
    ['utc_offset', offset],
    ['dst', dst],
  ]
}

// Month, week and weekday (Monday is 1) separated by dots, and the local time.
function changeOf({ month, week, weekday, minute }: ZoneChange): string {
  const two = (part: number) => String(part).padStart(2, '0')
  const date = [month, week, isoWeekday(weekday)].map(two).join('.')
  return `${date} ${two(Math.floor(minute / 60))}:${two(minute % 60)}:00`
}

// The IP header's byte that holds DSCP in its upper six bits.
function networkEntries(settings: PhoneSettings): Entries {
  const { phone_vlan_id: vlan } = settings
  return [
    ['vlan_id', vlan || ''],
    ['vlan_qos', vlan ? settings.phone_vlan_priority : ''],
    ['signaling_tos', settings.phone_sip_dscp * 4],
    ['codec_tos', settings.phone_rtp_dscp * 4],
  ]
}

function provisioningEntries({ provisioning }: PhoneConfiguration, settings: PhoneSettings): Entries {
  const { phone_firmware_url: firmware } = settings
  const entries: Entries = [
    ['settings_refresh_timer', settings.phone_resync_minutes * 60],
    ['update_policy', 'auto_update'],
    ['firmware', firmware === NONE ? '' : firmware],
  ]
  if (provisioning)
    entries.push(
      ['setting_server', provisioning.url],
      ['http_client_user', provisioning.user],
      ['http_client_pass', provisioning.password],
    )
  return entries
}

function passwordEntries(password: string | null): Entries {
  if (password === null) return []
  return [
    ['http_user', 'admin'],
    ['http_pass', password],
    ['admin_mode', 'off'],
    ['admin_mode_password', password],
    ['admin_mode_password_confirm', password],
    // D862 and D865 take the web page's passwords from these.
    ['webserver_admin_name', 'admin'],
    ['webserver_admin_password', password],
    ['webserver_user_name', 'user'],
    ['webserver_user_password', password],
  ]
}

function keyElement(key: PhoneKey, settings: PhoneSettings): string {
  const label = escapeXml(key.label || key.value)
  const attributes = `idx="${key.position - 1}" context="${key.type === 'none' ? 'active' : key.line}" label="${label}" perm="R"`
  return `    <fkey ${attributes}>${escapeXml(keyAction(key, settings))}</fkey>`
}

function keyAction({ type, value }: PhoneKey, settings: PhoneSettings): string {
  switch (type) {
    case 'none':
      return 'none'
    case 'line':
      return 'line'
    case 'blf':
      return `blf ${value}|${settings.phone_pickup_code}`
    case 'speed_dial':
      return `speed ${value}`
    case 'park':
      return `orbit ${value}`
    case 'transfer':
      return `transfer ${value}`
  }
}
