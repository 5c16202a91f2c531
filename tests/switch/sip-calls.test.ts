import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, describe, expect, onTestFinished, test } from 'vitest'
import { mailsTo } from '../support/api-mails'
import { query } from '../support/database'
import {
  newAgent,
  newQueue,
  newRingGroup,
  newRingGroupMember,
  newTier,
} from '../support/factories/call-groups'
import { insertRegistered } from '../support/factories/emergency'
import { newCallBlockRule, newDidCondition, newOutboundRoute } from '../support/factories/numbers'
import {
  newIvrMenu,
  newIvrMenuOption,
  newTimeCondition,
  newTimeConditionRule,
} from '../support/factories/routing'
import { insertRow } from '../support/factories/row'
import { CALLER, openOffice, SAVED_MS } from '../support/switch/test-pbx'

const office = await openOffice()
const { tenant, desk, lobby, east, west, ids, did, number, expectPath } = office
await office.signIn()
afterEach(office.rest)

describe('SIP phones on a FreeSWITCH', () => {
  test('register only with their extension’s password', async () => {
    expect([401, 403]).toContain(await desk.register('1001', tenant.domain, 'wrong'))
  })

  test('call each other, and the CDR says why the call went there', async () => {
    const call = await desk.call('1002')
    expect(call.status).toBe(200)
    expect(lobby.calls).toHaveLength(1)
    call.hangUp()
    await expectPath(/1002 is extension 1002/)
  })

  test('leave a message when the other phone is busy', async () => {
    lobby.manner = 486
    const call = await desk.call('1002')
    expect(call.status).toBe(200)
    expect(lobby.calls).toHaveLength(1)
    call.hangUp()
    await expectPath(/busy/)
  })

  test('follow a saved change on the next call', async () => {
    await query('update public.extensions set do_not_disturb = true where id = $1', [ids['1002']])
    await pause(SAVED_MS)
    const call = await desk.call('1002')
    expect(lobby.calls).toHaveLength(0)
    call.hangUp()
    await query('update public.extensions set do_not_disturb = false where id = $1', [ids['1002']])
    await pause(SAVED_MS)
    expect((await desk.call('1002')).status).toBe(200)
    expect(lobby.calls).toHaveLength(1)
  })

  test('turn do not disturb on and off with a feature code', async () => {
    const disturbed = async () =>
      (await query('select do_not_disturb from public.extensions where id = $1', [ids['1001']]))[0]
    expect((await desk.call('*78')).status).toBe(200)
    expect(await disturbed()).toEqual({ do_not_disturb: true })
    await pause(SAVED_MS)
    expect((await desk.call('*78')).status).toBe(200)
    expect(await disturbed()).toEqual({ do_not_disturb: false })
  })

  test('ring in a group that a number routes to, callers can leave a message, and the missed call is mailed', async () => {
    const missed_call_email = `missed-${tenant.id}@customer.example`
    const [box] = await query<{ id: string }>(
      `select id from public.destinations where tenant_id = $1 and kind = 'voicemails' and number = '1001'`,
      [tenant.id],
    )
    const group = await insertRow('ring_groups', {
      ...(await newRingGroup({ tenant_id: tenant.id, timeout_destination_id: box?.id, missed_call_email })),
    })
    for (const extension of ['1001', '1002']) {
      const member = { tenant_id: tenant.id, ring_group_id: group.id, extension_id: ids[extension] }
      await insertRow('ring_group_members', await newRingGroupMember({ ...member, timeout: 5 }))
    }
    await number(1, group.id)
    await pause(SAVED_MS)
    desk.manner = 'rings'
    lobby.manner = 'rings'
    const call = await east.call(did(1), CALLER)
    expect(call.status).toBe(200)
    expect([desk.calls.length, lobby.calls.length]).toEqual([1, 1])
    call.hangUp()
    await expectPath(/Front office/)
    await expect
      .poll(() => mailsTo(missed_call_email), { timeout: 60_000 })
      .toMatchObject([{ subject: expect.stringContaining(`Missed call from ${CALLER}`) }])
  })

  test('ring in a group during the hours of a number’s condition, and callers can leave a message', async () => {
    const of = { tenant_id: tenant.id }
    const [box] = await query<{ id: string }>(
      `select id from public.destinations where tenant_id = $1 and kind = 'voicemails' and number = '1001'`,
      [tenant.id],
    )
    const late = { number: '6100', name: 'Service desk', call_timeout: 5, timeout_destination_id: box?.id }
    const group = await insertRow('ring_groups', await newRingGroup({ ...of, ...late }))
    const member = { ...of, ring_group_id: group.id, extension_id: ids['1002'], timeout: 5 }
    await insertRow('ring_group_members', await newRingGroupMember(member))
    const hours = await insertRow(
      'time_conditions',
      await newTimeCondition({ ...of, number: '5100', name: 'Always' }),
    )
    await insertRow(
      'time_condition_rules',
      await newTimeConditionRule({
        ...of,
        time_condition_id: hours.id,
        weekdays: [0, 1, 2, 3, 4, 5, 6],
        time_ranges: [],
        destination_id: group.id,
      }),
    )
    const called = await number(5, ids['1001'])
    await insertRow(
      'did_conditions',
      await newDidCondition({ ...of, did_id: called, caller: '+1207', destination_id: hours.id }),
    )
    await pause(SAVED_MS)
    lobby.manner = 'rings'
    const call = await east.call(did(5), CALLER)
    expect(call.status).toBe(200)
    expect([desk.calls.length, lobby.calls.length]).toEqual([0, 1])
    call.hangUp()
    await expectPath(/Always.*Service desk/)
    expect((await east.call(did(5), '+13035550142')).status).toBe(200)
    expect(desk.calls).toHaveLength(1)
  })

  test('do not ring for a caller rejected by a rule', async () => {
    await insertRow(
      'call_block_rules',
      await newCallBlockRule({ tenant_id: tenant.id, number: '+12075550166' }),
    )
    await pause(SAVED_MS)
    expect((await east.call(did(0), '+12075550166')).status).toBeGreaterThanOrEqual(400)
    expect(lobby.calls).toHaveLength(0)
    expect((await east.call(did(0), CALLER)).status).toBe(200)
    expect(lobby.calls).toHaveLength(1)
  })

  test('learn nothing of a caller who withholds the number, whom rules for anonymous callers reject', async () => {
    const withheld = '+12075550177'
    const inFrom = '+12075550178'
    const call = (headers: Record<string, string>, caller = 'anonymous') =>
      east.call(did(0), caller, 70, { headers })
    const asserted = { 'p-asserted-identity': `"Pat Doe" <sip:${withheld}@carrier.example>`, privacy: 'id' }
    const party = `"Pat Doe" <sip:${withheld}@carrier.example>;party=calling;privacy=full;screen=yes`
    expect((await call(asserted)).status).toBe(200)
    expect((await call({ 'remote-party-id': party })).status).toBe(200)
    expect((await call({ privacy: 'id' }, inFrom)).status).toBe(200)
    expect(lobby.calls).toHaveLength(3)
    for (const invite of lobby.calls) {
      expect(invite.headers.from).toMatch(/anonymous/i)
      expect(JSON.stringify(invite)).not.toMatch(/207555017[78]|Pat Doe/)
    }
    await office.rest()
    await expect
      .poll(
        () =>
          query(
            "select from_number, from_name from public.cdr where tenant_id = $1 and from_number = 'anonymous'",
            [tenant.id],
          ),
        { timeout: 20_000 },
      )
      .toEqual(Array(3).fill({ from_number: 'anonymous', from_name: 'anonymous' }))
    expect(
      await query('select id from public.cdr where tenant_id = $1 and from_number = any ($2)', [
        tenant.id,
        [withheld, inFrom],
      ]),
    ).toEqual([])
    // The switch names the channel after the From header.
    expect(
      await query(
        `select raw from public.cdr where tenant_id = $1 and raw::text ~ $2
        union all select raw from public.cdr_legs where tenant_id = $1 and raw::text ~ $2`,
        [tenant.id, '2075550177|Pat Doe'],
      ),
    ).toEqual([])
    const rule = await insertRow(
      'call_block_rules',
      await newCallBlockRule({ tenant_id: tenant.id, match: 'anonymous', number: null }),
    )
    onTestFinished(async () => {
      await query('delete from public.call_block_rules where id = $1', [rule.id])
      await pause(SAVED_MS)
    })
    await pause(SAVED_MS)
    expect((await call(asserted)).status).toBeGreaterThanOrEqual(400)
    expect(lobby.calls).toHaveLength(0)
  })

  test.each([
    ['asks for credentials that it was not given', 401],
    ['has no more channels or is not paid', 402],
    ['refuses them', 403],
  ])('call out through the second gateway when the first %s (%i)', async (_, status) => {
    east.manner = status
    expect((await desk.call('13035550142')).status).toBe(200)
    expect(west.calls).toHaveLength(1)
  })

  test('call out through the second gateway when the first fails, in its format and with their own number', async () => {
    east.manner = 503
    expect((await desk.call('13035550142')).status).toBe(200)
    expect(east.calls.map(({ uri }) => uri)).toEqual([expect.stringMatching(/^sip:\+13035550142@/)])
    expect(west.calls.map(({ uri }) => uri)).toEqual([expect.stringMatching(/^sip:13035550142@/)])
    expect(east.calls[0]?.headers['p-asserted-identity']).toContain(did(0))
    expect(west.calls[0]?.headers['p-asserted-identity']).toContain(did(0).slice(1))
  })

  test('are reached through a menu, a submenu and direct dial', async () => {
    const sub = await insertRow(
      'ivr_menus',
      await newIvrMenu({ tenant_id: tenant.id, number: '7001', timeout_ms: 20_000 }),
    )
    const menu = await insertRow(
      'ivr_menus',
      await newIvrMenu({
        tenant_id: tenant.id,
        number: '7002',
        timeout_ms: 20_000,
        direct_dial: true,
        digit_length: 4,
      }),
    )
    await insertRow(
      'ivr_menu_options',
      await newIvrMenuOption({
        tenant_id: tenant.id,
        ivr_menu_id: menu.id,
        digits: '3',
        destination_id: sub.id,
      }),
    )
    await insertRow(
      'ivr_menu_options',
      await newIvrMenuOption({
        tenant_id: tenant.id,
        ivr_menu_id: sub.id,
        digits: '4',
        destination_id: ids['1002'],
      }),
    )
    await number(2, menu.id)
    await pause(SAVED_MS)
    const through = async (...keys: string[]) => {
      const call = await east.call(did(2), CALLER)
      expect(call.status).toBe(200)
      for (const digits of keys) {
        await pause(1000)
        for (const digit of digits) {
          call.press(digit)
          await pause(250)
        }
        await pause(4000)
      }
    }
    await through('3', '4')
    expect(lobby.calls).toHaveLength(1)
    await through('1001')
    expect(desk.calls).toHaveLength(1)
  })

  test('reach 911 with their callback number and location', async () => {
    const registered = await insertRegistered('confirmed', { tenant_id: tenant.id, number: did(3) })
    await query('update public.extensions set emergency_did_id = $1, location = $2 where id = $3', [
      registered.id,
      'Floor 2 by the stairs',
      ids['1001'],
    ])
    await office.routeEmergencies('east')
    await pause(SAVED_MS)
    expect((await desk.call('911')).status).toBe(200)
    expect(east.calls).toHaveLength(1)
    expect(east.calls[0]?.uri).toMatch(/^sip:911@/)
    expect(east.calls[0]?.headers['x-emergency-location']).toContain('Floor 2 by the stairs')
    expect(east.calls[0]?.headers['p-asserted-identity']).toContain(did(3))
  })

  test('reach 911 with the 9 for an outside line too, which a route takes off, through a gateway that may carry it', async () => {
    const [gateway] = await query<{ id: string }>('select id from public.gateways where name = $1', [
      `west-${office.lines}`,
    ])
    await query('update public.gateways set may_carry_emergency = false where id = $1', [gateway?.id])
    const nines = {
      matches: 'pattern',
      pattern: '^9[0-9]+$',
      strip_digits: 1,
      toll_class: 'national',
      position: 1,
    }
    const route = await insertRow(
      'outbound_routes',
      await newOutboundRoute({
        tenant_id: tenant.id,
        name: 'Outside line',
        ...nines,
        gateway_1_id: gateway?.id,
      }),
    )
    onTestFinished(
      async () => void (await query('delete from public.outbound_routes where id = $1', [route.id])),
    )
    await pause(SAVED_MS)
    expect((await desk.call('9911')).status).toBe(200)
    expect([east.calls.length, west.calls.length]).toEqual([1, 0])
    expect(east.calls[0]?.uri).toMatch(/^sip:911@/)
    expect(east.calls[0]?.headers['x-emergency-location']).toContain('Floor 2 by the stairs')
    expect(east.calls[0]?.headers['p-asserted-identity']).toContain(did(3))
    // The pattern takes 911 itself, too.
    await office.rest()
    await query('update public.gateways set may_carry_emergency = true where id = $1', [gateway?.id])
    await pause(SAVED_MS)
    expect((await desk.call('911')).status).toBe(200)
    expect([east.calls.length, west.calls.length]).toEqual([0, 1])
    expect(west.calls[0]?.uri).toMatch(/^sip:911@/)
  })

  test('reach 911, and nobody else, while their extension is suspended', async () => {
    const suspend = async (suspended: boolean) => {
      await query('update public.extensions set suspended = $1 where id = $2', [suspended, ids['1001']])
      await pause(SAVED_MS)
      // What the switch keeps of an extension for up to a minute.
      await office.freeswitch.events.api('xml_flush_cache')
    }
    await suspend(true)
    onTestFinished(() => suspend(false))
    expect(await desk.register('1001', tenant.domain, await office.passwordOf('1001'))).toBe(200)
    expect((await desk.call('911')).status).toBe(200)
    expect(east.calls).toHaveLength(1)
    expect((await desk.call('1002')).status).toBeGreaterThanOrEqual(400)
    expect((await lobby.call('1001')).status).toBeGreaterThanOrEqual(400)
    expect([desk.calls.length, lobby.calls.length]).toEqual([0, 0])
  })

  test.each([404, 480, 486, 603])(
    'reach 911 through the next gateway where the first answers %i',
    async (status) => {
      await query('update public.gateways set may_carry_emergency = true where name = $1', [
        `west-${office.lines}`,
      ])
      await query(
        `update public.outbound_routes set gateway_2_id = (select id from public.gateways where name = $1)
         where tenant_id = $2 and matches = 'emergency'`,
        [`west-${office.lines}`, tenant.id],
      )
      await pause(SAVED_MS)
      east.manner = status
      expect((await desk.call('911')).status).toBe(200)
      expect([east.calls.length, west.calls.length]).toEqual([1, 1])
      await office.rest()
      east.manner = status
      expect((await desk.call('13035550142')).status).toBeGreaterThanOrEqual(400)
      expect(west.calls).toHaveLength(0)
    },
  )

  test('to 911 that no gateway takes are mailed once more, as calls that reached nobody', async () => {
    const inVain = () =>
      query(
        "select 1 from public.mails where tenant_id = $1 and subject like '911 was dialed in vain at %'",
        [tenant.id],
      )
    expect(await inVain()).toEqual([])
    east.manner = 404
    west.manner = 503
    expect((await desk.call('911')).status).toBeGreaterThanOrEqual(400)
    await expect.poll(inVain).toHaveLength(1)
  })

  test('serve a queue: the next agent is called when the first does not answer', async () => {
    const queue = await insertRow(
      'call_center_queues',
      await newQueue({ tenant_id: tenant.id, number: '8000', strategy: 'top-down' }),
    )
    for (const [position, extension] of ['1001', '1002'].entries()) {
      const agent = await insertRow(
        'call_center_agents',
        await newAgent({
          tenant_id: tenant.id,
          extension_id: ids[extension],
          name: extension,
          status: 'Available',
          call_timeout: 5,
        }),
      )
      await insertRow(
        'call_center_tiers',
        await newTier({
          tenant_id: tenant.id,
          queue_id: queue.id,
          agent_id: agent.id,
          position: position + 1,
        }),
      )
    }
    await number(4, queue.id)
    await pause(SAVED_MS)
    desk.manner = 'rings'
    const call = await east.call(did(4), CALLER)
    expect(call.status).toBe(200)
    await expect.poll(() => lobby.calls.length, { timeout: 20_000 }).toBe(1)
    expect(desk.calls).toHaveLength(1)
    call.hangUp()
  })
})
