import { query } from '../database'
import { tenantOf } from './companies'
import { type Given, insertRow, newId, type NewRow, unique } from './row'

/** A tenant's hang-up destination; every tenant has one. */
export async function hangUpOf(tenantId: string): Promise<string> {
  const [found] = await query<{ id: string }>(
    `select d.id from public.destinations d where d.tenant_id = $1 and d.kind = 'other' and d.number = 'hangup'`,
    [tenantId],
  )
  if (!found) throw new Error(`The tenant ${tenantId} has no destination that hangs up`)
  return found.id
}

/** A time condition without rules that hangs up, with a new tenant by default. */
export async function newTimeCondition(
  given: Given<'time_conditions'> = {},
): Promise<NewRow<'time_conditions'>> {
  const tenantId = await tenantOf(given)
  return {
    id: newId(),
    name: `Office hours ${unique()}`,
    number: '5000',
    ...given,
    tenant_id: tenantId,
    otherwise_destination_id: given.otherwise_destination_id ?? (await hangUpOf(tenantId)),
  }
}

/** A rule of a time condition, one of its own unless one is given. */
export async function newTimeConditionRule(
  given: Given<'time_condition_rules'> = {},
): Promise<NewRow<'time_condition_rules'>> {
  const parent = given.time_condition_id
    ? { id: given.time_condition_id, tenant_id: await tenantOf(given) }
    : await insertRow('time_conditions', await newTimeCondition({ tenant_id: given.tenant_id }))
  return {
    id: newId(),
    name: 'Weekdays',
    weekdays: [1, 2, 3, 4, 5],
    time_ranges: [[540, 1020]],
    ...given,
    tenant_id: parent.tenant_id,
    time_condition_id: parent.id,
    destination_id: given.destination_id ?? (await hangUpOf(parent.tenant_id)),
  }
}

/** An IVR menu without options or sounds, with a new tenant by default. */
export async function newIvrMenu(given: Given<'ivr_menus'> = {}): Promise<NewRow<'ivr_menus'>> {
  return {
    id: newId(),
    name: `Main menu ${unique()}`,
    number: '7000',
    ...given,
    tenant_id: await tenantOf(given),
  }
}

/** An option that hangs up, with a new menu by default. */
export async function newIvrMenuOption(
  given: Given<'ivr_menu_options'> = {},
): Promise<NewRow<'ivr_menu_options'>> {
  const parent = given.ivr_menu_id
    ? { id: given.ivr_menu_id, tenant_id: await tenantOf(given) }
    : await insertRow('ivr_menus', await newIvrMenu({ tenant_id: given.tenant_id }))
  return {
    id: newId(),
    digits: '1',
    ...given,
    tenant_id: parent.tenant_id,
    ivr_menu_id: parent.id,
    destination_id: given.destination_id ?? (await hangUpOf(parent.tenant_id)),
  }
}
