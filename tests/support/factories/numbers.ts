import { newTenant } from './companies'
import { type Given, insertRow, type NewRow, newId, unique, uniqueNumber } from './row'
import { newDestination, newTenantNumber } from './telephony'

async function tenantOf(given: { tenant_id?: string | null }): Promise<string> {
  return given.tenant_id ?? (await insertRow('tenants', await newTenant())).id
}

/** The id of an external number as a destination of the tenant, which is stored. */
export async function insertDestination(tenantId: string): Promise<string> {
  return (await insertRow('destinations', await newDestination({ tenant_id: tenantId }))).id
}

/** A condition of a number, both of a tenant of their own unless they are given. */
export async function newDidCondition(
  given: Given<'did_conditions'> = {},
): Promise<NewRow<'did_conditions'>> {
  const tenant_id = await tenantOf(given)
  const did_id = given.did_id ?? (await insertRow('dids', await newTenantNumber({ tenant_id }))).id
  const destination_id = given.destination_id ?? (await insertDestination(tenant_id))
  return {
    id: newId(),
    position: 1,
    match: 'prefix',
    caller: '+1207',
    ...given,
    tenant_id,
    did_id,
    destination_id,
  }
}

/** A route for national calls, of a tenant of its own unless one is given. */
export async function newOutboundRoute(
  given: Given<'outbound_routes'> = {},
): Promise<NewRow<'outbound_routes'>> {
  return {
    id: newId(),
    name: `Route ${unique()}`,
    matches: 'national',
    toll_class: 'national',
    gateway_1: 'carrier-east',
    ...given,
    tenant_id: await tenantOf(given),
  }
}

/** A rule that turns one caller away, of a tenant of its own unless one is given. */
export async function newCallBlockRule(
  given: Given<'call_block_rules'> = {},
): Promise<NewRow<'call_block_rules'>> {
  return {
    id: newId(),
    direction: 'inbound',
    match: 'exact',
    number: uniqueNumber(),
    action: 'reject',
    ...given,
    tenant_id: await tenantOf(given),
  }
}
