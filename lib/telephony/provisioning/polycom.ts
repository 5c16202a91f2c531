import { DIDS } from '../../supabase/constraints'
import { AUTO_ANSWER } from '../auto-answer'
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
import { CODECS, NONE, type PhoneSettings, proxyOf } from './phone-settings'
import { escapeXml } from './text'
import { type ZoneChange, zoneRule } from './zone-rule'

// Poly, "UC Software Administrator Guide": registration, flexible line keys, attendant console, enhanced feature
// keys, ring classes.
const TRANSPORTS = { udp: 'UDPOnly', tcp: 'TCPOnly', tls: 'TLS' }
const CODEC_NAMES = { PCMU: 'G711_Mu', PCMA: 'G711_A', G722: 'G722', G729: 'G729_AB', OPUS: 'Opus' }
const DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'

type Attributes = [name: string, value: string | number][]

/** The file that a phone fetches first, `<mac>.cfg`: it names the firmware and the configuration file. */
export function polycomMasterFile(configuration: PhoneConfiguration): string {
  const digits = configuration.mac.replaceAll(':', '').toLowerCase()
  const { phone_firmware_url: firmware } = settingsOf(configuration)
  return document(
    'APPLICATION',
    new Map<string, string | number>([
      ['APP_FILE_PATH', firmware === NONE ? 'sip.ld' : firmware],
      ['CONFIG_FILES', `${digits}-registration.cfg`],
      ['MISC_FILES', ''],
      ['LOG_FILE_DIRECTORY', ''],
      ['OVERRIDES_DIRECTORY', ''],
      ['CONTACTS_DIRECTORY', ''],
    ]),
  )
}

/** `<mac>-registration.cfg`. A profile parameter overrides the value otherwise written under its name. */
export function polycomFile(configuration: PhoneConfiguration): string {
  const settings = settingsOf(configuration)
  const attributes = new Map<string, string | number>([
    ['device.set', 1],
    ...registrations(configuration, settings),
    ...keyAttributes(effectiveKeys(configuration)),
    ...timeAttributes(configuration.time_zone, settings),
    ...callAttributes(configuration, settings),
    ...networkAttributes(settings),
    ...provisioningAttributes(configuration),
    ...passwordAttributes(configuration.admin_password),
  ])
  for (const { name, value } of parametersOf(configuration)) attributes.set(name, value)
  return document('polycomConfig', attributes)
}

function document(root: string, attributes: Map<string, string | number>): string {
  const lines = [...attributes].map(([name, value]) => `  ${name}="${escapeXml(String(value))}"`)
  return `${[DECLARATION, `<${root}`, ...lines, '/>'].join('\n')}\n`
}

// A device parameter takes effect only with a second one that enables it.
function deviceAttribute(name: string, value: string | number): Attributes {
  return [
    [`device.${name}.set`, 1],
    [`device.${name}`, value],
  ]
}

function registrations(
  { vendor, model, domain, lines }: PhoneConfiguration,
  settings: PhoneSettings,
): Attributes {
  const places = Math.max(phoneModel(vendor, model).lines, ...lines.map(({ line }) => line))
  return Array.from({ length: places }, (_, index) => index + 1).flatMap((place): Attributes => {
    const line = lines.find((candidate) => candidate.line === place)
    return line ? registration(line, domain, settings) : [[`reg.${place}.address`, '']]
  })
}

function registration(line: PhoneLine, domain: string, settings: PhoneSettings): Attributes {
  const at = `reg.${line.line}`
  const proxy = proxyOf(settings, sipPort(line.transport))
  return [
    [`${at}.address`, line.extension],
    [`${at}.label`, line.name || line.extension],
    [`${at}.displayName`, line.name || line.extension],
    [`${at}.auth.userId`, line.extension],
    [`${at}.auth.password`, line.password ?? ''],
    [`${at}.type`, 'private'],
    [`${at}.server.1.address`, domain],
    [`${at}.server.1.port`, sipPort(line.transport)],
    [`${at}.server.1.transport`, TRANSPORTS[line.transport]],
    [`${at}.server.1.expires`, line.register_expires],
    [`${at}.outboundProxy.address`, proxy?.host ?? ''],
    ...(proxy
      ? ([
          [`${at}.outboundProxy.port`, proxy.port],
          [`${at}.outboundProxy.transport`, TRANSPORTS[line.transport]],
        ] satisfies Attributes)
      : []),
    [`msg.mwi.${line.line}.subscribe`, settings.phone_message_waiting ? line.extension : ''],
    [`msg.mwi.${line.line}.callBackMode`, 'contact'],
    [`msg.mwi.${line.line}.callBack`, settings.phone_voicemail_number],
  ]
}

function timeAttributes(timeZone: string, settings: PhoneSettings): Attributes {
  const { offset, daylight } = zoneRule(timeZone)
  const at = 'tcpIpApp.sntp'
  return [
    [`${at}.address`, settings.phone_ntp_server],
    [`${at}.address.overrideDHCP`, 1],
    [`${at}.gmtOffset`, offset],
    [`${at}.gmtOffset.overrideDHCP`, 1],
    [`${at}.daylightSavings.enable`, daylight ? 1 : 0],
    ...(daylight
      ? ([
          [`${at}.daylightSavings.fixedDayEnable`, 0],
          ...change(`${at}.daylightSavings.start`, daylight.start),
          ...change(`${at}.daylightSavings.stop`, daylight.end),
        ] satisfies Attributes)
      : []),
  ]
}

