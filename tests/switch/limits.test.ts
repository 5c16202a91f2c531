import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, describe, expect, onTestFinished, test } from 'vitest'
import { query } from '../support/database'
import {
  newAgent,
  newQueue,
  newRingGroup,
  newRingGroupMember,
  newTier,
} from '../support/factories/call-groups'
import { newIvrMenu, newIvrMenuOption } from '../support/factories/routing'
import { insertRow } from '../support/factories/row'
import { newDestination } from '../support/factories/telephony'
import { listen, tonesIn } from '../support/switch/heard'
import { offeredCodecs } from '../support/switch/sip-message'
import { CALLER, openOffice, SAVED_MS } from '../support/switch/test-pbx'

const OUTSIDE = '13035550142'

const office = await openOffice()
const { tenant, desk, lobby, workshop, east, west, lines, ids } = office
const of = { tenant_id: tenant.id }
await office.signIn()
afterEach(office.rest)

const setGateway = async (column: 'codecs' | 'channels' | 'prefix', value: unknown) => {
  await query(`update public.gateways set ${column} = $1 where name = $2`, [value, `east-${lines}`])
  await pause(SAVED_MS)
}

describe('a call to outside', () => {
  afterEach(async () => {
    await query("update public.gateways set codecs = null, channels = null, prefix = '' where name = $1", [
      `east-${lines}`,
    ])
    await query('update public.tenant_settings set concurrent_call_limit = null where tenant_id = $1', [
      tenant.id,
    ])
    await pause(SAVED_MS)
  })

  /** The codecs that the east carrier is offered when a number is called. */
  async function offered(number: string) {
    east.manner = 'rings'
    const call = desk.call(number)
    await expect.poll(() => east.calls, { timeout: 20_000 }).toHaveLength(1)
    const codecs = east.calls.map(offeredCodecs)
    await office.rest()
    await call
    return codecs
  }

  test('offers the carrier the gateway’s codecs, in their order', async () => {
    await setGateway('codecs', ['PCMA', 'PCMU'])
    expect(await offered(OUTSIDE)).toEqual([[8, 0]])
    await setGateway('codecs', ['PCMU'])
    expect(await offered(OUTSIDE)).toEqual([[0]])
    await setGateway('codecs', null)
    expect(await offered(OUTSIDE)).toEqual([[0, 8]])
  })

  test('uses the codec that a phone prefers, offers the other phone others too, and a carrier none that it may not have', async () => {
    onTestFinished(() => {
      desk.codecs = [0]
    })
    desk.codecs = [9, 0, 8]
    expect((await desk.call('1002')).status).toBe(200)
    expect(lobby.calls.map(offeredCodecs)).toEqual([[9, 0, 8]])
    expect(await offered(OUTSIDE)).toEqual([[0, 8]])
    desk.codecs = [8]
    expect((await desk.call('1002')).status).toBe(200)
    expect(lobby.calls.map(offeredCodecs)).toEqual([[8, 9, 0]])
  })

  test.each(['simultaneous', 'sequence'] as const)(
    'also offers them to a ring group’s outside member (%s)',
    async (strategy) => {
      const number = strategy === 'sequence' ? '6101' : '6102'
      const group = await insertRow('ring_groups', await newRingGroup({ ...of, number, strategy }))
      const member = { ...of, ring_group_id: group.id }
      for (const target of [{ external_number: `+${OUTSIDE}` }, { extension_id: ids['1002'], position: 2 }])
        await insertRow('ring_group_members', await newRingGroupMember({ ...member, ...target }))
      lobby.manner = 'rings'
      await setGateway('codecs', ['PCMA', 'PCMU', 'G722'])
      await setGateway('channels', 1)
      expect(await offered(number)).toEqual([[8, 0, 9]])
    },
  )

  test('leaves through the next gateway if the first has as many calls as it may have, but an emergency call does not', async () => {
    await setGateway('channels', 1)
    expect((await desk.call(OUTSIDE)).status).toBe(200)
    expect((await lobby.call(OUTSIDE)).status).toBe(200)
    expect([east.calls.length, west.calls.length]).toEqual([1, 1])
    await office.routeEmergencies('east')
    await pause(SAVED_MS)
    expect((await workshop.call('911')).status).toBe(200)
    expect([east.calls.length, west.calls.length]).toEqual([2, 1])
    await office.rest()
    expect((await lobby.call(OUTSIDE)).status).toBe(200)
    expect([east.calls.length, west.calls.length]).toEqual([1, 0])
  })

  test('has the gateway’s prefix', async () => {
    await setGateway('prefix', '77#')
    expect((await desk.call(OUTSIDE)).status).toBe(200)
    expect(east.calls[0]?.uri).toMatch(/^sip:77(#|%23)\+?13035550142@/)
  })

  test('is refused while the tenant has as many calls as it may have', async () => {
    await query(
      `insert into public.tenant_settings as s (id, tenant_id, concurrent_call_limit) values ($1, $1, 1)
       on conflict (id) do update set concurrent_call_limit = 1`,
      [tenant.id],
    )
    await pause(SAVED_MS)
    expect((await desk.call(OUTSIDE)).status).toBe(200)
    expect((await lobby.call(OUTSIDE)).status).toBeGreaterThanOrEqual(400)
    expect(east.calls.length + west.calls.length).toBe(1)
  })
})

test('an extension that has received as many calls as it may have is busy', async () => {
  const limit = (calls: number, voicemail: boolean) =>
    query('update public.extensions set concurrent_limit = $1, voicemail_enabled = $2 where id = $3', [
      calls,
      voicemail,
      ids['1003'],
    ])
  onTestFinished(async () => {
    await limit(5, true)
    await pause(SAVED_MS)
  })
  await limit(1, false)
  await pause(SAVED_MS)
  expect((await desk.call('1003')).status).toBe(200)
  expect((await lobby.call('1003')).status).toBeGreaterThanOrEqual(400)
  expect(workshop.calls).toHaveLength(1)
  await office.rest()
  expect((await lobby.call('1003')).status).toBe(200)
})

describe('a caller of a ring group', () => {
  test.each([
    ['us_ring', [440, 480]],
    ['uk_ring', [400, 450]],
    ['eu_ring', [425]],
    ['silence', []],
  ] as const)('hears its ringback, %s', async (ringback, tones) => {
    const number = `61${10 + ['us_ring', 'uk_ring', 'eu_ring', 'silence'].indexOf(ringback)}`
    const group = await insertRow('ring_groups', await newRingGroup({ ...of, number, ringback }))
    const member = { ...of, ring_group_id: group.id, extension_id: ids['1001'] }
    await insertRow('ring_group_members', await newRingGroupMember(member))
    await pause(SAVED_MS)
    desk.manner = 'rings'
    const heard = await listen(east, async () => {
      const call = workshop.call(number)
      await expect.poll(() => desk.calls, { timeout: 20_000 }).toHaveLength(1)
      await pause(3000)
      await office.rest()
      await call
    })
    expect(tonesIn(heard, [400, 425, 440, 450, 480])).toEqual(tones)
  })
})

test('a caller whom a menu has answered hears ringing when sent outside', async () => {
  const { id: destination_id } = await insertRow(
    'destinations',
    await newDestination({ ...of, number: `+${OUTSIDE}` }),
  )
  const menu = await insertRow('ivr_menus', await newIvrMenu({ ...of, number: '7001' }))
  await insertRow(
    'ivr_menu_options',
    await newIvrMenuOption({ ...of, ivr_menu_id: menu.id, digits: '1', destination_id }),
  )
  await pause(SAVED_MS)
  east.manner = 'rings'
  const call = await desk.call('7001')
  await pause(1000)
  call.press('1')
  await expect.poll(() => east.calls, { timeout: 20_000 }).toHaveLength(1)
  expect(tonesIn(await listen(east, () => pause(3000)), [425, 440, 480])).toEqual([440, 480])
})

describe('an agent of a queue', () => {
  test('goes on a break after as many unanswered calls as the agent may have', async () => {
    const queue = await insertRow('call_center_queues', await newQueue({ ...of, number: '8100' }))
    const agent = await insertRow(
      'call_center_agents',
      await newAgent({
        ...of,
        extension_id: ids['1001'],
        status: 'Available',
        max_no_answer: 2,
        call_timeout: 5,
        no_answer_delay_time: 1,
      }),
    )
    await insertRow('call_center_tiers', await newTier({ ...of, queue_id: queue.id, agent_id: agent.id }))
    await pause(SAVED_MS)
    desk.manner = 'rings'
    expect((await workshop.call('8100')).status).toBe(200)
    await expect.poll(() => desk.calls, { timeout: 30_000 }).toHaveLength(2)
    await pause(10_000)
    expect(desk.calls).toHaveLength(2)
  })

  const BETWEEN = '+12075550999'
  test.each([
    {
      who: 'a caller who returns in time before those who came in between',
      ...{ line: 3, number: '8101', extension: '1002', phone: lobby, caller: CALLER, offered: CALLER },
    },
    {
      who: 'callers who withhold the number each in their own turn',
      ...{
        line: 4,
        number: '8102',
        extension: '1003',
        phone: workshop,
        caller: 'anonymous',
        offered: BETWEEN,
      },
    },
  ])('is offered $who', async ({ line, number, extension, phone, caller, offered }) => {
    const queue = await insertRow(
      'call_center_queues',
      await newQueue({ ...of, number, discard_abandoned_after: 60, max_wait_time_with_no_agent: 0 }),
    )
    const settings = { ...of, extension_id: ids[extension], status: 'On Break' }
    const agent = await insertRow('call_center_agents', await newAgent(settings))
    await insertRow('call_center_tiers', await newTier({ ...of, queue_id: queue.id, agent_id: agent.id }))
    await office.number(line, queue.id)
    await pause(SAVED_MS)
    const first = await east.call(office.did(line), caller)
    await pause(2000)
    first.hangUp()
    await pause(1000)
    expect((await west.call(office.did(line), BETWEEN)).status).toBe(200)
    await pause(1000)
    expect((await east.call(office.did(line), caller)).status).toBe(200)
    await query("update public.call_center_agents set status = 'Available' where id = $1", [agent.id])
    await pause(SAVED_MS)
    // Without an agent beside the switch, it learns of the change with the next caller.
    expect((await desk.call(number)).status).toBe(200)
    await expect.poll(() => phone.calls, { timeout: 20_000 }).toHaveLength(1)
    expect(phone.calls[0]?.headers.from).toContain(offered.slice(2))
  })
})
