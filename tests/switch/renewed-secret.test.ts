import { createHash, randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { TEST_APP } from '@/scripts/lib/test-app'
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

/** As set_switch_secret does. */
async function renewSecret(): Promise<string> {
  const secret = randomBytes(32).toString('hex')
  const [before] = await query<{ switch_id: string }>(
    `update private.switch_secrets k set valid_until = now() + interval '30 minutes' from public.switches s
     where s.id = k.switch_id and s.name = $1 returning k.switch_id`,
    [office.account.name],
  )
  await query('insert into private.switch_secrets (switch_id, sha256) values ($1, $2)', [
    before?.switch_id,
    createHash('sha256').update(secret).digest('hex'),
  ])
  return secret
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
