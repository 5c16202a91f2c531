import type { KeyType } from './configuration'
import { family } from './grandstream-accounts'
import { phoneModel } from './models'
import type { PhoneSettingName } from './phone-settings'
import { isProvisionedVendor, type ProvisionedVendor } from './vendors'

type Limits = Partial<Record<PhoneSettingName, string>>

// A cordless base has no lamps; an analog adapter has no message key either.
const BASE: Limits = { phone_pickup_code: 'it has no lamps.' }
const ADAPTER: Limits = { ...BASE, phone_voicemail_number: 'it has no message key.' }
const GRANDSTREAM_BASE: Limits = { ...BASE, phone_vlan_priority: 'it tags frames without a priority.' }
const SNOM: Limits = { phone_message_waiting: 'it always subscribes to its mailbox.' }

const UNSUPPORTED: Record<ProvisionedVendor, (model: string) => Limits> = {
  Yealink: (model) => (phoneModel('Yealink', model).lineKeys === 0 ? BASE : {}),
  Polycom: () => ({}),
  Grandstream: (model) => ({ adapter: ADAPTER, base: GRANDSTREAM_BASE, GRP: {}, GXP: {} })[family(model)],
  Snom: () => SNOM,
}

/** Whether a key of this type uses the line that is set for it. Of Polycom phones only line keys do: the phone chooses the others' line. */
export function usesLine(vendor: string, type: KeyType): boolean {
  return type === 'line' || (type !== 'none' && vendor !== 'Polycom')
}

/** The settings a model does not support, each with a reason. */
export function unsupportedSettings(vendor: string, model: string): Limits {
  return isProvisionedVendor(vendor) ? UNSUPPORTED[vendor](model) : {}
}
