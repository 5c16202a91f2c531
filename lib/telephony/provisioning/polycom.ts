import {
  effectiveKeys,
  type PhoneConfiguration,
  type PhoneKey,
  sipPort,
  standardOffset,
} from './configuration'
import { phoneModel } from './models'
import { escapeXml, SETTING_NAME } from './text'

// Poly, "UC Software Administrator Guide": registration, flexible line keys, attendant console, enhanced feature keys.
const TRANSPORTS = { udp: 'UDPOnly', tcp: 'TCPOnly', tls: 'TLS' }
const DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'

type Attributes = [name: string, value: string | number][]

/** The file that a phone fetches first, `<mac>.cfg`: it names the one with its configuration. */
export function polycomMasterFile(mac: string): string {
  const digits = mac.replaceAll(':', '').toLowerCase()
  return document(
    'APPLICATION',
    new Map<string, string | number>([
      ['APP_FILE_PATH', 'sip.ld'],
      ['CONFIG_FILES', `${digits}-registration.cfg`],
      ['MISC_FILES', ''],
      ['LOG_FILE_DIRECTORY', ''],
      ['OVERRIDES_DIRECTORY', ''],
      ['CONTACTS_DIRECTORY', ''],
    ]),
  )
}

/** `<mac>-registration.cfg`. A setting of the profile replaces what would be written under its name. */
export function polycomFile(configuration: PhoneConfiguration): string {
  const { profile, admin_password: adminPassword } = configuration
  const attributes = new Map<string, string | number>([
    ['device.set', 1],
    ...registrations(configuration),
    ...keyAttributes(effectiveKeys(configuration).filter(({ category }) => category !== 'memory')),
    ['tcpIpApp.sntp.gmtOffset', standardOffset(configuration.time_zone)],
    ['tcpIpApp.sntp.gmtOffset.overrideDHCP', 1],
  ])
  if (adminPassword !== null) {
    attributes.set('device.auth.localAdminPassword.set', 1)
    attributes.set('device.auth.localAdminPassword', adminPassword)
  }
  for (const { name, value } of profile?.settings ?? [])
    if (SETTING_NAME.test(name)) attributes.set(name, value)
  return document('polycomConfig', attributes)
}

function document(root: string, attributes: Map<string, string | number>): string {
  const lines = [...attributes].map(([name, value]) => `  ${name}="${escapeXml(String(value))}"`)
  return `${[DECLARATION, `<${root}`, ...lines, '/>'].join('\n')}\n`
}

function registrations({ vendor, model, domain, lines }: PhoneConfiguration): Attributes {
  const places = Math.max(phoneModel(vendor, model).lines, ...lines.map(({ line }) => line))
  return Array.from({ length: places }, (_, index) => index + 1).flatMap((place): Attributes => {
    const at = `reg.${place}`
    const line = lines.find((candidate) => candidate.line === place)
    if (!line) return [[`${at}.address`, '']]
    return [
      [`${at}.address`, line.extension],
      [`${at}.label`, line.name || line.extension],
      [`${at}.displayName`, line.name || line.extension],
      [`${at}.auth.userId`, line.extension],
      [`${at}.auth.password`, line.password ?? ''],
      [`${at}.type`, line.shared ? 'shared' : 'private'],
      [`${at}.server.1.address`, domain],
      [`${at}.server.1.port`, sipPort(line.transport)],
      [`${at}.server.1.transport`, TRANSPORTS[line.transport]],
      [`${at}.server.1.expires`, line.register_expires],
    ]
  })
}

// Line keys and, after them, those of the expansion modules are one row of numbered keys. Watched numbers are taken
// from the attendant's list in its order; a key that dials is an enhanced feature key with a macro of its own.
function keyAttributes(keys: PhoneKey[]): Attributes {
  const attributes: Attributes = [
    ['lineKey.reassignment.enabled', 1],
    ['feature.enhancedFeatureKeys.enabled', 1],
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
