import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest'
import { TEST_APP } from '@/scripts/lib/test-app'
import { appGate } from '../support/app-gate'
import { query } from '../support/database'
import { newQueue } from '../support/factories/call-groups'
import { insertRegistered } from '../support/factories/emergency'
import { insertRow } from '../support/factories/row'
import { newDestination } from '../support/factories/telephony'
import { agentEnvironment } from '../support/switch/agent-environment'
import { AgentProcess } from '../support/switch/agent-process'
import type { PlacedCall } from '../support/switch/phone'
import { offeredCodecs } from '../support/switch/sip-message'
import { CALLER, leaveMessage, openOffice, SAVED_MS } from '../support/switch/test-pbx'

/** When it is killed, in milliseconds after calls have ended. */
const MOMENTS = [0, 3, 10, 30, 80, 200]
const SOON = { timeout: 60_000 }

const folder = mkdtempSync(join(tmpdir(), 'agent-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const gate = await appGate(TEST_APP.url)
afterAll(() => gate.close())
let agent!: AgentProcess
afterAll(() => agent.kill())
const office = await openOffice({
  prompts: true,
  async attend(account, eventsPort) {
    agent = new AgentProcess(await agentEnvironment({ account, app: gate.url, folder, eventsPort }))
    agent.start()
    await agent.reachesApp()
    return agent.url
  },
})
await query("update public.extensions set recording = 'inbound', concurrent_limit = 50 where id = $1", [
  office.ids['1001'],
])
await office.number(1, office.ids['1001'])
const queue = await newQueue({ tenant_id: office.tenant.id, number: '8000' })
const last = await office.number(2, (await insertRow('call_center_queues', queue)).id)
const known = join(folder, 'tenants', `${office.tenant.id}.json`)
await vi.waitUntil(() => existsSync(known) && readFileSync(known, 'utf8').includes(last), {
  timeout: 60_000,
  interval: 100,
})
await office.signIn()
afterEach(office.rest)

/** Calls of the tenant's numbers that are under way, by the uuids of their first legs. */
async function underWay(): Promise<string[]> {
  const said = await office.freeswitch.events.api('show channels as json')
  const { rows = [] } = JSON.parse(said) as { rows?: { uuid: string; direction: string }[] }
  return rows.filter(({ direction }) => direction === 'inbound').map(({ uuid }) => uuid)
}
/** The same, once the switch lists so many: its list follows a little later. */
async function listed(many: number): Promise<string[]> {
  await expect.poll(underWay, SOON).toHaveLength(many)
  return underWay()
}
async function call(number: number): Promise<PlacedCall> {
  const placed = await office.east.call(office.did(number), CALLER)
  expect(placed.status).toBe(200)
  return placed
}
const records = (uuids: readonly string[]) =>
  query<{ call_uuid: string }>(
    'select call_uuid from public.cdr where tenant_id = $1 and call_uuid = any ($2) order by call_uuid',
    [office.tenant.id, uuids],
  )
const stored = async (uuids: readonly string[]) => (await records(uuids)).map(({ call_uuid }) => call_uuid)
const leftBehind = (name: string) => {
  const files = readdirSync(join(office.freeswitch.folder, name), { recursive: true, encoding: 'utf8' })
  return files.filter((file) => /\.(json|wav|refused)$/.test(file))
}

describe('an agent that is killed under calls', () => {
  test('loses nothing of what the switch still has, whenever it is killed', async () => {
    const placed: PlacedCall[] = []
    for (let n = 0; n < 2 * MOMENTS.length; n++) placed.push(await call(1))
    const uuids = await listed(placed.length)
    for (const moment of MOMENTS) {
      for (const ending of placed.splice(0, 2)) ending.hangUp()
      await pause(moment)
      await agent.kill()
      agent.start()
      await agent.reachesApp()
    }
    await expect.poll(() => stored(uuids), SOON).toEqual(uuids.toSorted())
    const recordings = () =>
      query('select 1 from public.call_recordings where tenant_id = $1', [office.tenant.id])
    await expect.poll(recordings, SOON).toHaveLength(uuids.length)
    await expect.poll(() => leftBehind('storage/trunkline-calls'), SOON).toEqual([])
    await expect.poll(agent.health.bind(agent), SOON).toMatchObject({ undelivered: 0 })
  }, 300_000)

  test('learns on its return what happened in longer than the switch waits for it, with the app down too', async () => {
    const { tenant, freeswitch, ids } = office
    const [ending, later, staying] = [await call(1), await call(1), await call(2)]
    const uuids = await listed(3)
    const live = () =>
      query<{ state: string }>(
        'select state from public.live_call_list where tenant_id = $1 order by state',
        [tenant.id],
      )
    await expect.poll(live, SOON).toEqual([{ state: 'talking' }, { state: 'talking' }, { state: 'waiting' }])

    await leaveMessage(office, await office.desk.call('*991002'))
    await agent.kill()
    gate.shut()
    ending.hangUp()
    await freeswitch.events.api(`sofia profile internal flush_inbound_reg 1003.${tenant.id}@${tenant.domain}`)
    // The switch tries to deliver a record for 15 seconds, and keeps it then.
    await expect.poll(() => leftBehind('log/json_cdr'), SOON).not.toEqual([])
    // The first tries for this one fail too, and a later one finds the agent.
    later.hangUp()
    await expect.poll(underWay, SOON).toHaveLength(1)

    agent.start()
    await expect.poll(() => leftBehind('log/json_cdr'), SOON).toEqual([])
    expect(await agent.health()).toMatchObject({ app: false })
    expect(await stored(uuids)).toEqual([])
    const undelivered = async () => (await agent.health())?.undelivered ?? 0
    await expect.poll(undelivered, SOON).toBeGreaterThanOrEqual(2)
    await agent.kill()
    gate.open()
    agent.start()
    await expect.poll(() => stored(uuids), SOON).toHaveLength(2)
    await expect.poll(live, SOON).toEqual([{ state: 'waiting' }])
    const message =
      'select size_bytes from public.voicemail_messages where extension_id = $1 and path is not null'
    await expect.poll(() => query(message, [ids['1002']]), SOON).toHaveLength(1)
    const lost = 'select lost_by from public.registrations where extension_id = $1'
    await expect.poll(() => query(lost, [ids['1003']]), SOON).toEqual([{ lost_by: 'gone' }])
    staying.hangUp()
    await expect.poll(() => stored(uuids), SOON).toEqual(uuids.toSorted())
    await expect.poll(live, SOON).toEqual([])
  }, 300_000)

  test('sends calls with a carrier’s new prefix, which it got for all tenants at once, after it was killed with the app down too', async () => {
    const { desk, east, ids, lines, tenant } = office
    const file = () => readFileSync(join(folder, 'tenants', `${tenant.id}.json`), 'utf8')
    // A tenant that was fetched before the agent first heard of changes is fetched once more, whatever changes.
    await query("update public.extensions set location = 'Lobby' where id = $1", [ids['1003']])
    await expect.poll(file, SOON).toMatch(/"Lobby".*"shared"/)
    const before = file()
    const sent = async () => {
      const call = await desk.call('12075550199')
      expect(call.status).toBe(200)
      call.hangUp()
      return east.calls.at(-1)?.uri
    }
    expect(await sent()).toMatch(/^sip:\+?12075550199@/)
    await query("update public.gateways set prefix = '7788' where name = $1", [`east-${lines}`])
    await expect.poll(sent, SOON).toMatch(/^sip:7788/)

    await agent.kill()
    gate.shut()
    agent.start()
    await expect.poll(agent.health.bind(agent), SOON).toMatchObject({ app: false })
    expect(await sent()).toMatch(/^sip:7788/)
    expect(file()).toBe(before)
    gate.open()
    await query("update public.gateways set prefix = '' where name = $1", [`east-${lines}`])
    await expect.poll(sent, SOON).not.toMatch(/^sip:7788/)
  })

  test('leaves emergency calls to the switch, with the app down too, and has people notified on its return', async () => {
    const { tenant, freeswitch, ids, desk, lobby, east, west, lines, did } = office
    await query(
      "update public.gateways set codecs = '{PCMA,PCMU,G722}', channels = 2 where name = any ($1)",
      [[`east-${lines}`, `west-${lines}`]],
    )
    const registered = await insertRegistered('confirmed', { tenant_id: tenant.id, number: did(3) })
    await query('update public.extensions set emergency_did_id = $1, location = $2 where id = $3', [
      registered.id,
      'Floor 2 by the stairs',
      ids['1001'],
    ])
    const address = await office.routeEmergencies('east', 'west')
    // The switch keeps what has changed at once, before the phone registers again.
    const way = () => freeswitch.events.api(`user_data 1001@${tenant.domain} var trunkline_911`)
    await expect.poll(way, SOON).toMatch(/Floor 2 by the stairs.*east-.*PCMA.*west-/)
    await office.number(4, ids['1001'])
    await pause(SAVED_MS)
    const colleague = await lobby.call('1001')
    const caller = await west.call(did(4), CALLER)
    expect([colleague.status, caller.status, desk.calls.length]).toEqual([200, 200, 2])
    east.manner = 503
    const routed = await desk.call('911')
    expect(routed.status).toBe(200)
    routed.hangUp()
    expect([east.calls.length, west.calls.length]).toEqual([1, 1])
    east.manner = 'answers'

    await agent.kill()
    gate.shut()
    expect(await desk.register('1001', tenant.domain, await office.passwordOf('1001'))).toBe(200)
    expect(await desk.register('1001', tenant.domain, 'not the password')).toBe(403)
    expect(await desk.register('1001', tenant.domain, await office.passwordOf('1001'))).toBe(200)
    const test = await desk.call('933')
    expect(test.status).toBe(200)
    test.hangUp()
    east.manner = 503
    const call = await desk.call('911')
    expect(call.status).toBe(200)
    call.hangUp()
    expect(east.calls.map(({ uri }) => uri)).toEqual([
      expect.stringMatching(/^sip:911@/),
      expect.stringMatching(/^sip:933@/),
      expect.stringMatching(/^sip:911@/),
    ])
    expect(west.calls).toHaveLength(2)
    await desk.transfer('911')
    await expect.poll(() => west.calls.length, SOON).toBe(3)
    await colleague.transfer('911')
    await expect
      .poll(() => west.calls.map(({ uri }) => uri), SOON)
      .toEqual(Array(4).fill(expect.stringMatching(/^sip:911@/)))
    for (const reached of [...east.calls, ...west.calls]) {
      expect(reached.headers['x-emergency-location']).toContain('Floor 2 by the stairs')
      expect(reached.headers['p-asserted-identity']).toContain(did(3).slice(1))
      expect(offeredCodecs(reached)).toEqual([8, 0, 9])
    }

    // Nothing else leaves, and nobody else can call them.
    for (const number of ['12075550199', '1002', '411', '9911'])
      expect((await desk.call(number)).status).not.toBe(200)
    expect((await west.call('911', CALLER)).status).not.toBe(200)
    expect([east.calls.length, west.calls.length, lobby.calls.length]).toEqual([5, 4, 0])
    caller.hangUp()
    await freeswitch.events.api('hupall')

    agent.start()
    gate.open()
    const mails = () => query('select subject from public.mails where recipient = $1', [address])
    const mail = { subject: expect.stringMatching(/^911 was dialed at .* 1001/) }
    await expect.poll(mails, SOON).toEqual([mail, mail, mail, mail])
    const dialed = () =>
      query('select 1 from public.cdr where tenant_id = $1 and to_number = any ($2)', [
        tenant.id,
        ['911', '933'],
      ])
    await expect.poll(dialed, SOON).toHaveLength(3)
  }, 300_000)

  test('leaves to the switch whom a phone has called outside and transfers to 911, and whom it transfers to 933 or 988', async () => {
    const { tenant, ids, desk, east, west, did } = office
    const mails = () =>
      query('select 1 from public.mails where tenant_id = $1 and subject ~ $2', [
        tenant.id,
        '^911 was dialed at .* 1001',
      ])
    const mailedBefore = (await mails()).length
    const away = await insertRow(
      'destinations',
      await newDestination({ tenant_id: tenant.id, number: '+13035550143' }),
    )
    await query(
      'update public.extensions set forward_all_enabled = true, forward_all_destination_id = $1 where id = $2',
      [away.id, ids['1003']],
    )
    await pause(SAVED_MS)
    const called = await desk.call('13035550142')
    const forwarded = await desk.call('1003')
    const caller = await west.call(did(4), CALLER)
    expect([called.status, forwarded.status, caller.status]).toEqual([200, 200, 200])
    // The gateway is full now, but that only stops other calls.
    expect([east.calls.length, desk.calls.length]).toEqual([2, 1])

    await agent.kill()
    gate.shut()
    await called.transfer('911')
    await expect.poll(() => east.calls.length, SOON).toBe(3)
    await forwarded.transfer('988')
    await expect.poll(() => east.calls.length, SOON).toBe(4)
    await desk.transfer('933')
    await expect.poll(() => east.calls.length, SOON).toBe(5)
    const reached = east.calls.slice(2)
    expect(reached.map(({ uri }) => uri)).toEqual(
      ['911', '988', '933'].map((number) => expect.stringMatching(new RegExp(`^sip:${number}@`))),
    )
    for (const invite of reached) {
      expect(invite.headers['x-emergency-location']).toContain('Floor 2 by the stairs')
      expect(invite.headers['p-asserted-identity']).toContain(did(3).slice(1))
      expect(offeredCodecs(invite)).toEqual([8, 0, 9])
    }
    await office.freeswitch.events.api('hupall')
    agent.start()
    gate.open()
    await expect.poll(mails, SOON).toHaveLength(mailedBefore + 1)
  }, 300_000)

  test('brings up phones and calls on a switch that was started while it was away', async () => {
    const { freeswitch, desk, tenant, passwordOf } = office
    await agent.kill()
    await freeswitch.restart()
    const loaded = async (name: string) => (await freeswitch.events.api(`module_exists ${name}`)) === 'true'
    expect([
      await loaded('mod_sofia'),
      await loaded('mod_voicemail'),
      await loaded('mod_callcenter'),
    ]).toEqual([false, true, true])
    agent.start()
    await expect.poll(() => loaded('mod_sofia'), SOON).toBe(true)
    const password = await passwordOf('1001')
    await vi.waitFor(async () => expect(await desk.register('1001', tenant.domain, password)).toBe(200), {
      ...SOON,
      interval: 500,
    })
    const reached = async () => (await office.east.call(office.did(1), CALLER)).status
    await expect.poll(reached, SOON).toBe(200)
  }, 300_000)
})
