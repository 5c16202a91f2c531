import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freePort } from '@/local/free-port'
import { TEST_APP } from '@/scripts/lib/test-app'
import { type Agent, startAgent } from '@/switch/agent'
import { callerOf } from '../support/clients'
import { query } from '../support/database'
import { FREESWITCH } from '../support/switch/freeswitch'
import { type Office, openOffice } from '../support/switch/office'

let office: Office
let agent: Agent
let folder: string

beforeAll(async () => {
  if (!FREESWITCH) return
  office = await openOffice()
  folder = mkdtempSync(join(tmpdir(), 'agent-'))
  agent = await startAgent({
    SWITCH_APP_URL: TEST_APP.url,
    SWITCH_NAME: office.account.name,
    SWITCH_SECRET: office.account.secret,
    SWITCH_PORT: await freePort(),
    SWITCH_DATA_DIR: folder,
    SWITCH_EVENTS_PORT: office.freeswitch.eventsPort,
    SWITCH_EVENTS_PASSWORD: 'ClueCon',
  })
}, 300_000)
afterAll(async () => {
  await agent?.stop()
  await office?.close()
  if (folder) rmSync(folder, { recursive: true, force: true })
})

const SOON = { timeout: 20_000 }
const registrations = (extension: string) =>
  query<{ id: string; address: string; port: number; transport: string; lost_by: string | null }>(
    'select id, address, port, transport, lost_by from public.registrations where extension_id = $1',
    [office.ids[extension]],
  )
const isListedAsRegistered = async (extension: string) =>
  (
    await query<{ is_registered: boolean }>('select is_registered from public.extension_list where id = $1', [
      office.ids[extension],
    ])
  )[0]?.is_registered
const health = async () => (await fetch(`http://127.0.0.1:${agent.port}/health`)).json()

describe.runIf(FREESWITCH)('the agent of a FreeSWITCH', () => {
  test('tells that a phone has registered, from where, and that its registration was ended', async () => {
    await expect.poll(health, SOON).toMatchObject({ app: true, switch: true })
    expect(await isListedAsRegistered('1001')).toBe(false)
    const password = await office.passwordOf('1001')
    expect(await office.desk.register('1001', office.tenant.domain, password)).toBe(200)
    await expect.poll(() => isListedAsRegistered('1001'), SOON).toBe(true)
    const [registration] = await registrations('1001')
    expect(registration).toMatchObject({ port: office.desk.port, transport: 'udp', lost_by: null })

    const { client } = await callerOf('tech')
    const ask = (command: string) =>
      client.rpc('command_phone', { registration: registration?.id ?? '', command }).throwOnError()
    const before = office.desk.notices.length
    const asked = await ask('reboot')
    await expect
      .poll(
        () =>
          query('select problem from public.switch_commands where id = $1 and done_at is not null', [
            asked.data,
          ]),
        SOON,
      )
      .toEqual([{ problem: null }])
    await expect.poll(() => office.desk.notices.length, SOON).toBeGreaterThan(before)

    await ask('end')
    await expect.poll(() => registrations('1001'), SOON).toMatchObject([{ lost_by: 'expired' }])
    expect(await isListedAsRegistered('1001')).toBe(false)
  })

  test('tells why a phone cannot register', async () => {
    expect(await office.lobby.register('1002', office.tenant.domain, 'not the password')).toBe(403)
    expect(await office.lobby.register('1999', office.tenant.domain, 'any')).toBe(403)
    await expect
      .poll(
        () =>
          query(
            'select account, reason from public.registration_failures where tenant_id = $1 order by account',
            [office.tenant.id],
          ),
        SOON,
      )
      .toEqual([
        { account: '1002', reason: 'wrong_password' },
        { account: '1999', reason: 'unknown_extension' },
      ])
  })
})
