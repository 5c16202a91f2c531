import { type PhoneModel, phoneModel } from './models'
import { effectivePhoneSettings, type PhoneOverrides, type PhoneSettings } from './phone-settings'
import { settingRefusal } from './refused-settings'
import { SETTING_NAME } from './text'

export const KEY_CATEGORIES = ['line', 'memory', 'expansion'] as const
export type KeyCategory = (typeof KEY_CATEGORIES)[number]
export const KEY_TYPES = ['none', 'line', 'blf', 'speed_dial', 'park', 'transfer'] as const
export type KeyType = (typeof KEY_TYPES)[number]
export type Transport = 'udp' | 'tcp' | 'tls'

export interface PhoneKey {
  category: KeyCategory
  /** From 1 within its category; expansion keys count on over the modules. */
  position: number
  type: KeyType
  /** The number that it dials or watches; empty for a line key. */
  value: string
  label: string
  /** The line that it uses, from 1. */
  line: number
}

export interface PhoneLine {
  line: number
  extension: string
  name: string
  /** Null where the reader may not know it. */
  password: string | null
  transport: Transport
  /** Seconds. */
  register_expires: number
  shared: boolean
}

export interface PhoneSetting {
  name: string
  value: string
}

/** Everything that a phone's configuration file is made of. */
export interface PhoneConfiguration {
  /** AA:BB:CC:DD:EE:FF */
  mac: string
  label: string
  vendor: string
  model: string
  /** The tenant's SIP domain: registrar and realm. */
  domain: string
  /** IANA name. */
  time_zone: string
  /** The phone's own administrator password; null where none is set or the reader may not know it. */
  admin_password: string | null
  /** Where the phone finds its files, and what it signs in with; null where the reader does not know. */
  provisioning: ProvisioningAddress | null
  lines: PhoneLine[]
  /** The device's own keys, which replace the profile's at the same place. */
  keys: PhoneKey[]
  /** What the tenant sets for its phones. */
  settings: PhoneOverrides
  profile: {
    name: string
    keys: PhoneKey[]
    /** What the profile sets over the tenant's. */
    overrides: PhoneOverrides
    /** Parameters by the maker's own names. */
    settings: PhoneSetting[]
  } | null
}

export interface ProvisioningAddress {
  /** With a slash at its end. */
  url: string
  user: string
  password: string
}

/** What stands for a secret in a preview. */
export const MASK = '••••••••'

/** The configuration as it may be shown: secrets masked. */
export function masked(configuration: PhoneConfiguration): PhoneConfiguration {
  return {
    ...configuration,
    admin_password: MASK,
    provisioning: configuration.provisioning && { ...configuration.provisioning, password: MASK },
    lines: configuration.lines.map((line) => ({ ...line, password: MASK })),
  }
}

/** The settings of a phone: the profile's, else the tenant's, else the product's. */
export function settingsOf({ settings, profile }: PhoneConfiguration): PhoneSettings {
  return effectivePhoneSettings(settings, profile?.overrides)
}

/** The maker's parameters that the profile sets by name, without those that it may not set. */
export function parametersOf({ profile }: PhoneConfiguration, pattern = SETTING_NAME): PhoneSetting[] {
  return (profile?.settings ?? []).filter(({ name }) => pattern.test(name) && !settingRefusal(name))
}

/** Names a key's place within a phone. */
export function placeOf({ category, position }: Pick<PhoneKey, 'category' | 'position'>): string {
  return `${category} ${position}`
}

/** How many keys of a category a model has, expansion modules included. */
export function keyCount(model: PhoneModel, category: KeyCategory): number {
  if (category === 'line') return model.lineKeys
  return category === 'memory' ? model.memoryKeys : model.expansionKeys * model.expansionModules
}

/**
 * The key at every place of the phone: the device's own, else the profile's, else what an unprogrammed phone has – a
 * line key for each line, nothing elsewhere. Places are named although nothing is there, so that a phone forgets a key
 * that was taken away. Expansion modules are written only as far as they are used. Keys beyond the model and lamps on
 * the phone itself are left out.
 */
export function effectiveKeys(configuration: PhoneConfiguration): PhoneKey[] {
  const { vendor, model: modelName, lines } = configuration
  const model = phoneModel(vendor, modelName)
  const given = givenKeys(configuration)
  const inUse = new Set(lines.map(({ line }) => line))
  return (['line', 'memory', 'expansion'] as const).flatMap((category) =>
    Array.from({ length: writtenCount(model, category, [...given.values()]) }, (_, index): PhoneKey => {
      const position = index + 1
      const unprogrammed = { category, position, value: '', label: '', line: 1 }
      const fallback: PhoneKey =
        category === 'line' && inUse.has(position)
          ? { ...unprogrammed, type: 'line', line: position }
          : { ...unprogrammed, type: 'none' }
      const key = given.get(placeOf({ category, position }))
      return key && !watchesItself(configuration, key) ? asWatched(key) : fallback
    }),
  )
}

/** A parking place has the name by which mod_valet_parking tells lamps of it; the switch parks there when that is dialed. */
function asWatched(key: PhoneKey): PhoneKey {
  if (key.type !== 'park' || !/^[0-9]+$/.test(key.value)) return key
  return { ...key, value: `park+${key.value}`, label: key.label || key.value }
}

/** The keys that are left out because they watch an extension of the phone itself. */
export function lampsOnItself(configuration: PhoneConfiguration): PhoneKey[] {
  return [...givenKeys(configuration).values()].filter((key) => watchesItself(configuration, key))
}

function givenKeys({ keys, profile }: PhoneConfiguration): Map<string, PhoneKey> {
  return new Map([...(profile?.keys ?? []), ...keys].map((key) => [placeOf(key), key]))
}

function watchesItself({ lines }: PhoneConfiguration, { type, value }: PhoneKey): boolean {
  return type === 'blf' && lines.some(({ extension }) => extension === value)
}

function writtenCount(model: PhoneModel, category: KeyCategory, given: PhoneKey[]): number {
  const count = keyCount(model, category)
  if (category !== 'expansion') return count
  const last = Math.max(
    0,
    ...given.filter((key) => key.category === category).map(({ position }) => position),
  )
  return Math.min(count, Math.ceil(last / (model.expansionKeys || 1)) * model.expansionKeys)
}

/** The SIP port of a transport (RFC 3261 section 18.1). */
export function sipPort(transport: Transport): number {
  return transport === 'tls' ? 5061 : 5060
}
