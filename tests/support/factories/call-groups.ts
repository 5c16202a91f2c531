import { query } from '../database'
import { tenantOf } from './companies'
import { type Given, insertRow, newId, type NewRow, unique } from './row'
import { newExtension, newTenantNumber } from './telephony'

/** A tenant's hang-up destination. */
export async function hangUpOf(tenantId: string): Promise<string> {
  const [row] = await query<{ id: string }>(
    "select id from public.destinations where tenant_id = $1 and kind = 'other' and number = 'hangup'",
    [tenantId],
  )
  if (!row) throw new Error(`Tenant ${tenantId} has nowhere to hang up`)
  return row.id
}

/** A ring group without members. */
export async function newRingGroup(given: Given<'ring_groups'> = {}): Promise<NewRow<'ring_groups'>> {
  return { id: newId(), name: 'Front office', number: '6000', ...given, tenant_id: await tenantOf(given) }
}

/** A member: an extension of its own unless a target is given, in a group of its own unless one is given. */
export async function newRingGroupMember(
  given: Given<'ring_group_members'> = {},
): Promise<NewRow<'ring_group_members'>> {
  const tenantId = await tenantOf(given)
  const groupId =
    given.ring_group_id ?? (await insertRow('ring_groups', await newRingGroup({ tenant_id: tenantId }))).id
  const target = given.external_number
    ? {}
    : {
        extension_id:
          given.extension_id ??
          (await insertRow('extensions', await newExtension({ tenant_id: tenantId }))).id,
      }
  return { id: newId(), ...target, ...given, tenant_id: tenantId, ring_group_id: groupId }
}

/** Inserts a ring group with a member and a number routed to it, in a tenant of its own. */
export async function insertRoutedRingGroup() {
  const tenant_id = await tenantOf({})
  const extension = await insertRow('extensions', await newExtension({ tenant_id }))
  const group = await insertRow('ring_groups', await newRingGroup({ tenant_id }))
  const member = await insertRow(
    'ring_group_members',
    await newRingGroupMember({ tenant_id, ring_group_id: group.id, extension_id: extension.id }),
  )
  const did = await insertRow('dids', await newTenantNumber({ tenant_id, destination_id: group.id }))
  return { tenant_id, extension, group, member, did }
}

/** A call flow that hangs up in both states. */
export async function newCallFlow(given: Given<'call_flows'> = {}): Promise<NewRow<'call_flows'>> {
  const tenantId = await tenantOf(given)
  const hangUp = await hangUpOf(tenantId)
  return {
    id: newId(),
    name: 'Night switch',
    number: '6500',
    feature_code: '*31',
    normal_destination_id: hangUp,
    alternate_destination_id: hangUp,
    ...given,
    tenant_id: tenantId,
  }
}

/** A park lot with ten spaces. */
export async function newParkLot(given: Given<'park_lots'> = {}): Promise<NewRow<'park_lots'>> {
  return { id: newId(), name: 'Reception', number: '5900', ...given, tenant_id: await tenantOf(given) }
}

/** A conference room without a PIN. */
export async function newConferenceRoom(
  given: Given<'conference_rooms'> = {},
): Promise<NewRow<'conference_rooms'>> {
  return { id: newId(), name: 'Board', number: '3500', ...given, tenant_id: await tenantOf(given) }
}

/** A paging group without members. */
export async function newPagingGroup(given: Given<'paging_groups'> = {}): Promise<NewRow<'paging_groups'>> {
  return { id: newId(), name: 'Warehouse', number: '6900', ...given, tenant_id: await tenantOf(given) }
}

/** A member: an extension of its own in a group of its own unless given. */
export async function newPagingGroupMember(
  given: Given<'paging_group_members'> = {},
): Promise<NewRow<'paging_group_members'>> {
  const tenantId = await tenantOf(given)
  const groupId =
    given.paging_group_id ??
    (await insertRow('paging_groups', await newPagingGroup({ tenant_id: tenantId }))).id
  const extensionId =
    given.extension_id ?? (await insertRow('extensions', await newExtension({ tenant_id: tenantId }))).id
  return {
    id: newId(),
    ...given,
    tenant_id: tenantId,
    paging_group_id: groupId,
    extension_id: extensionId,
  }
}

/** Expects that a call to an unknown number ends unanswered. */
export async function newCallExpectation(
  given: Given<'call_expectations'> = {},
): Promise<NewRow<'call_expectations'>> {
  return {
    id: newId(),
    name: `Saturdays ${unique()}`,
    question: {
      extension: null,
      caller: '',
      withheld: false,
      to: '+12075550100',
      at: '6 10:00',
      digits: '',
      phones: {},
      patience: null,
    },
    outcome: 'ends_unanswered',
    ...given,
    tenant_id: await tenantOf(given),
  }
}

/** A call-center queue without agents. */
export async function newQueue(
  given: Given<'call_center_queues'> = {},
): Promise<NewRow<'call_center_queues'>> {
  return { id: newId(), name: 'Support', number: '7000', ...given, tenant_id: await tenantOf(given) }
}

/** An agent with an extension of its own unless one is given. */
export async function newAgent(
  given: Given<'call_center_agents'> = {},
): Promise<NewRow<'call_center_agents'>> {
  const tenantId = await tenantOf(given)
  const extensionId =
    given.extension_id ?? (await insertRow('extensions', await newExtension({ tenant_id: tenantId }))).id
  return { id: newId(), name: 'Support desk 1', ...given, tenant_id: tenantId, extension_id: extensionId }
}

/** An agent's place in a queue, both its own unless given. */
export async function newTier(given: Given<'call_center_tiers'> = {}): Promise<NewRow<'call_center_tiers'>> {
  const tenantId = await tenantOf(given)
  const queueId =
    given.queue_id ?? (await insertRow('call_center_queues', await newQueue({ tenant_id: tenantId }))).id
  const agentId =
    given.agent_id ?? (await insertRow('call_center_agents', await newAgent({ tenant_id: tenantId }))).id
  return { id: newId(), ...given, tenant_id: tenantId, queue_id: queueId, agent_id: agentId }
}
