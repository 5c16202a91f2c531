import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { openSignedIn } from '../../bench/support/browser.ts'
import { findTestChromium } from '../../scripts/lib/chromium.ts'
import { TEST_APP } from '../../scripts/lib/test-app.ts'
import { mailsTo } from '../support/api-mails'
import { appGate } from '../support/app-gate'
import { query } from '../support/database'
import { newAgent, newQueue, newTier } from '../support/factories/call-groups'
import { newTenantCompany } from '../support/factories/companies'
import { newDeviceLine } from '../support/factories/devices'
import { insertRow, unique } from '../support/factories/row'
import { newDevice } from '../support/factories/telephony'
import { CALLER, leaveMessage } from '../support/switch/test-pbx'
import { openAttendedOffice } from '../support/switch/test-pbx-agent'

const SHOWN = '(207) 555-0123'
const SOON = { timeout: 60_000 }

// The page would report the switches of other tests as silent.
await query('delete from public.live_switches')
const gate = await appGate(TEST_APP.url)
afterAll(() => gate.close())
const { office, folder, health } = await openAttendedOffice(gate.url, { prompts: true })
const name = `Journey ${unique()}`
await insertRow('companies', await newTenantCompany({ name, domain_uuid: office.tenant.id }))
await known(await office.number(1, office.ids['1001']))
await known(await office.number(3, await office.mailboxOf('1001')))
const { browser, page } = await openSignedIn(TEST_APP.url, 'superadmin@demo.test', {
  executablePath: findTestChromium(),
})
page.setDefaultTimeout(SOON.timeout)
afterAll(() => browser.close())

/** Waits until the agent's tenant file contains this. */
async function known(text: string) {
  const file = join(folder, 'tenants', `${office.tenant.id}.json`)
  await vi.waitUntil(() => existsSync(file) && readFileSync(file, 'utf8').includes(text), {
    timeout: 60_000,
    interval: 100,
  })
}
const open = (path: string) => page.goto(`/app/tenants/${office.tenant.id}/${path}`)
const lamp = () => office.desk.lamp
const leaveOne = async () => leaveMessage(office, await office.east.call(office.did(3), CALLER))
const row = (name: RegExp) => page.getByRole('row', { name })

