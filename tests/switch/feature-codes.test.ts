import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { TEST_APP } from '@/scripts/lib/test-app'
import type { SwitchEvent } from '@/switch/event-socket'
import { query } from '../support/database'
import {
  newAgent,
  newParkLot,
  newQueue,
  newRingGroup,
  newRingGroupMember,
  newTier,
} from '../support/factories/call-groups'
import { newIvrMenu } from '../support/factories/routing'
import { insertRow } from '../support/factories/row'
import { FETCHES_SOUNDS, HAS_DIRECTORY } from '../support/switch/freeswitch'
import { CALLER, openOffice, SAVED_MS } from '../support/switch/test-pbx'
import { keepSecret, vaultOf } from '../support/vault'

const office = await openOffice()
const { freeswitch, tenant, desk, lobby, workshop, east, ids, did, number } = office
/** What channels have executed in the test. */
const executed: SwitchEvent[] = []
freeswitch.events.onEvent((event) => executed.push(event))
await freeswitch.events.command('event json CHANNEL_EXECUTE')
await office.signIn()
afterEach(office.rest)
beforeEach(() => {
  executed.length = 0
})

const LONG = { timeout: 20_000 }

/** Waits until a channel has begun an application with matching data, which may take it no time: without prompts a mailbox hangs up. */
const doing = (application: string, data: RegExp) =>
  expect
    .poll(() => executed.filter((each) => each.Application === application), LONG)
    .toContainEqual(expect.objectContaining({ 'Application-Data': expect.stringMatching(data) }))

/** Waits until this many calls have two parties. */
const talking = (calls: number) =>
  expect
    .poll(async () => {
      const said = JSON.parse(await freeswitch.events.api('show bridged_calls as json')) as {
        row_count: number
      }
      return said.row_count
    }, LONG)
    .toBe(calls)

async function group(extensions: readonly string[]): Promise<string> {
  const { id } = await insertRow('ring_groups', await newRingGroup({ tenant_id: tenant.id }))
  for (const extension of extensions) {
    const member = { tenant_id: tenant.id, ring_group_id: id, extension_id: ids[extension] }
    await insertRow('ring_group_members', await newRingGroupMember(member))
  }
  return id
}

