import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, describe, expect, test } from 'vitest'
import { TEST_APP } from '@/scripts/lib/test-app'
import { newParkLot } from '../support/factories/call-groups'
import { insertRow } from '../support/factories/row'
import { CALLER, SAVED_MS } from '../support/switch/test-pbx'
import { openAttendedOffice } from '../support/switch/test-pbx-agent'

const { office } = await openAttendedOffice(TEST_APP.url)
const { freeswitch, tenant, desk, lobby, east, ids, did, number } = office
await insertRow('park_lots', await newParkLot({ tenant_id: tenant.id, timeout: 10 }))
await number(1, ids['1001'])
await pause(SAVED_MS)
await office.signIn()
afterEach(office.rest)

const LONG = { timeout: 60_000 }
/** How `valet_info` shows a space that is taken. */
const SPACE = />59\d\d</
const parked = () => freeswitch.events.api(`valet_info 5900@${tenant.domain}`)

describe('a call that a phone parks by an attended transfer', () => {
  test.each(['5900', '*59'])('returns to that phone if nobody picks it up at %s', async (code) => {
    expect((await east.call(did(1), CALLER)).status).toBe(200)
    await expect.poll(() => desk.calls.length, LONG).toBe(1)
    const space = await desk.call(code)
    await expect.poll(parked, LONG).toMatch(SPACE)
    await desk.transfer(space.place)
    await expect.poll(() => desk.calls.length, LONG).toBe(2)
    await expect.poll(parked, LONG).not.toMatch(SPACE)
  })

  test('returns to it though another phone of the tenant called', async () => {
    expect((await lobby.call('1001')).status).toBe(200)
    await expect.poll(() => desk.calls.length, LONG).toBe(1)
    const space = await desk.call('5903')
    await expect.poll(parked, LONG).toContain('5903')
    await desk.transfer(space.place)
    await expect.poll(() => desk.calls.length, LONG).toBe(2)
    expect(lobby.calls).toEqual([])
  })
})

test('a second caller whom a phone transfers to a taken space returns to it, and the first stays parked', async () => {
  await insertRow('park_lots', await newParkLot({ tenant_id: tenant.id, number: '5950', timeout: 120 }))
  await pause(SAVED_MS)
  const parked = () => freeswitch.events.api(`valet_info 5950@${tenant.domain}`)
  for (const calls of [1, 2]) {
    expect((await east.call(did(1), CALLER)).status).toBe(200)
    await expect.poll(() => desk.calls.length, LONG).toBe(calls)
    await desk.transfer('5951')
    await expect.poll(parked, LONG).toContain('>5951<')
  }
  await expect.poll(() => desk.calls.length, LONG).toBe(3)
  expect(await parked()).toContain('>5951<')
  expect(east.methods).not.toContain('BYE')
})

test('a call to outside that its phone parks ends when whoever picks it up hangs up', async () => {
  await insertRow('park_lots', await newParkLot({ tenant_id: tenant.id, number: '5970', timeout: 120 }))
  await pause(SAVED_MS)
  const made = await desk.call('13035550142')
  expect(made.status).toBe(200)
  await made.transfer('5971')
  const parked = () => freeswitch.events.api(`valet_info 5970@${tenant.domain}`)
  await expect.poll(parked, LONG).toContain('>5971<')
  const picked = await lobby.call('5971')
  await expect.poll(parked, LONG).not.toContain('>5971<')
  const rung = desk.calls.length
  picked.hangUp()
  await expect.poll(() => east.methods, LONG).toContain('BYE')
  expect(desk.calls).toHaveLength(rung)
})
