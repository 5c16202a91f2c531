// Measures how soon a change saved in a page governs calls: from the database's answer to the save until the agent beside a switch
// answers with it, when changes are pushed and when the agent has to poll; and what an idle agent asks. Usage:
// npm run bench:saved-change [-- --trials N].
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { signedInClient, startBenchApp } from './support/app.ts'
import { addSwitch } from './support/switch.ts'
import { timingOf, timingTable } from './support/timing.ts'

// Not before: packages resolve their own files otherwise.
await import('../scripts/lib/app-modules.ts')
const { startAgent } = await import('../switch/agent.ts')
const { settingsOf } = await import('../switch/settings.ts')
const { agentEnvironment } = await import('../tests/support/switch/agent-environment.ts')

const PUSHED_BUDGET_MS = 100
const POLLED_BUDGET_MS = 1000
const IDLE_MS = 20_000

const { values } = parseArgs({ options: { trials: { type: 'string', default: '60' } } })

const app = await startBenchApp()
const database = new pg.Client(app.databaseUrl)
await database.connect()
const added = await addSwitch(database)
const { rows } = await database.query<{
  id: string
  extension: string
  domain: string
  name: string
  version: number
}>(
  `select e.id, e.extension, e.version, t.domain, e.effective_caller_id_name as name from public.extensions e
   join public.tenants t on t.id = e.tenant_id where e.enabled and not e.suspended order by t.domain, e.extension limit 1`,
)
const phone = rows[0]
if (!phone) throw new Error('There is no extension.')
let { version } = phone
const client = await signedInClient('admin@demo.test')
const table = timingTable('A saved change at the agent')

/** Passes requests on to the app and counts those for news; without `pushes`, none of them waits. */
async function between(pushes: boolean) {
  const counted = { news: 0 }
  const server = createServer(async (req, res) => {
    const chunks: Buffer[] = []
    for await (const chunk of req) chunks.push(chunk as Buffer)
    let body = Buffer.concat(chunks).toString()
    const isNews = req.url === '/api/switch/agent/news'
    if (isNews) counted.news += 1
    if (isNews && !pushes) body = JSON.stringify({ ...(JSON.parse(body) as object), wait: false })
    const { authorization = '', 'content-type': type = '' } = req.headers
    const answer = await fetch(app.url + req.url, {
      method: 'POST',
      headers: { authorization, 'content-type': type },
      body,
    }).catch(() => undefined)
    const text = (await answer?.text()) ?? ''
    res.writeHead(answer?.status ?? 502, { 'content-type': 'application/json' })
    res.end(isNews && !pushes ? JSON.stringify({ ...(JSON.parse(text) as object), pushed: false }) : text)
  })
  server.listen(0, '127.0.0.1')
  await new Promise((listening) => server.once('listening', listening))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    counted,
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}

async function measure(pushes: boolean, budgetMs: number, { id, extension, domain }: typeof phone & object) {
  const folder = mkdtempSync(join(tmpdir(), 'bench-saved-'))
  const way = await between(pushes)
  const environment = await agentEnvironment({ account: added, app: way.url, folder, eventsPort: 9 })
  const agent = await startAgent(settingsOf(environment))
  const answered = async () => {
    const answer = await fetch(`http://127.0.0.1:${agent.port}/api/switch/xml`, {
      method: 'POST',
      headers: { authorization: `Basic ${Buffer.from(`${added.name}:${added.secret}`).toString('base64')}` },
      body: new URLSearchParams({ section: 'directory', action: 'sip_auth', user: extension, domain }),
    })
    return answer.text()
  }
  try {
    while (!(await answered()).includes('a1-hash')) await pause(100)
    await pause(2000)
    const before = way.counted.news
    await pause(IDLE_MS)
    const idle = (way.counted.news - before) / (IDLE_MS / 1000)
    const times: number[] = []
    for (let trial = 0; trial < Number(values.trials); trial++) {
      const name = `Change ${trial} of ${pushes ? 'pushed' : 'polled'}`
      version += 1
      await client
        .from('extensions')
        .update({ effective_caller_id_name: name, version })
        .eq('id', id)
        .throwOnError()
      const saved = performance.now()
      while (!(await answered()).includes(name)) await pause(2)
      times.push(performance.now() - saved)
      await pause(300 + Math.random() * 400)
    }
    table.row(pushes ? 'pushed' : 'polled', timingOf(times), budgetMs)
    console.log(`  an idle agent asks ${idle.toFixed(1)} times a second`)
  } finally {
    await agent.stop()
    way.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

try {
  await measure(true, PUSHED_BUDGET_MS, phone)
  await measure(false, POLLED_BUDGET_MS, phone)
  console.log(`${cpus().length} cores, load ${loadavg()[0]?.toFixed(1)}`)
  if (table.above.length > 0) process.exitCode = 1
} finally {
  await database.query('update public.extensions set effective_caller_id_name = $2 where id = $1', [
    phone.id,
    phone.name,
  ])
  await added.remove()
  await database.end()
  await app.stop()
}
