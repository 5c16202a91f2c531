import { DEVICE_KEYS, type DEVICE_LINES } from '../../supabase/constraints'
import { forbiddenSettingReason } from './forbidden-settings'
import { type PhoneModel, phoneModel } from './models'
import { effectivePhoneSettings, type PhoneOverrides, type PhoneSettings } from './phone-settings'
import { SETTING_NAME } from './text'

export const KEY_CATEGORIES = DEVICE_KEYS.category.choices
export type KeyCategory = (typeof KEY_CATEGORIES)[number]
export const KEY_TYPES = DEVICE_KEYS.type.choices
export type KeyType = (typeof KEY_TYPES)[number]
export type Transport = (typeof DEVICE_LINES.transport.choices)[number]

export interface PhoneKey {
  category: KeyCategory
  /** From 1 within its category; expansion keys are numbered across modules. */
  position: number
  type: KeyType
  /** The number it dials or monitors; empty for a line key. */
  value: string
  label: string
  /** The line it uses, from 1. */
  line: number
}

export interface PhoneLine {
  line: number
  extension: string
  name: string
  /** Null if the reader may not see it. */
  password: string | null
  transport: Transport
  /** Seconds. */
  register_expires: number
}

export interface PhoneSetting {
  name: string
  value: string
}

/** All data of a phone's configuration files. */
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
  /** The phone's own administrator password; null if it is not set or the reader may not see it. */
  admin_password: string | null
  /** Where the phone fetches its files, and its credentials; null if unknown to the reader. */
  provisioning: ProvisioningAddress | null
  lines: PhoneLine[]
  /** The device's own keys, which override the profile's at the same position. */
  keys: PhoneKey[]
  /** The tenant's phone settings, else its feature codes. */
  settings: PhoneOverrides
  profile: {
    name: string
    keys: PhoneKey[]
    /** The profile's overrides of the tenant's settings. */
    overrides: PhoneOverrides
    /** Parameters by the vendor's own names. */
    settings: PhoneSetting[]
  } | null
}

export interface ProvisioningAddress {
  /** With a trailing slash. */
  url: string
  user: string
  password: string
}

/** Placeholder for a secret in a preview. */
export const SECRET_SHOWN = '••••••••'

/** The configuration for display: secrets masked. */
export function masked(configuration: PhoneConfiguration): PhoneConfiguration {
  return {
    ...configuration,
    admin_password: SECRET_SHOWN,
    provisioning: configuration.provisioning && { ...configuration.provisioning, password: SECRET_SHOWN },
    lines: configuration.lines.map((line) => ({ ...line, password: SECRET_SHOWN })),
  }
}

/** The effective settings of a phone: the profile's, else the tenant's, else the product's. */
export function settingsOf({ settings, profile }: PhoneConfiguration): PhoneSettings {
  return effectivePhoneSettings(settings, profile?.overrides)
}

/** The vendor parameters that the profile sets by name, without the forbidden ones. */
export function parametersOf({ profile }: PhoneConfiguration, pattern = SETTING_NAME): PhoneSetting[] {
  return (profile?.settings ?? []).filter(
    ({ name, value }) => pattern.test(name) && !forbiddenSettingReason(name, value),
  )
}

/** Identifies a key's position on a phone. */
export function placeOf({ category, position }: Pick<PhoneKey, 'category' | 'position'>): string {
  return `${category} ${position}`
}

/** Number of keys of a category on a model, expansion modules included. */
export function keyCount(model: PhoneModel, category: KeyCategory): number {
  if (category === 'line') return model.lineKeys
  return category === 'memory' ? model.memoryKeys : model.expansionKeys * model.expansionModules
}

/**
 * The key at every position of the phone: the device's own, else the profile's, else the default, which is a line key per line.
 * Empty positions are included, so that a phone clears a removed key. Expansion modules are included only as far as they are used.
 * Keys beyond the model's limits and lamps monitoring the phone itself are omitted.
 */
export function effectiveKeys(configuration: PhoneConfiguration): PhoneKey[] {
  const { vendor, model: modelName, lines } = configuration
  const model = phoneModel(vendor, modelName)
  const given = givenKeys(configuration)
  const inUse = new Set(lines.map(({ line }) => line))
  return KEY_CATEGORIES.flatMap((category) =>
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

/** A parking space is monitored by its name in mod_valet_parking, which also parks there when dialed. */
function asWatched(key: PhoneKey): PhoneKey {
  if (key.type !== 'park' || !/^[0-9]+$/.test(key.value)) return key
  return { ...key, value: `park+${key.value}`, label: key.label || key.value }
}

/** The keys omitted because they monitor an extension of the phone itself. */
export function selfMonitoringKeys(configuration: PhoneConfiguration): PhoneKey[] {
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
