import { tenantOf } from './companies'
import { type Given, insertRow, newId, type NewRow, unique, uniqueMac } from './row'
import { newDevice, newExtension } from './telephony'

/** A profile of Yealink phones, with a new tenant by default. */
export async function newDeviceProfile(
  given: Given<'device_profiles'> = {},
): Promise<NewRow<'device_profiles'>> {
  return {
    id: newId(),
    name: `Front desk ${unique()}`,
    vendor: 'Yealink',
    model: 'T54W',
    ...given,
    tenant_id: await tenantOf(given),
  }
}

async function profileOf(given: { tenant_id?: string; profile_id?: string }) {
  if (given.tenant_id && given.profile_id) return { tenant_id: given.tenant_id, profile_id: given.profile_id }
  const profile = await insertRow('device_profiles', await newDeviceProfile({ tenant_id: given.tenant_id }))
  return { tenant_id: profile.tenant_id, profile_id: profile.id }
}

async function deviceOf(given: { tenant_id?: string; device_id?: string }) {
  if (given.tenant_id && given.device_id) return { tenant_id: given.tenant_id, device_id: given.device_id }
  const device = await insertRow('devices', await newDevice({ tenant_id: given.tenant_id }))
  return { tenant_id: device.tenant_id, device_id: device.id }
}

const speedDial = { category: 'line', position: 3, type: 'speed_dial', value: '5901', label: 'Gate' }

/** A speed dial, with a new profile by default. */
export async function newProfileKey(
  given: Given<'device_profile_keys'> = {},
): Promise<NewRow<'device_profile_keys'>> {
  return { id: newId(), ...speedDial, ...given, ...(await profileOf(given)) }
}

/** A setting, with a new profile by default. */
export async function newProfileSetting(
  given: Given<'device_profile_settings'> = {},
): Promise<NewRow<'device_profile_settings'>> {
  return { id: newId(), name: 'features.dnd.enable', value: '0', ...given, ...(await profileOf(given)) }
}

/** The first line of a phone; phone and extension are new unless given with their tenant. */
export async function newDeviceLine(given: Given<'device_lines'> = {}): Promise<NewRow<'device_lines'>> {
  const device = await deviceOf(given)
  const extensionId =
    given.extension_id ??
    (await insertRow('extensions', await newExtension({ tenant_id: device.tenant_id }))).id
  return { id: newId(), line: 1, ...given, ...device, extension_id: extensionId }
}

/** A speed dial, with a new phone by default. */
export async function newDeviceKey(given: Given<'device_keys'> = {}): Promise<NewRow<'device_keys'>> {
  return { id: newId(), ...speedDial, ...given, ...(await deviceOf(given)) }
}

/** A served request for a phone's file. */
export async function newProvisioningEntry(
  given: Given<'provisioning_log'> = {},
): Promise<NewRow<'provisioning_log'>> {
  return {
    id: newId(),
    file: `${uniqueMac().replaceAll(':', '').toLowerCase()}.cfg`,
    status: 200,
    ...given,
    tenant_id: await tenantOf(given),
  }
}

/** A phone that asked for its file with a tenant's account. */
export async function newUnknownPhone(
  given: Given<'unknown_phones'> = {},
): Promise<NewRow<'unknown_phones'>> {
  return { id: newId(), mac: uniqueMac(), address: '192.0.2.9', ...given, tenant_id: await tenantOf(given) }
}
