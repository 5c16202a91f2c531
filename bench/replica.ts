/**
 * Reports from a read replica: a streaming replica of the embedded PostgreSQL with an API of its own, and the reports of the last
 * full quarter asked through the app's own client, first without and then with NEXT_PUBLIC_SUPABASE_REPORTS_URL. It tells the
 * processor time of both databases a report, and after how long a new call is in the replica's report. It fails if a report of the
 * replica differs or the database itself works on it.
 *
 *   npm run bench:replica [-- --calls 300000]
 *
 * The data are in .local/bench, or BENCH_DATA_DIR, filled up if needed. Linux only.
 */
import { parseArgs } from 'node:util'
import { createClient } from '@supabase/supabase-js'
import pg from 'pg'
import type { Database } from '../lib/supabase/database.types.ts'
import { fetchReports } from '../lib/supabase/fetch-reports.ts'
import { startBackend } from '../local/backend.ts'
import { freePort } from '../local/free-port.ts'
import { DEMO_PASSWORD } from '../local/keys.ts'
import { loadLargeCdr } from '../scripts/lib/large-cdr.ts'
import { BENCH_DATA_DIR } from './support/app.ts'
import { postgresPid, processorMs } from './support/processor.ts'
import { lastQuarter } from './support/quarter.ts'
import { REPLICATION, startReplica } from './support/replica.ts'

const RUNS = 20
/** Allowance for the databases' own background work. */
const IDLE_MS = 2

const { values } = parseArgs({ options: { calls: { type: 'string', default: '300000' } } })
const replicaDir = `${BENCH_DATA_DIR}-replica`
const primary = await startBackend({
  dataDir: BENCH_DATA_DIR,
  port: await freePort(),
  siteUrl: 'http://localhost:3000',
  postgres: REPLICATION,
})
try {
  await loadLargeCdr(primary.databaseUrl, { rows: Number(values.calls), months: 12, log: () => undefined })
  const replica = await startReplica(BENCH_DATA_DIR, primary.databaseUrl, replicaDir)
  try {
    await measure(replica)
  } finally {
    await replica.stop()
  }
} finally {
  await primary.stop()
}

async function measure(replica: { url: string; databaseUrl: string }): Promise<void> {
  process.env.NEXT_PUBLIC_SUPABASE_URL = primary.url
  process.env.NEXT_PUBLIC_SUPABASE_ANON_KEY = primary.anonKey
  const client = createClient<Database>(primary.url, primary.anonKey, {
    auth: { persistSession: false, autoRefreshToken: false },
    global: { fetch: fetchReports },
  })
  const { error } = await client.auth.signInWithPassword({
    email: 'superadmin@demo.test',
    password: DEMO_PASSWORD,
  })
  if (error) throw error
  const quarter = lastQuarter(new Date())
  const days = { from_day: quarter.from, until_day: quarter.until }
  const reports = {
    calls: async () => (await client.rpc('report_calls', days).throwOnError()).data,
    business: async () => (await client.rpc('report_business', days).throwOnError()).data,
  }
  await untilReplayed(replica.databaseUrl)
  console.log('| report | read from | processor ms of the database | of the replica |')
  console.log('| --- | --- | ---: | ---: |')
  for (const [name, ask] of Object.entries(reports)) {
    const without = await costOf(ask, '')
    const withReplica = await costOf(ask, replica.url)
    console.log(`| ${name} | database | ${without.database.toFixed(1)} | ${without.replica.toFixed(1)} |`)
    console.log(
      `| ${name} | replica | ${withReplica.database.toFixed(1)} | ${withReplica.replica.toFixed(1)} |`,
    )
    if (JSON.stringify(without.answer) !== JSON.stringify(withReplica.answer)) {
      console.log(`The report of ${name} differs.`)
      process.exitCode = 1
    }
    if (withReplica.database > IDLE_MS) {
      console.log('The database worked on what the replica was asked.')
      process.exitCode = 1
    }
  }
  console.log(`\nA new company was in the replica after ${await lagMs(replica.databaseUrl)} ms.`)
}

/** What a report costs both databases on average, and the last answer. */
async function costOf(ask: () => Promise<unknown>, reportsUrl: string) {
  process.env.NEXT_PUBLIC_SUPABASE_REPORTS_URL = reportsUrl
  await ask()
  const used = () => [processorMs(postgresPid(BENCH_DATA_DIR)), processorMs(postgresPid(replicaDir))] as const
  const before = used()
  let answer: unknown
  for (let run = 0; run < RUNS; run++) answer = await ask()
  const after = used()
  return { answer, database: (after[0] - before[0]) / RUNS, replica: (after[1] - before[1]) / RUNS }
}

/** Waits until the replica has all that the database has written. */
async function untilReplayed(replicaUrl: string): Promise<void> {
  const [database, replica] = await connected(primary.databaseUrl, replicaUrl)
  try {
    const { rows } = await database.query<{ written: string }>('select pg_current_wal_lsn()::text as written')
    await until(async () => {
      const text = 'select coalesce(pg_last_wal_replay_lsn() >= $1::pg_lsn, false) as done'
      return (await replica.query<{ done: boolean }>(text, [rows[0]?.written])).rows[0]?.done === true
    })
  } finally {
    await Promise.all([database.end(), replica.end()])
  }
}

/** Milliseconds until the replica has a row that was just committed; the row is removed again. */
async function lagMs(replicaUrl: string): Promise<number> {
  const [database, replica] = await connected(primary.databaseUrl, replicaUrl)
  try {
    const { rows } = await database.query<{ id: string }>(
      "insert into public.companies (name) values ('Seen by the replica') returning id",
    )
    const begun = performance.now()
    const id = rows[0]?.id
    await until(
      async () => (await replica.query('select from public.companies where id = $1', [id])).rowCount === 1,
    )
    const lag = Math.round(performance.now() - begun)
    await database.query('delete from public.companies where id = $1', [id])
    return lag
  } finally {
    await Promise.all([database.end(), replica.end()])
  }
}

async function connected(...urls: [string, string]): Promise<[pg.Client, pg.Client]> {
  const clients = urls.map((url) => new pg.Client({ connectionString: url })) as [pg.Client, pg.Client]
  await Promise.all(clients.map((client) => client.connect()))
  return clients
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await new Promise((wait) => setTimeout(wait, 5))
}
