// Measures the server with call records: how many per second it ingests, one per request as the switch sends them, and
// how much memory an export of a million takes. Usage: npm run bench:cdr-server [-- --records N --export N]; it serves
// the production build with its own data (.local/bench, or BENCH_DATA_DIR), filled up if needed.
import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { loadSecrets } from '../local/keys.ts'
import { loadLargeCdr } from '../scripts/lib/large-cdr.ts'
import { switchRecord } from '../tests/support/switch-record.ts'
import { BENCH_DATA_DIR, signedInCookie, startBenchApp } from './support/app.ts'

const AT_ONCE = 64
const LEAST_A_SECOND = 500
const MOST_MEMORY_MIB = 64

const { values } = parseArgs({
  options: { records: { type: 'string', default: '15000' }, export: { type: 'string', default: '1000000' } },
})
const [records, exported] = [Number(values.records), Number(values.export)]
const app = await startBenchApp()
try {
  await measureIngestion()
  await measureExport()
} finally {
  await app.stop()
}

async function measureIngestion(): Promise<void> {
  const secret = loadSecrets(BENCH_DATA_DIR).cdrIngestSecret
  const bodies = Array.from({ length: records + AT_ONCE }, () =>
    JSON.stringify(switchRecord({ uuid: randomUUID(), talkSeconds: 30, direction: 'inbound' })),
  )
  async function deliver(body: string): Promise<void> {
    const answer = await fetch(`${app.url}/api/cdr`, {
      method: 'POST',
      headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
      body,
    })
    const { stored } = (await answer.json()) as { stored?: number }
    if (stored !== 1) throw new Error(`A record was not stored (status ${answer.status}).`)
  }
  await Promise.all(bodies.splice(0, AT_ONCE).map(deliver))
  const begun = performance.now()
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (let body = bodies.pop(); body; body = bodies.pop()) await deliver(body)
    }),
  )
  const rate = records / ((performance.now() - begun) / 1000)
  console.log(
    `Ingestion: ${rate.toFixed(0)} records a second, one a request, ${AT_ONCE} at a time (${records} in all).`,
  )
  if (rate < LEAST_A_SECOND) process.exitCode = 1
}

async function measureExport(): Promise<void> {
  await loadLargeCdr(app.databaseUrl, { rows: exported * 3.2, months: 6, log: () => undefined })
  const database = new pg.Client({ connectionString: app.databaseUrl })
  await database.connect()
  const { rows } = await database.query<{ tenant: string; first: string; last: string }>(
    `select tenant_id as tenant, coalesce(max(day) filter (where since >= $1), min(day))::text as first, max(day)::text as last
     from (
       select tenant_id, day, sum(sum(calls)) over (order by day desc) as since from public.cdr_daily
       where tenant_id = (select tenant_id from public.cdr_daily group by 1 order by sum(calls) desc limit 1)
       group by 1, 2
     ) d
     group by 1`,
    [exported],
  )
  await database.end()
  const [largest] = rows
  if (!largest) throw new Error('There are no calls.')
  const pid = serverPid()
  const before = memoryMib(pid)
  let [lines, most] = [0, before]
  const begun = performance.now()
  const answer = await fetch(
    `${app.url}/api/tenants/${largest.tenant}/cdr-export?from=${largest.first}&until=${largest.last}`,
    { headers: { cookie: await signedInCookie() } },
  )
  if (!answer.ok || !answer.body) throw new Error(`The export answered ${answer.status}.`)
  for await (const chunk of answer.body as unknown as AsyncIterable<Uint8Array>) {
    for (const byte of chunk) if (byte === 10) lines++
    most = Math.max(most, memoryMib(pid))
  }
  const seconds = (performance.now() - begun) / 1000
  console.log(
    `Export: ${(lines - 1).toLocaleString('en')} calls in ${seconds.toFixed(1)} s; the server's memory rose from ${before.toFixed(0)} to ${most.toFixed(0)} MiB at most (+${(most - before).toFixed(0)}).`,
  )
  if (most - before > MOST_MEMORY_MIB) process.exitCode = 1
}

/** The process that listens on the app's port, in which Next handles requests. */
function serverPid(): number {
  const port = new URL(app.url).port
  const listening = execFileSync('ss', ['-ltnpH', `sport = :${port}`], { encoding: 'utf8' })
  return Number(/pid=(\d+)/.exec(listening)?.[1])
}

/** The memory of the process. */
function memoryMib(pid: number): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024
}
