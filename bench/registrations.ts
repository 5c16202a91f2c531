// Measures registrations: ten thousand phones register at once and are stored, through the agent, the app and the database; how long
// one more takes then; how long the agent takes to catch up after the switch's connection broke; and the memory of the agent's
// process. A server that speaks as mod_event_socket stands in for the FreeSWITCH. Usage: npm run bench:registrations.
import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { NODE_OPTIONS } from '../switch/node-options.mjs'
import { startBenchApp } from './support/app.ts'
import { addSwitch } from './support/switch.ts'
import { timingOf } from './support/timing.ts'

// Not before: packages resolve their own files otherwise.
await import('../scripts/lib/app-modules.ts')
const { agentEnvironment } = await import('../tests/support/switch/agent-environment.ts')
const { eventServer, recorded } = await import('../tests/support/switch/event-server.ts')

const TENANTS = 20
const EACH = 500
const MANY = TENANTS * EACH
const TRIALS = 50
const BUDGET_MS = 1000

const app = await startBenchApp()
const database = new pg.Client(app.databaseUrl)
await database.connect()
const { rows: tenants } = await database.query<{ id: string; domain: string }>(
  `insert into public.tenants (domain, extension_limit)
   select 'bench-registrations-' || n || '.pbx.example', $2 from generate_series(1, $1) n returning id, domain`,
  [TENANTS, EACH + 1],
)
await database.query(
  `insert into public.extensions (tenant_id, extension) select t, (1000 + n)::text
   from unnest($1::uuid[]) t, generate_series(0, $2) n`,
  [tenants.map(({ id }) => id), EACH],
)
const added = await addSwitch(database)
const server = await eventServer('ClueCon')
server.present = '<profile></profile>'
server.answers = { 'show channels': '{"row_count":0}', 'acl ': 'true' }
const folder = mkdtempSync(join(tmpdir(), 'bench-registrations-'))
const environment = await agentEnvironment({ account: added, app: app.url, folder, eventsPort: server.port })
const agent = spawn(process.execPath, [...NODE_OPTIONS, join(import.meta.dirname, '../switch/main.ts')], {
  stdio: ['ignore', 'ignore', 'inherit'],
  env: { ...process.env, ...environment },
})

interface Phone {
  account: string
  domain: string
  callId: string
}

const phone = (n: number): Phone => ({
  account: String(1000 + Math.floor(n / TENANTS)),
  domain: tenants[n % TENANTS]?.domain ?? '',
  callId: randomUUID(),
})
const as = (text: string, { account, domain, callId }: Phone) =>
  text
    .replaceAll('1001', account)
    .replaceAll('acme.pbx.test', domain)
    .replaceAll(recorded.registered['call-id'], callId)
const register = (one: Phone) => server.say(JSON.parse(as(JSON.stringify(recorded.registered), one)))
const listed = (phones: readonly Phone[]) => {
  const [entry = ''] = /<registration>.*<\/registration>/s.exec(recorded.present) ?? []
  return `<profile><registrations>${phones.map((one) => as(entry, one)).join('')}</registrations></profile>`
}
const stored = async (condition: string, value: unknown = null) => {
  const { rows } = await database.query<{ count: number }>(
    `select count(*)::int as count from public.registrations r where r.switch_id = $1 and ($2::text is null or r.call_id = $2)
     and ${condition}`,
    [added.id, value],
  )
  return rows[0]?.count ?? 0
}
const until = async (isSo: () => Promise<boolean>, everyMs: number) => {
  const begun = performance.now()
  while (!(await isSo())) await pause(everyMs)
  return performance.now() - begun
}
const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`

try {
  await until(async () => {
    const answer = await fetch(`http://127.0.0.1:${environment.SWITCH_PORT}/health`).catch(() => undefined)
    const { app: isThere, switch: isConnected } = ((await answer?.json()) ?? {}) as Record<string, boolean>
    return Boolean(isThere && isConnected)
  }, 100)
  const phones = Array.from({ length: MANY }, (_, n) => phone(n))
  for (const one of phones) register(one)
  const all = await until(async () => (await stored('r.lost_at is null')) === MANY, 50)
  console.log(`${MANY.toLocaleString('en')} phones that register at once are stored in ${seconds(all)}.`)

  const times: number[] = []
  for (let trial = 0; trial < TRIALS; trial++) {
    const one = { ...phone(trial), account: String(1000 + EACH) }
    register(one)
    times.push(await until(async () => (await stored('true', one.callId)) === 1, 1))
  }
  const { p50, p95 } = timingOf(times)
  console.log(
    `event to row of one more: p50 ${p50.toFixed(0)} ms, p95 ${p95.toFixed(0)} ms of ${TRIALS}; ${cpus().length} cores, load ${loadavg()[0]?.toFixed(1)}`,
  )

  server.present = listed(phones.slice(1))
  server.drop()
  const gap = await until(async () => (await stored('r.lost_at is not null', phones[0]?.callId)) === 1, 50)
  console.log(`Caught up after a broken connection in ${seconds(gap)}, one of them to connect again.`)
  const [, kilobytes] = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${agent.pid}/status`, 'utf8')) ?? []
  console.log(`Memory of the agent: ${(Number(kilobytes) / 1024).toFixed(0)} MB`)
  if (p95 > BUDGET_MS) process.exitCode = 1
} finally {
  agent.kill('SIGTERM')
  await once(agent, 'exit')
  await server.close()
  await added.remove()
  await database.query('delete from public.tenants where id = any ($1)', [tenants.map(({ id }) => id)])
  await database.end()
  rmSync(folder, { recursive: true, force: true })
  await app.stop()
}
