import { tenantOf } from './companies'
import { type Given, insertRow, newId, type NewRow, unique } from './row'
import { newExtension } from './telephony'

/** An address, with a new tenant by default. */
export async function newEmergencyAddress(
  given: Given<'emergency_addresses'> = {},
): Promise<NewRow<'emergency_addresses'>> {
  return {
    id: newId(),
    label: 'Main office',
    street: '12 Harbor Lane',
    city: 'Portland',
    state: 'ME',
    postal_code: '04101',
    ...given,
    tenant_id: await tenantOf(given),
  }
}

/** The settings of a tenant of its own unless one is given; they have the tenant's id. */
export async function newTenantSettings(
  given: Given<'tenant_settings'> = {},
): Promise<NewRow<'tenant_settings'>> {
  const tenant_id = await tenantOf(given)
  return { language: 'en-US', ...given, id: tenant_id, tenant_id }
}

/** A portal user, not invited yet, with a new tenant by default. */
export async function newPortalUser(given: Given<'portal_users'> = {}): Promise<NewRow<'portal_users'>> {
  return {
    id: newId(),
    name: 'Night desk',
    email: `desk-${unique()}@harbor.example`,
    ...given,
    tenant_id: await tenantOf(given),
  }
}

/** An extension of a portal user, with a new tenant by default. */
export async function newPortalUserExtension(
  given: Given<'portal_user_extensions'> = {},
): Promise<NewRow<'portal_user_extensions'>> {
  const tenant_id = await tenantOf(given)
  return {
    id: newId(),
    ...given,
    tenant_id,
    portal_user_id:
      given.portal_user_id ?? (await insertRow('portal_users', await newPortalUser({ tenant_id }))).id,
    extension_id: given.extension_id ?? (await insertRow('extensions', await newExtension({ tenant_id }))).id,
  }
}
