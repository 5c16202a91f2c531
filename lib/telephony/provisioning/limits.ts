import { family } from './grandstream-accounts'
import type { PhoneSettingName } from './phone-settings'

type Limits = Partial<Record<PhoneSettingName, string>>

// Adapters have neither a message key nor lamps.
const ADAPTER: Limits = {
  phone_voicemail_number: 'it has no message key.',
  phone_pickup_code: 'it has no lamps.',
}

/** The settings that a model cannot follow, each with the reason. */
export function unsupportedSettings(vendor: string, model: string): Limits {
  if (vendor === 'Grandstream' && family(model) === 'adapter') return ADAPTER
  return {}
}
