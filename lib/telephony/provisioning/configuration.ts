import { type PhoneModel, phoneModel } from './models'

export const KEY_CATEGORIES = ['line', 'memory', 'expansion'] as const
export type KeyCategory = (typeof KEY_CATEGORIES)[number]
export const KEY_TYPES = ['none', 'line', 'blf', 'speed_dial', 'park', 'transfer'] as const
export type KeyType = (typeof KEY_TYPES)[number]
export type Transport = 'udp' | 'tcp' | 'tls'

/** A programmable key. */
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
  lines: PhoneLine[]
  /** The device's own keys, which replace the profile's at the same place. */
  keys: PhoneKey[]
  profile: { name: string; keys: PhoneKey[]; settings: PhoneSetting[] } | null
}

/** What stands for a secret in a preview. */
export const MASK = '••••••••'

/** The configuration as it may be shown: secrets masked. */
export function masked(configuration: PhoneConfiguration): PhoneConfiguration {
  return {
    ...configuration,
    admin_password: configuration.admin_password === null ? null : MASK,
    lines: configuration.lines.map((line) => ({ ...line, password: MASK })),
  }
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
 * that was taken away. Expansion modules are written only as far as they are used. Keys beyond the model are left out.
 */
export function effectiveKeys({
  vendor,
  model: modelName,
  lines,
  keys,
  profile,
}: PhoneConfiguration): PhoneKey[] {
  const model = phoneModel(vendor, modelName)
  const given = new Map([...(profile?.keys ?? []), ...keys].map((key) => [placeOf(key), key]))
  const inUse = new Set(lines.map(({ line }) => line))
  return (['line', 'memory', 'expansion'] as const).flatMap((category) =>
    Array.from({ length: writtenCount(model, category, [...given.values()]) }, (_, index): PhoneKey => {
      const position = index + 1
      const unprogrammed = { category, position, value: '', label: '', line: 1 }
      const fallback: PhoneKey =
        category === 'line' && inUse.has(position)
          ? { ...unprogrammed, type: 'line', line: position }
          : { ...unprogrammed, type: 'none' }
      return given.get(placeOf({ category, position })) ?? fallback
    }),
  )
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

/** A zone's offset from UTC in seconds while no daylight-saving time is kept. */
export function standardOffset(timeZone: string): number {
  const year = new Date().getUTCFullYear()
  return Math.min(...[0, 6].map((month) => offsetAt(timeZone, Date.UTC(year, month, 1))))
}

function offsetAt(timeZone: string, at: number): number {
  const parts = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' }).formatToParts(at)
  const name = parts.find(({ type }) => type === 'timeZoneName')?.value ?? ''
  const [, sign, hours = '0', minutes = '0'] = /GMT([+-])(\d\d):(\d\d)/.exec(name) ?? []
  return (sign === '-' ? -1 : 1) * (Number(hours) * 3600 + Number(minutes) * 60)
}
