import { beforeAll, expect, test } from 'vitest'
import { deleteRecord, usesOf } from '@/lib/records/record-client'
import { undoChange } from '@/lib/trail/pages'
import { type Caller, callerOf, type Client } from '../support/clients'
import { query, storedRow, untilWaiting, withDatabase } from '../support/database'
import { FACTORIES } from '../support/factories'
import { hangUpOf, newAgent, newQueue, newRingGroupMember, newTier } from '../support/factories/call-groups'
import { newTenant } from '../support/factories/companies'
import { newDeviceLine } from '../support/factories/devices'
import { newCallBlockRule } from '../support/factories/numbers'
import { insertRow } from '../support/factories/row'
import { newExtension, newFollowMe, newTenantNumber } from '../support/factories/telephony'
import { newVoicemailMessage } from '../support/factories/voicemail'
import { memberWith } from '../support/members'

let tech: Caller
beforeAll(async () => {
  tech = await callerOf('tech')
})

/**
 * An extension that is in everything an extension can be in: a phone, a user, groups, a queue's agents, a block rule, another's
 * follow me.
 */
async function leaver() {
  const { id: tenant_id } = await insertRow('tenants', await newTenant())
  const extension = await insertRow('extensions', await newExtension({ tenant_id, extension: '1005' }))
  const own = { tenant_id, extension_id: extension.id }
  const line = await insertRow('device_lines', await newDeviceLine(own))
  const user = await insertRow('portal_user_extensions', await FACTORIES.portal_user_extensions(own))
  const member = await insertRow('ring_group_members', await newRingGroupMember(own))
  const paged = await insertRow('paging_group_members', await FACTORIES.paging_group_members(own))
  const agent = await insertRow('call_center_agents', await newAgent(own))
  const tier = await insertRow('call_center_tiers', await newTier({ tenant_id, agent_id: agent.id }))
  const follower = await insertRow(
    'extension_follow_me',
    await newFollowMe({ tenant_id, target_destination_id: extension.id }),
  )
  const rule = await insertRow('call_block_rules', await newCallBlockRule(own))
  return {
    tenant_id,
    extension,
    agent,
    tier,
    places: {
      device_lines: line,
      portal_user_extensions: user,
      ring_group_members: member,
      paging_group_members: paged,
      call_center_tiers: tier,
      call_center_agents: agent,
      call_block_rules: rule,
      extension_follow_me: follower,
    },
    /** What has these as its parts. */
    owners: {
      devices: line.device_id,
      portal_users: user.portal_user_id,
      ring_groups: member.ring_group_id,
      paging_groups: paged.paging_group_id,
      call_center_queues: tier.queue_id,
      extensions: follower.extension_id,
    },
  }
}
type Leaver = Awaited<ReturnType<typeof leaver>>

const colleague = async ({ tenant_id }: Leaver) =>
  insertRow('extensions', await newExtension({ tenant_id, extension: '1006' }))

const remove = (
  { tenant_id, extension }: Leaver,
  replacement: { destination?: string; record?: string } = {},
  client: Client = tech.client,
) => deleteRecord(client, 'extensions', tenant_id, { id: extension.id, version: 1 }, replacement)

async function rowsOf(rows: Record<string, { id: string } | string>) {
  const found = Object.entries(rows).map(async ([table, row]) => [
    table,
    await storedRow(table, typeof row === 'string' ? row : row.id),
  ])
  return Object.fromEntries(await Promise.all(found)) as Record<string, Record<string, unknown> | undefined>
}
const versionsOf = async (rows: Record<string, string>) =>
  Object.fromEntries(Object.entries(await rowsOf(rows)).map(([table, row]) => [table, Number(row?.version)]))

test('what an extension is in tells whether a part of it goes with the extension, or all of it', async () => {
  const given = await leaver()
  await insertRow(
    'dids',
    await newTenantNumber({ tenant_id: given.tenant_id, destination_id: given.extension.id }),
  )
  const uses = await usesOf(tech.client, 'extensions', given.tenant_id, given.extension.id)
  const told = uses.map(({ table_name, goes, personal }) => [table_name, { goes, personal }])
  expect(Object.fromEntries(told)).toEqual({
    devices: { goes: 'part', personal: true },
    portal_users: { goes: 'part', personal: true },
    ring_groups: { goes: 'part', personal: false },
    paging_groups: { goes: 'part', personal: false },
    call_center_agents: { goes: 'record', personal: false },
    call_block_rules: { goes: 'record', personal: true },
    extensions: { goes: 'part', personal: false },
    dids: { goes: null, personal: false },
  })
})

