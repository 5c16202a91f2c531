import { query } from '../database'
import { tenantOf } from './companies'
import { gatewayNamed } from './gateways'
import { type Given, insertRow, newId, type NewRow, unique, uniqueNumber } from './row'
import { newOpportunity } from './sales'
import { newDestination, newTenantNumber } from './telephony'

/**
 * The cost row of a number (of a tenant by default), whose own is deleted first, because every number is created with
 * one.
 */
export async function newDidCost(given: Given<'did_costs'> = {}): Promise<NewRow<'did_costs'>> {
  const id = given.id ?? (await insertRow('dids', await newTenantNumber())).id
  await query('delete from public.did_costs where id = $1', [id])
  return { monthly_cost: 0.5, ...given, id }
}

/** The id of an external number as a destination of the tenant, which is stored. */
export async function insertDestination(tenantId: string): Promise<string> {
  return (await insertRow('destinations', await newDestination({ tenant_id: tenantId }))).id
}

/** A condition of a number, with a new tenant by default. */
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

/** A route for national calls, with a new tenant by default. */
export async function newOutboundRoute(
  given: Given<'outbound_routes'> = {},
): Promise<NewRow<'outbound_routes'>> {
  return {
    id: newId(),
    name: `Route ${unique()}`,
    matches: 'national',
    toll_class: 'national',
    gateway_1_id: given.gateway_1_id ?? (await gatewayNamed('carrier-east')),
    enabled: true,
    ...given,
    tenant_id: await tenantOf(given),
  }
}

/** A rule that rejects one caller, with a new tenant by default. */
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

/** A number to port in, with a new opportunity by default. */
export async function newOpportunityNumber(
  given: Given<'opportunity_numbers'> = {},
): Promise<NewRow<'opportunity_numbers'>> {
  const opportunity_id = given.opportunity_id ?? (await insertRow('opportunities', await newOpportunity())).id
  return { id: newId(), number: uniqueNumber(), ...given, opportunity_id }
}

/** A draft of a port order. */
export async function newPortOrder(given: Given<'port_orders'> = {}): Promise<NewRow<'port_orders'>> {
  return { id: newId(), name: `Port ${unique()}`, ...given }
}

/** A number of a port order, by default of a new draft. */
export async function newPortOrderNumber(
  given: Given<'port_order_numbers'> = {},
): Promise<NewRow<'port_order_numbers'>> {
  const port_order_id = given.port_order_id ?? (await insertRow('port_orders', await newPortOrder())).id
  return { id: newId(), number: uniqueNumber(), ...given, port_order_id }
}

/** The signed letter of a port order, by default of a new draft. */
export async function newPortLetter(given: Given<'port_letters'> = {}): Promise<NewRow<'port_letters'>> {
  const port_order_id = given.port_order_id ?? (await insertRow('port_orders', await newPortOrder())).id
  const path = `${port_order_id}/${newId()}.pdf`
  return { id: newId(), path, name: 'letter.pdf', size_bytes: 1000, ...given, port_order_id }
}

/** A provider's cached answer about a new number. */
export async function newNumberLookup(
  given: Given<'number_lookups'> = {},
): Promise<NewRow<'number_lookups'>> {
  return { id: newId(), number: uniqueNumber(), provider: 'telnyx', kind: 'lookup', answer: {}, ...given }
}

/** A thousands block that a carrier can port. */
export async function newCoverage(given: Given<'number_coverage'> = {}): Promise<NewRow<'number_coverage'>> {
  const digit = (from: number) => from + Math.floor(Math.random() * (10 - from))
  const prefix = [2, 0, 0, 2, 0, 0, 0].map(digit).join('')
  return { id: newId(), prefix, rate_center: 'Springfield', state: 'IL', portable: true, ...given }
}
