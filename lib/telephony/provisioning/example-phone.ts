import type { PhoneConfiguration, PhoneKey } from './configuration'
import type { KeyRow } from './key-rows'
import { PHONE_SETTING_NAMES, type PhoneOverrides } from './phone-settings'

/** A sample phone for previewing a profile. */
export function examplePhone(
  domain: string,
  timeZone: string,
  settings: PhoneOverrides = {},
): PhoneConfiguration {
  return {
    mac: '00:00:00:00:00:00',
    label: 'Example',
    vendor: '',
    model: '',
    domain,
    time_zone: timeZone,
    admin_password: null,
    provisioning: null,
    lines: [
      {
        line: 1,
        // No extension that a key of the tenant would monitor.
        extension: '0000',
        name: 'Example',
        password: null,
        transport: 'tls',
        register_expires: 600,
      },
    ],
    keys: [],
    settings,
    profile: null,
  }
}

/** A profile's form values. */
export interface ProfileValues extends PhoneOverrides {
  name: string
  vendor: string
  model: string
  device_profile_keys: readonly KeyRow[]
  device_profile_settings: readonly { name: string; value: string; enabled: boolean }[]
}

/** The phone with the profile applied; `reached` resolves a destination. A key without a label gets the destination's name. */
export function withProfile(
  phone: PhoneConfiguration,
  profile: ProfileValues,
  reached: (destinationId: string) => { number: string; name: string },
): PhoneConfiguration {
  const keys = profile.device_profile_keys.map(
    ({ category, position, type, line, label, value, destination_id: destination }): PhoneKey => {
      const dialed = destination ? reached(destination) : { number: value, name: '' }
      return {
        category,
        position,
        type,
        line,
        label: label || dialed.name || (destination ? dialed.number : ''),
        value: dialed.number,
      }
    },
  )
  const overrides: PhoneOverrides = Object.fromEntries(
    PHONE_SETTING_NAMES.map((name) => [name, profile[name]]),
  )
  const settings = profile.device_profile_settings
    .filter(({ enabled }) => enabled)
    .map(({ name, value }) => ({ name, value }))
    .sort((one, other) => (one.name < other.name ? -1 : 1))
  return {
    ...phone,
    vendor: phone.vendor || profile.vendor,
    model: phone.model || profile.model,
    profile: { name: profile.name, keys, overrides, settings },
  }
}
