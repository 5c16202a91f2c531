// Measures the agent beside a switch: what it answers a FreeSWITCH for 500 tenants with 50,000 extensions, each question over a
// connection of its own as mod_xml_curl makes them, and the memory that its process takes. An app that answers the agent stands in.
// Usage: npm run bench:switch-agent [-- --rate N --seconds N].
import '../scripts/lib/app-modules.ts'
import { spawn } from 'node:child_process'
import { createHash, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import type { AgentUpdate } from '../lib/switch/agent/agent-update.ts'
import { freePort } from '../local/free-port.ts'
import { NODE_OPTIONS } from '../switch/node-options.mjs'
import { askAsSwitch, atRate, switchQuestions } from './support/switch-questions.ts'
import { timingOf, timingTable } from './support/timing.ts'

const { snapshotOf } = await import('../tests/support/factories/snapshot.ts')
const { agentEnvironment } = await import('../tests/support/switch/agent-environment.ts')
const make = await import('../tests/support/factories/snapshot-rows/index.ts')

const TENANTS = 500
const EXTENSIONS = 100
const BUDGET_MS = 2
const BUDGET_MB = 200
const CREDENTIALS = 'bench:secret'
const SWITCH = {
  id: randomUUID(),
  switch_name: 'bench',
  address: '127.0.0.1',
  internal_profile_port: 5060,
  external_profile_port: 5080,
  all_tenants: true,
  tenant_ids: [],
}

const { values } = parseArgs({
  options: { rate: { type: 'string', default: '300' }, seconds: { type: 'string', default: '20' } },
})
const [rate, seconds] = [Number(values.rate), Number(values.seconds)]

const ids = Array.from({ length: TENANTS }, () => randomUUID())
const domainOf = (tenant: number) => `bench-${tenant % TENANTS}.pbx.example`
const numberOf = (n: number) => String(1001 + (n % EXTENSIONS))

function tenantOf(id: string): unknown {
  const extensions = Array.from({ length: EXTENSIONS }, (_, n) =>
    make.anExtension(numberOf(n), { id: randomUUID() }),
  )
  const snapshot = snapshotOf({
    tenant: { id, domain: domainOf(ids.findIndex((each) => each === id)) },
    extensions,
    secrets: extensions.flatMap(({ id: owner_id }) =>
      ['sip_password', 'voicemail_pin'].map((field) => ({ owner_table: 'extensions', owner_id, field })),
    ),
  })
  const hash = createHash('md5').update(id).digest('hex')
  return { snapshot, hashes: extensions.map((each) => [each.id, { sip: hash, voicemail: hash }]) }
}

const app = createServer(async (req, res) => {
  let body = ''
  for await (const chunk of req) body += String(chunk)
  const asked = JSON.parse(body) as { id?: string; known?: string | null }
  const versions = asked.known ? null : Object.fromEntries(ids.map((id) => [id, 1]))
  const news: AgentUpdate = {
    switch: SWITCH,
    tag: 'bench',
    versions,
    commands: [],
    voicemail: [],
    gateways: {},
    pushed: false,
  }
  res.end(JSON.stringify(asked.id ? tenantOf(asked.id) : news))
})
app.listen(0, '127.0.0.1')
await once(app, 'listening')

const folder = mkdtempSync(join(tmpdir(), 'bench-agent-'))
const environment = await agentEnvironment({
  account: { name: 'bench', secret: 'secret' },
  app: `http://127.0.0.1:${(app.address() as AddressInfo).port}`,
  folder,
  eventsPort: await freePort(),
})
const port = Number(environment.SWITCH_PORT)
const agent = spawn(process.execPath, [...NODE_OPTIONS, join(import.meta.dirname, '../switch/main.ts')], {
  stdio: ['ignore', 'ignore', 'inherit'],
  env: { ...process.env, ...environment },
})
try {
  await filled()
  await measure()
} finally {
  agent.kill('SIGTERM')
  await once(agent, 'exit')
  app.close()
  app.closeAllConnections()
  rmSync(folder, { recursive: true, force: true })
}

async function filled(): Promise<void> {
  const begun = performance.now()
  for (;;) {
    const answer = await fetch(`http://127.0.0.1:${port}/health`).catch(() => undefined)
    const health = (await answer?.json()) as { app: boolean; tenants: number } | undefined
    if (health?.app && health.tenants === TENANTS) break
    if (agent.exitCode !== null) throw new Error('The agent has ended.')
    await pause(100)
  }
  console.log(`All tenants fetched and on disk: ${((performance.now() - begun) / 1000).toFixed(1)} s`)
}

async function measure(): Promise<void> {
  const ask = (fields: Record<string, string>) => askAsSwitch(`http://127.0.0.1:${port}`, CREDENTIALS, fields)
  const { directory, dialplan } = switchQuestions(domainOf, numberOf)
  // Every tenant twice: what is looked up in a snapshot is then laid out.
  for (let tenant = 0; tenant < TENANTS; tenant++) {
    await ask(directory(tenant))
    await ask(dialplan(tenant))
  }
  const table = timingTable(`The agent at ${rate} a second`)
  for (const [name, question] of [
    ['directory', directory],
    ['dialplan', dialplan],
  ] as const) {
    const times = await atRate(rate, seconds, (n) => ask(question(n)))
    table.row(name, timingOf(times), BUDGET_MS)
  }
  const [, kilobytes] = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${agent.pid}/status`, 'utf8')) ?? []
  const megabytes = Number(kilobytes) / 1024
  console.log(`\nMemory of the agent: ${megabytes.toFixed(0)} MB, budget ${BUDGET_MB}`)
  if (table.above.length > 0 || megabytes > BUDGET_MB) process.exitCode = 1
}