test('an extension that nobody takes over is taken out of everything, and comes back into it', async () => {
  const given = await leaver()
  const stored = await rowsOf(given.places)
  const before = await versionsOf(given.owners)
  await remove(given)
  expect(await storedRow('extensions', given.extension.id)).toBeUndefined()
  expect(Object.values(await rowsOf(given.places)).filter(Boolean)).toEqual([])
  // Forms that were opened before report a conflict.
  expect(await versionsOf(given.owners)).toEqual(
    Object.fromEntries(Object.entries(before).map(([table, version]) => [table, version + 1])),
  )

  const [entry] = await query<{ id: string }>(
    "select id from public.audit_log where record_id = $1 and action = 'delete'",
    [given.extension.id],
  )
  expect(await undoChange(tech.client, given.tenant_id, String(entry?.id))).toMatchObject({ kept: 0 })
  expect(await storedRow('extensions', given.extension.id)).toMatchObject({ extension: '1005' })
  for (const [table, row] of Object.entries(await rowsOf(given.places))) {
    const {
      created_at: _at,
      updated_at: _then,
      status_changed_at: _since,
      version: _was,
      ...rest
    } = stored[table] ?? {}
    expect(row, table).toMatchObject(rest)
  }
})

test('a colleague who takes over is in each place once', async () => {
  const given = await leaver()
  const { id: bob } = await colleague(given)
  const { tenant_id, owners } = given
  const own = { tenant_id, extension_id: bob }
  await insertRow(
    'ring_group_members',
    await newRingGroupMember({ ...own, ring_group_id: owners.ring_groups }),
  )
  await insertRow(
    'paging_group_members',
    await FACTORIES.paging_group_members({ ...own, paging_group_id: owners.paging_groups }),
  )
  const agent = await insertRow('call_center_agents', await newAgent(own))
  const { id: shared } = await insertRow('call_center_queues', await newQueue({ tenant_id, number: '7001' }))
  for (const agent_id of [agent.id, given.agent.id])
    await insertRow('call_center_tiers', await newTier({ tenant_id, agent_id, queue_id: shared }))
  const followed = await insertRow(
    'extension_follow_me',
    await newFollowMe({ tenant_id, extension_id: bob, target_destination_id: given.extension.id }),
  )
  await remove(given, { record: bob })
  expect(await storedRow('extension_follow_me', followed.id)).toBeUndefined()
  expect(await storedRow('extension_follow_me', given.places.extension_follow_me.id)).toMatchObject({
    target_destination_id: bob,
  })
  expect(await storedRow('extensions', given.extension.id)).toBeUndefined()
  const inGroups = await query(
    `select extension_id from public.ring_group_members where ring_group_id = $1
     union all select extension_id from public.paging_group_members where paging_group_id = $2`,
    [owners.ring_groups, owners.paging_groups],
  )
  expect(inGroups).toEqual([{ extension_id: bob }, { extension_id: bob }])
  expect(await query('select id from public.call_center_agents where tenant_id = $1', [tenant_id])).toEqual([
    { id: agent.id },
  ])
  // In the queue that both were in, and in the one that only the leaver was in.
  const tiers = await query<{ queue_id: string; agent_id: string }>(
    'select queue_id, agent_id from public.call_center_tiers where tenant_id = $1',
    [tenant_id],
  )
  expect(tiers.toSorted((a, b) => a.queue_id.localeCompare(b.queue_id))).toEqual(
    [shared, owners.call_center_queues]
      .toSorted((a, b) => a.localeCompare(b))
      .map((id) => ({ queue_id: id, agent_id: agent.id })),
  )
})

test('a colleague who is no agent yet is one in the leaver’s queues', async () => {
  const given = await leaver()
  const { id: bob } = await colleague(given)
  await remove(given, { record: bob })
  expect(await storedRow('call_center_agents', given.agent.id)).toMatchObject({ extension_id: bob })
  expect(await storedRow('call_center_tiers', given.tier.id)).toMatchObject({ agent_id: given.agent.id })
})

test('a colleague who is switched off in a group stands there as the leaver did', async () => {
  const given = await leaver()
  const { id: bob } = await colleague(given)
  const { tenant_id, owners, places } = given
  const off = await insertRow(
    'ring_group_members',
    await newRingGroupMember({
      tenant_id,
      extension_id: bob,
      ring_group_id: owners.ring_groups,
      enabled: false,
    }),
  )
  await remove(given, { record: bob })
  expect(await storedRow('ring_group_members', off.id)).toBeUndefined()
  expect(await storedRow('ring_group_members', places.ring_group_members.id)).toMatchObject({
    extension_id: bob,
    enabled: true,
  })
})

test('a colleague who takes over gets neither the leaver’s phone nor their portal login', async () => {
  const given = await leaver()
  const { id: bob } = await colleague(given)
  await remove(given, { record: bob })
  const { device_lines: line, portal_user_extensions: login } = given.places
  expect(await rowsOf({ device_lines: line, portal_user_extensions: login })).toEqual({})
  expect(await query('select id from public.device_lines where extension_id = $1', [bob])).toEqual([])
  expect(await query('select id from public.portal_user_extensions where extension_id = $1', [bob])).toEqual(
    [],
  )
  expect(await storedRow('ring_group_members', given.places.ring_group_members.id)).toMatchObject({
    extension_id: bob,
  })
})