describe('the feature codes of a phone', () => {
  test('*97 opens its own mailbox', async () => {
    const place = { owner: String(ids['1001']), field: 'voicemail_pin' }
    await keepSecret(tenant.id, 'extensions', place, '7306', vaultOf(TEST_APP.dataDir))
    await pause(SAVED_MS)
    expect((await desk.call('*97')).status).toBe(200)
    await doing('voicemail', new RegExp(`^check default ${tenant.domain} ${ids['1001']}$`))
  })

  test('*98 asks for a mailbox', async () => {
    expect((await desk.call('*98')).status).toBe(200)
    await doing('voicemail', new RegExp(`^check default ${tenant.domain}$`))
  })

  test.runIf(HAS_DIRECTORY)('*411 calls the extension whose owner’s name is spelled', async () => {
    await query("update public.extensions set first_name = 'Ann', last_name = 'Quirk' where id = $1", [
      ids['1002'],
    ])
    await pause(SAVED_MS)
    const call = await desk.call('*411')
    expect(call.status).toBe(200)
    await doing('directory', new RegExp(`^default ${tenant.domain} ${tenant.domain}$`))
    for (const key of '784#') {
      await pause(SAVED_MS)
      call.press(key)
    }
    // It is asked after the result was told.
    const choosing = setInterval(() => call.press('1'), SAVED_MS)
    await expect
      .poll(() => lobby.calls.length, LONG)
      .toBe(1)
      .finally(() => clearInterval(choosing))
  })

  test('a space of a park lot parks a call, which another phone picks up there, and the lamp shows it', async () => {
    const lot = await insertRow('park_lots', await newParkLot({ tenant_id: tenant.id, timeout: 10 }))
    await pause(SAVED_MS)
    expect(await workshop.watch('park+5901')).toBe(202)
    expect((await desk.call('5901')).status).toBe(200)
    await doing('valet_park', new RegExp(`^5900@${tenant.domain} 5901$`))
    await expect.poll(() => workshop.notices.at(-1), LONG).toContain('<state>confirmed</state>')
    expect((await lobby.call('park+5901')).status).toBe(200)
    await talking(1)
    await expect.poll(() => workshop.notices.at(-1), LONG).toContain('<state>terminated</state>')
    await query('delete from public.park_lots where id = $1', [lot.id])
  })

  test('*59 parks a call in the first free space and returns it if nobody picks it up', async () => {
    const lot = await insertRow('park_lots', await newParkLot({ tenant_id: tenant.id, timeout: 10 }))
    await pause(SAVED_MS)
    expect((await desk.call('*59')).status).toBe(200)
    await doing('valet_park', new RegExp(`^5900@${tenant.domain} auto in 5901 5910$`))
    // It is parked for ten seconds, and on a machine with fifteen times its work the rest takes as long again.
    await expect.poll(() => desk.calls.length, { timeout: 60_000 }).toBe(1)
    await query('delete from public.park_lots where id = $1', [lot.id])
  })

  test('** and an extension picks up a call ringing there', async () => {
    lobby.manner = 'rings'
    const calling = desk.call('1002')
    await expect.poll(() => lobby.calls.length, LONG).toBe(1)
    expect((await workshop.call('**1002')).status).toBe(200)
    expect((await calling).status).toBe(200)
    await talking(1)
  })

  test('*8 picks up a call ringing in one of the phone’s groups', async () => {
    await number(1, await group(['1002', '1003']))
    await pause(SAVED_MS)
    lobby.manner = 'rings'
    workshop.manner = 'rings'
    const calling = east.call(did(1), CALLER)
    await expect.poll(() => lobby.calls.length, LONG).toBe(1)
    expect((await workshop.call('*8')).status).toBe(200)
    expect((await calling).status).toBe(200)
    await talking(1)
  })

  test('*22 signs its agent in, so that the queue calls the phone, and out, and *23 gives it a break', async () => {
    const queue = await insertRow(
      'call_center_queues',
      await newQueue({ tenant_id: tenant.id, number: '8000', strategy: 'top-down' }),
    )
    const agent = await insertRow(
      'call_center_agents',
      await newAgent({
        tenant_id: tenant.id,
        extension_id: ids['1001'],
        name: 'Desk',
        status: 'Logged Out',
        call_timeout: 5,
      }),
    )
    const tier = { tenant_id: tenant.id, queue_id: queue.id, agent_id: agent.id, position: 1 }
    await insertRow('call_center_tiers', await newTier(tier))
    await number(2, queue.id)
    await pause(SAVED_MS)
    const status = async () =>
      (await query('select status from public.call_center_agents where id = $1', [agent.id]))[0]

    const waiting = await east.call(did(2), CALLER)
    expect(waiting.status).toBe(200)
    await doing('callcenter', /^8000@/)
    expect(desk.calls).toHaveLength(0)
    expect((await desk.call('*22')).status).toBe(200)
    expect(await status()).toEqual({ status: 'Available' })
    await expect.poll(() => desk.calls.length, LONG).toBe(1)
    // Ended any sooner, it counts as not answered, and the agent is not called for half a minute.
    const held = () => freeswitch.events.api(`callcenter_config agent list ${agent.id}`)
    await expect.poll(held, LONG).toContain('In a queue call')
    await office.rest()
    await pause(SAVED_MS)

    expect((await desk.call('*23')).status).toBe(200)
    expect(await status()).toEqual({ status: 'On Break' })
    await pause(SAVED_MS)
    const during = await east.call(did(2), CALLER)
    expect(during.status).toBe(200)
    await pause(3000)
    expect(desk.calls).toHaveLength(0)
    expect((await desk.call('*23')).status).toBe(200)
    expect(await status()).toEqual({ status: 'Available' })
    await expect.poll(() => desk.calls.length, LONG).toBe(1)
    await office.rest()
    await pause(SAVED_MS)
    expect((await desk.call('*22')).status).toBe(200)
    expect(await status()).toEqual({ status: 'Logged Out' })
  })

  test.skipIf(!FETCHES_SOUNDS)(
    '*732 records a greeting, which stands among the recordings and greets the callers of a menu',
    async () => {
      const recording = await desk.call('*732')
      expect(recording.status).toBe(200)
      await doing('record', /\/api\/switch\/sounds\//)
      await recording.speak(3)
      recording.press('#')
      const kept = () =>
        query<{ id: string; name: string; duration_ms: number }>(
          'select id, name, duration_ms from public.recordings where tenant_id = $1',
          [tenant.id],
        )
      await expect.poll(async () => (await kept()).length, LONG).toBe(1)
      const [greeting] = await kept()
      expect(greeting?.name).toMatch(/^Recorded by 1001 /)
      // A busy machine loses some of the three seconds.
      expect(greeting?.duration_ms).toBeGreaterThan(500)
      const trail = await query(
        'select actor_email from public.audit_log where record_id = $1 and action = $2',
        [greeting?.id, 'insert'],
      )
      expect(trail).toEqual([{ actor_email: 'Extension 1001' }])

      const menu = await insertRow(
        'ivr_menus',
        await newIvrMenu({ tenant_id: tenant.id, number: '7001', greet_long_recording_id: greeting?.id }),
      )
      await number(3, menu.id)
      await pause(SAVED_MS)
      expect((await east.call(did(3), CALLER)).status).toBe(200)
      const cache = join(freeswitch.folder, 'storage', 'http_file_cache')
      const fetched = () =>
        readdirSync(cache).filter(
          (name) => name.endsWith('.wav') && statSync(join(cache, name)).size > 16_000,
        )
      await expect.poll(() => fetched().length, LONG).toBe(1)
    },
  )
})
