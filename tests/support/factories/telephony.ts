import { newTenant } from './companies'
import { type Given, insertRow, type NewRow, newId, uniqueMac, uniqueNumber } from './row'

async function tenantOf(given: { tenant_id?: string | null }): Promise<string> {
  return given.tenant_id ?? (await insertRow('tenants', await newTenant())).id
}

/** A number that no tenant holds. */
export async function newFreeNumber(given: Given<'dids'> = {}): Promise<NewRow<'dids'>> {
  return { id: newId(), number: uniqueNumber(), ...given }
}

/** A number assigned to a tenant, one of its own unless one is given. */
export async function newTenantNumber(given: Given<'dids'> = {}): Promise<NewRow<'dids'>> {
  return newFreeNumber({ status: 'assigned', ...given, tenant_id: await tenantOf(given) })
}

/** An extension of a tenant of its own unless one is given. */
export async function newExtension(given: Given<'extensions'> = {}): Promise<NewRow<'extensions'>> {
  return {
    id: newId(),
    extension: '2001',
    effective_caller_id_name: 'Night desk',
    ...given,
    tenant_id: await tenantOf(given),
  }
}

/** A device of a tenant of its own unless one is given. */
export async function newDevice(given: Given<'devices'> = {}): Promise<NewRow<'devices'>> {
  return { id: newId(), mac: uniqueMac(), label: 'Lobby phone', ...given, tenant_id: await tenantOf(given) }
}