test('a colleague who takes over keeps their own block rules, and gets none of the leaver’s', async () => {
  const given = await leaver()
  const { id: bob } = await colleague(given)
  const { tenant_id, places } = given
  const { direction, match, number } = places.call_block_rules
  const theirs = { tenant_id, extension_id: bob }
  const off = await insertRow(
    'call_block_rules',
    await newCallBlockRule({ ...theirs, direction, match, number, enabled: false }),
  )
  await insertRow(
    'call_block_rules',
    await newCallBlockRule({ tenant_id, extension_id: given.extension.id, number: '+12075550199' }),
  )
  await remove(given, { record: bob })
  expect(
    await query('select id, enabled from public.call_block_rules where tenant_id = $1', [tenant_id]),
  ).toEqual([{ id: off.id, enabled: false }])
})

test('a colleague who takes over is rung once by a follow me that rang both', async () => {
  const given = await leaver()
  const { id: bob } = await colleague(given)
  const { tenant_id, owners, places } = given
  const standing = await insertRow(
    'extension_follow_me',
    await newFollowMe({
      tenant_id,
      extension_id: owners.extensions,
      position: 2,
      target_destination_id: bob,
      delay: 10,
    }),
  )
  await remove(given, { record: bob })
  expect(await storedRow('extension_follow_me', places.extension_follow_me.id)).toBeUndefined()
  expect(await storedRow('extension_follow_me', standing.id)).toMatchObject({
    target_destination_id: bob,
    delay: 10,
    position: 2,
  })
})

test('an agent that nobody takes over is taken out of its queues', async () => {
  const { tenant_id, agent, tier, extension } = await leaver()
  await deleteRecord(tech.client, 'call_center_agents', tenant_id, { id: agent.id, version: 1 }, {})
  expect(await storedRow('call_center_agents', agent.id)).toBeUndefined()
  expect(await storedRow('call_center_tiers', tier.id)).toBeUndefined()
  expect(await storedRow('extensions', extension.id)).toBeDefined()
})

test('a route that was added since keeps an extension, and it stays in everything', async () => {
  const given = await leaver()
  const stored = await rowsOf(given.places)
  const did = await insertRow(
    'dids',
    await newTenantNumber({ tenant_id: given.tenant_id, destination_id: given.extension.id }),
  )
  await expect(remove(given)).rejects.toMatchObject({ reason: 'in-use' })
  expect(await storedRow('dids', did.id)).toMatchObject({ destination_id: given.extension.id })
  expect(await rowsOf(given.places)).toEqual(stored)
  await remove(given, { destination: await hangUpOf(given.tenant_id) })
  expect(await storedRow('dids', did.id)).toMatchObject({
    destination_id: await hangUpOf(given.tenant_id),
  })
  expect(await storedRow('extensions', given.extension.id)).toBeUndefined()
})

test('an extension is taken out of nothing by who may not edit it, or not delete agents', async () => {
  for (const rights of [
    ['telephony.view', 'telephony.delete'],
    ['telephony.view', 'telephony.edit'],
  ] as const) {
    const given = await leaver()
    const stored = await rowsOf(given.places)
    const { client } = await memberWith(...rights)
    await expect(remove(given, {}, client)).rejects.toMatchObject({ reason: 'forbidden' })
    expect(await storedRow('extensions', given.extension.id)).toBeDefined()
    expect(await rowsOf(given.places)).toEqual(stored)
  }
})

test('an extension that somebody else deletes at the same moment is told as gone', async () => {
  const given = await leaver()
  const { id, tenant_id } = given.extension
  const statement = `select public.repoint('extensions', '${id}', null, null, true, 1, '${tenant_id}')`
  await withDatabase((first) =>
    withDatabase(async (second) => {
      await first.query('begin')
      await first.query(statement)
      const waits = expect(second.query(statement)).rejects.toMatchObject({ code: 'TR410' })
      await untilWaiting(second)
      await first.query('commit')
      await waits
    }),
  )
})

test('a restored extension comes back without the messages that were left there', async () => {
  const given = await leaver()
  const message = await insertRow(
    'voicemail_messages',
    await newVoicemailMessage({ tenant_id: given.tenant_id, extension_id: given.extension.id }),
  )
  await remove(given)
  expect(
    await query('select command from private.voicemail_commands where uuid = $1', [message.uuid]),
  ).toEqual([{ command: 'remove' }])
  const [entry] = await query<{ id: string }>(
    "select id from public.audit_log where record_id = $1 and action = 'delete'",
    [given.extension.id],
  )
  await undoChange(tech.client, given.tenant_id, String(entry?.id))
  expect(await storedRow('extensions', given.extension.id)).toBeDefined()
  expect(await storedRow('voicemail_messages', message.id)).toBeUndefined()
})