describe('phones, switch, agent, app and browser', () => {
  test('a phone that registers is registered in the list of extensions, and the configuration check stops warning', async () => {
    const of = { tenant_id: office.tenant.id }
    const device = await insertRow('devices', await newDevice(of))
    await insertRow(
      'device_lines',
      await newDeviceLine({ ...of, device_id: device.id, extension_id: office.ids['1001'] }),
    )
    const session = await page.context().storageState()
    const check = await browser.newPage({ baseURL: TEST_APP.url, storageState: session })
    await check.goto(`/app/tenants/${office.tenant.id}/configuration-check`)
    const warning = check.getByRole('listitem').filter({ hasText: /1001.* has ever registered/ })
    await warning.waitFor({ timeout: 120_000 })
    await open('extensions')
    await row(/1001/).getByText('Never').waitFor()
    // The server generates passwords for new extensions within a minute, and the agent receives them.
    await expect
      .poll(async () => office.desk.register('1001', office.tenant.domain, await office.passwordOf('1001')), {
        timeout: 120_000,
        interval: 1000,
      })
      .toBe(200)
    await row(/1001/).getByText('Registered', { exact: true }).waitFor()
    await warning.waitFor({ state: 'detached', timeout: 120_000 })
    await check.close()
    await page.getByRole('combobox', { name: 'Phone' }).selectOption('Not registered')
    await row(/1001/).waitFor({ state: 'detached' })
    await row(/1002/).waitFor()
    await office.signIn()
  })

  test('a call is in calls now while it lasts, is moved there and hung up', async () => {
    await page.goto('/app/calls')
    await page.getByRole('heading', { name: 'Calls now' }).waitFor()
    const call = await office.east.call(office.did(1), CALLER)
    expect(call.status).toBe(200)
    const shown = row(/\(207\) 555-0123/)
    await shown.getByText('Talking').waitFor()
    const choose = async (action: string) => {
      await shown.getByRole('button', { name: /^Actions for the call/ }).click()
      await page.getByRole('menuitem', { name: action }).click()
    }
    await choose('Move to an extension…')
    const moving = page.getByRole('dialog', { name: 'Move this call' })
    await moving.getByRole('combobox', { name: 'Extension' }).click()
    await page.getByRole('option', { name: /^1002/ }).click()
    await moving.getByRole('button', { name: 'Move' }).click()
    await expect.poll(() => office.lobby.calls.length, SOON).toBe(1)
    await shown.getByText('1002').waitFor()
    await choose('Hang up…')
    await page.getByRole('button', { name: 'Hang up', exact: true }).click()
    await call.ended
    await shown.waitFor({ state: 'hidden' })
  })

  test('a caller who waits is on the queue board, which signs in an agent for them', async () => {
    const of = { tenant_id: office.tenant.id }
    const queue = await insertRow('call_center_queues', await newQueue({ ...of, number: '8000' }))
    const given = { ...of, name: 'Ben Ito', extension_id: office.ids['1003'], status: 'Logged Out' }
    const agent = await insertRow('call_center_agents', await newAgent(given))
    await insertRow('call_center_tiers', await newTier({ ...of, queue_id: queue.id, agent_id: agent.id }))
    await known(await office.number(2, queue.id))
    await open('routing/queue-board')
    await page.getByText('Nobody is waiting').waitFor()
    const call = await office.east.call(office.did(2), CALLER)
    expect(call.status).toBe(200)
    await page.getByRole('list', { name: 'Waiting callers' }).getByText(SHOWN).waitFor()
    await page.getByRole('button', { name: 'Actions for Ben Ito' }).click()
    await page.getByRole('menuitemradio', { name: 'Available', exact: true }).click()
    await page.getByText('Nobody is waiting').waitFor()
    await page.getByRole('list', { name: 'Agents' }).getByText('Talking').waitFor()
    call.hangUp()
    await page.getByText('1 answered, 0 gave up').waitFor()
  })

  test('a message is heard in the browser, and the lamp of the phone goes out', async () => {
    await leaveOne()
    await expect.poll(lamp, SOON).toBe('yes')
    const sounds = () =>
      query('select 1 from public.voicemail_messages where tenant_id = $1 and path is not null', [
        office.tenant.id,
      ])
    await expect.poll(sounds, SOON).toHaveLength(1)
    await open('voicemail')
    await row(/\(207\) 555-0123/)
      .getByText('New')
      .waitFor()
    await row(/\(207\) 555-0123/)
      .getByRole('link')
      .click()
    const dialog = page.getByRole('dialog', { name: 'Message for 1001' })
    await dialog.getByRole('button', { name: 'Play the message' }).click()
    await dialog.getByRole('slider', { name: 'Position in the message' }).waitFor()
    await expect.poll(lamp, SOON).toBe('no')
  })

  test('911 is mailed as it is dialed, and so is what happens while the app is away', async () => {
    const { tenant, desk, east } = office
    const address = await office.routeEmergencies('east')
    await known(address)
    const help = async () => {
      const call = await desk.call('911')
      expect(call.status).toBe(200)
      call.hangUp()
    }
    await help()
    await expect.poll(() => mailsTo(address), SOON).toHaveLength(1)
    await open('mails')
    await row(/911 was dialed/)
      .getByText('Sent', { exact: true })
      .waitFor()

    await page.goto('/app/calls')
    await page.getByRole('heading', { name: 'Calls now' }).waitFor()
    gate.shut()
    await page.getByText('A switch is not reporting its calls').waitFor()
    const call = await east.call(office.did(1), CALLER)
    expect(call.status).toBe(200)
    call.hangUp()
    await help()
    await leaveOne()
    await expect.poll(health, SOON).toMatchObject({ app: false, undelivered: expect.any(Number) })
    expect((await mailsTo(address)).length).toBe(1)

    gate.open()
    await expect.poll(health, SOON).toMatchObject({ app: true, undelivered: 0 })
    await page.getByText('A switch is not reporting its calls').waitFor({ state: 'hidden' })
    await expect.poll(() => mailsTo(address), SOON).toHaveLength(2)
    await open('voicemail')
    await row(/\(207\) 555-0123/)
      .nth(1)
      .waitFor()
    const records = () =>
      query<{ calls: number }>(
        "select count(*)::int as calls from public.cdr where tenant_id = $1 and direction = 'inbound' and to_number = $2",
        [tenant.id, office.did(1)],
      )
    await expect.poll(records, SOON).toEqual([{ calls: 2 }])
  })
})
