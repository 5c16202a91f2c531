import { query } from '../database'
import { newTenant } from './companies'
import { type Given, insertRow, newId, type NewRow, unique } from './row'

/** The id of one of the demo data's gateways: carrier-east, carrier-west, carrier-south, carrier-911 or branch-office. */
export async function gatewayNamed(name: string): Promise<string> {
  const [found] = await query<{ id: string }>('select id from public.gateways where name = $1', [name])
  if (!found) throw new Error(`There is no gateway ${name}.`)
  return found.id
}

/** A gateway that is on and may carry emergency calls. */
export async function newGateway(given: Given<'gateways'> = {}): Promise<NewRow<'gateways'>> {
  return {
    id: newId(),
    name: `carrier-${unique()}`,
    host: 'sip.carrier.example',
    may_carry_emergency: true,
    ...given,
  }
}

/** A switch that serves every tenant. */
export async function newSwitch(given: Given<'switches'> = {}): Promise<NewRow<'switches'>> {
  return { id: newId(), name: `switch-${unique()}`, address: '192.0.2.10', ...given }
}

/** The link of a switch to a tenant, both new by default. */
export async function newSwitchTenant(
  given: Given<'switch_tenants'> = {},
): Promise<NewRow<'switch_tenants'>> {
  const switch_id = given.switch_id ?? (await insertRow('switches', await newSwitch())).id
  const tenant_id = given.tenant_id ?? (await insertRow('tenants', await newTenant())).id
  return { id: newId(), ...given, switch_id, tenant_id }
}

/** The state row of a switch, whose own is deleted first, because every switch is created with one. */
export async function newSwitchState(given: Given<'switch_states'> = {}): Promise<NewRow<'switch_states'>> {
  const switch_id = given.switch_id ?? (await insertRow('switches', await newSwitch())).id
  await query('delete from public.switch_states where switch_id = $1', [switch_id])
  return { id: newId(), ...given, switch_id }
}
