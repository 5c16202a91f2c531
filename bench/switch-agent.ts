// Measures the agent beside a switch: what it answers a FreeSWITCH for 500 tenants with 50,000 extensions, each question over a
// connection of its own as mod_xml_curl makes them, and the memory that its process takes. An app that answers the agent stands in.
// Usage: npm run bench:switch-agent [-- --rate N --seconds N].
import '../scripts/lib/app-modules.ts'
import { spawn } from 'node:child_process'
import { createHash, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { Agent, createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import type { AgentUpdate } from '../lib/switch/agent/protocol.ts'
import { freePort } from '../local/free-port.ts'
import { NODE_OPTIONS } from '../switch/node-options.mjs'
import { timingTable } from './support/timing.ts'

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
  const news: AgentUpdate = { switch: SWITCH, tag: 'bench', versions, commands: [], voicemail: [] }
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
  const directory = (n: number) => ({
    section: 'directory',
    action: 'sip_auth',
    user: numberOf(n * 7),
    domain: domainOf(n * 13),
  })
  const dialplan = (n: number) => ({
    section: 'dialplan',
    'Caller-Context': domainOf(n * 13),
    'Hunt-Destination-Number': numberOf(n * 11),
    'Unique-ID': `bench-${n}`,
    variable_user_name: numberOf(n * 7),
    variable_domain_name: domainOf(n * 13),
  })
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
    const times = (await atRate((n) => ask(question(n)))).sort((a, b) => a - b)
    const quantile = (share: number) => times[Math.ceil(times.length * share) - 1] ?? Number.NaN
    table.row(name, { p50: quantile(0.5), p95: quantile(0.95) }, BUDGET_MS)
  }
  const [, kilobytes] = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${agent.pid}/status`, 'utf8')) ?? []
  const megabytes = Number(kilobytes) / 1024
  console.log(`\nMemory of the agent: ${megabytes.toFixed(0)} MB, budget ${BUDGET_MB}`)
  if (table.above.length > 0 || megabytes > BUDGET_MB) process.exitCode = 1
}

async function atRate(question: (n: number) => Promise<number>): Promise<number[]> {
  const asked: Promise<number>[] = []
  const begun = performance.now()
  for (let n = 0; n < rate * seconds; n++) {
    const early = begun + (n * 1000) / rate - performance.now()
    if (early > 1) await pause(early)
    asked.push(question(n))
  }
  return Promise.all(asked)
}

/** Milliseconds until the whole response has arrived. Rejects if nothing was found. */
function ask(fields: Record<string, string>): Promise<number> {
  const body = new URLSearchParams(fields).toString()
  const begun = performance.now()
  return new Promise((done, failed) => {
    const asking = request(
      {
        host: '127.0.0.1',
        port,
        path: '/api/switch/xml',
        method: 'POST',
        auth: CREDENTIALS,
        agent: new Agent({ keepAlive: false }),
        headers: {
          'content-type': 'application/x-www-form-urlencoded',
          'content-length': Buffer.byteLength(body),
        },
      },
      (answer) => {
        let text = ''
        answer.setEncoding('utf8')
        answer.on('data', (chunk: string) => {
          text += chunk
        })
        answer.on('end', () => {
          if (answer.statusCode === 200 && !text.includes('not found')) done(performance.now() - begun)
          else failed(new Error(`${answer.statusCode} to ${body}: ${text.slice(0, 300)}`))
        })
      },
    )
    asking.on('error', failed)
    asking.end(body)
  })
}