// The date is the first day of that week; Sunday is 1.
function change(at: string, { month, week, weekday, minute }: ZoneChange): Attributes {
  const last = week === 5
  return [
    [`${at}.month`, month],
    [`${at}.date`, last ? 22 : week * 7 - 6],
    [`${at}.dayOfWeek`, weekday + 1],
    [`${at}.dayOfWeek.lastInMonth`, last ? 1 : 0],
    [`${at}.time`, Math.floor(minute / 60)],
  ]
}

function callAttributes({ lines }: PhoneConfiguration, settings: PhoneSettings): Attributes {
  const { phone_srtp: srtp } = settings
  // Applies to the whole phone: with one unencrypted line, calls cannot be required to be encrypted.
  const encrypted = srtp !== 'off' && lines.some(({ transport }) => transport === 'tls')
  const required = srtp === 'required' && lines.every(({ transport }) => transport === 'tls')
  return [
    ['sec.srtp.enable', encrypted ? 1 : 0],
    ['sec.srtp.offer', encrypted ? 1 : 0],
    ['sec.srtp.require', encrypted && required ? 1 : 0],
    // The phone's own digit map knows only North American numbers: of 1001 or *97, dialed off the hook, it sends the first digits. Of a
    // number that fits no segment, such as a caller's with a + if none had one, it would send only the +.
    ['dialplan.digitmap', '+xx.T|[0123456789*#].T'],
    ['dialplan.digitmap.timeOut', 3],
    ['dialplan.applyToCallListDial', 0],
    ['dialplan.applyToDirectoryDial', 0],
    ...alerts(),
    ['call.directedCallPickupMethod', 'legacy'],
    ['call.directedCallPickupString', settings.phone_pickup_code],
    ...CODECS.map((codec): Attributes[number] => [
      `voice.codecPref.${CODEC_NAMES[codec]}`,
      settings.phone_codecs.indexOf(codec) + 1,
    ]),
  ]
}

// What the phone does by a call's Alert-Info, of which it knows nothing by itself: it answers pages, and has a ring of its own for each of
// those that a number can have. Its ringer1 is silent, and ringer2 the usual one.
function alerts(): Attributes {
  const rings = DIDS.distinctive_ring.choices.filter((ring) => ring !== '')
  return [
    ['voIpProt.SIP.alertInfo.1.value', AUTO_ANSWER],
    ['voIpProt.SIP.alertInfo.1.class', 'autoAnswer'],
    ...rings.flatMap((ring, index): Attributes => {
      const name = `custom${index + 1}`
      return [
        [`voIpProt.SIP.alertInfo.${index + 2}.value`, ring],
        [`voIpProt.SIP.alertInfo.${index + 2}.class`, name],
        [`se.rt.${name}.type`, 'ring'],
        [`se.rt.${name}.ringer`, `ringer${index + 3}`],
      ]
    }),
  ]
}

function networkAttributes(settings: PhoneSettings): Attributes {
  const { phone_vlan_id: vlan, phone_vlan_priority: priority } = settings
  return [
    ...deviceAttribute('net.vlanId', vlan || ''),
    ...(vlan
      ? ([
          ['qos.ethernet.callControl.user_priority', priority],
          ['qos.ethernet.rtp.user_priority', priority],
        ] satisfies Attributes)
      : []),
    ['qos.ip.callControl.dscp', settings.phone_sip_dscp],
    ['qos.ip.rtp.dscp', settings.phone_rtp_dscp],
    ['prov.polling.enabled', 1],
    ['prov.polling.mode', 'rel'],
    ['prov.polling.period', settings.phone_resync_minutes * 60],
  ]
}

function provisioningAttributes({ provisioning }: PhoneConfiguration): Attributes {
  if (!provisioning) return []
  const { protocol, host, pathname } = new URL(provisioning.url)
  return [
    ...deviceAttribute('prov.serverType', protocol === 'http:' ? 2 : 3),
    ...deviceAttribute('prov.serverName', `${host}${pathname.replace(/\/$/, '')}`),
    ...deviceAttribute('prov.user', provisioning.user),
    ...deviceAttribute('prov.password', provisioning.password),
  ]
}

function passwordAttributes(password: string | null): Attributes {
  if (password === null) return []
  return [
    ...deviceAttribute('auth.localAdminPassword', password),
    ...deviceAttribute('auth.localUserPassword', password),
  ]
}

// Line keys and expansion keys are numbered in one sequence. Monitored numbers are taken from the attendant list in order; a speed
// dial is an enhanced feature key with its own macro.
function keyAttributes(keys: PhoneKey[]): Attributes {
  const attributes: Attributes = [
    ['lineKey.reassignment.enabled', 1],
    ['feature.enhancedFeatureKeys.enabled', 1],
    ['feature.EFKLineKey.enabled', 1],
  ]
  let watched = 0
  let macros = 0
  keys.forEach((key, index) => {
    const at = `lineKey.${index + 1}`
    const assign = (category: string, number: number) =>
      attributes.push([`${at}.category`, category], [`${at}.index`, number])
    if (key.type === 'none') assign('Unassigned', 0)
    else if (key.type === 'line') assign('Line', key.line)
    else if (key.type === 'blf' || key.type === 'park') {
      watched += 1
      const resource = `attendant.resourceList.${watched}`
      attributes.push(
        [`${resource}.address`, key.value],
        [`${resource}.label`, key.label || key.value],
        [`${resource}.type`, key.type === 'park' ? 'automata' : 'normal'],
      )
      assign('BLF', 0)
    } else {
      macros += 1
      const macro = `efk.efklist.${macros}`
      attributes.push(
        [`${macro}.mname`, `key${macros}`],
        [`${macro}.status`, 1],
        [`${macro}.label`, key.label || key.value],
        [`${macro}.action.string`, `${key.value}$T${key.type === 'transfer' ? 'refer' : 'invite'}$`],
      )
      assign('EFK', macros)
    }
  })
  return attributes
}
