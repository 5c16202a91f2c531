import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { TEST_APP } from '@/scripts/lib/test-app'
import { callerOf } from '../support/clients'
import { query } from '../support/database'
import { agentEnvironment } from '../support/switch/agent-environment'
import { AgentProcess } from '../support/switch/agent-process'
import { openOffice } from '../support/switch/test-pbx'

const folder = mkdtempSync(join(tmpdir(), 'agent-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
let environment!: Awaited<ReturnType<typeof agentEnvironment>>
let agent!: AgentProcess
afterAll(() => agent.kill())
const office = await openOffice({
  async attend(account, eventsPort) {
    environment = await agentEnvironment({ account, app: TEST_APP.url, folder, eventsPort })
    agent = new AgentProcess(environment)
    agent.start()
    await agent.reachesApp()
    return agent.url
  },
})
await office.signIn()

async function renewSecret(): Promise<string> {
  const [{ id } = { id: '' }] = await query<{ id: string }>(
    'select id from public.switches where name = $1',
    [office.account.name],
  )
  const { client } = await callerOf('superadmin')
  const { data, error } = await client.rpc('renew_switch_secret', { switch: id })
  if (error) throw error
  return data
}

async function callLobby(): Promise<void> {
  expect((await office.desk.call('1002')).status).toBe(200)
  await office.rest()
}
const records = async () =>
  (await query('select id from public.cdr where tenant_id = $1', [office.tenant.id])).length

test('a switch takes calls and delivers them after its secret was renewed, without a restart', async () => {
  const secret = await renewSecret()
  // The agent still has the one before.
  await callLobby()
  await expect.poll(records, { timeout: 60_000 }).toBe(1)

  const file = join(office.freeswitch.folder, 'conf/freeswitch.xml')
  writeFileSync(file, readFileSync(file, 'utf8').replaceAll(office.account.secret, secret))
  await agent.kill()
  agent = new AgentProcess({ ...environment, SWITCH_SECRET: secret })
  agent.start()
  for (const name of ['mod_xml_curl', 'mod_json_cdr'])
    expect(await office.freeswitch.events.api(`reload ${name}`)).toContain('+OK module loaded')
  await agent.reachesApp()
  await callLobby()
  await expect.poll(records, { timeout: 60_000 }).toBe(2)
})
