// Measures POST /api/switch/xml: directory and dialplan answers for 500 tenants with 50,000 extensions at 300 questions a second,
// each over a connection of its own as mod_xml_curl makes them, and the processor time that the server uses for an answer.
// Usage: npm run bench:switch [-- --rate N --seconds N]; the app is that of startBenchApp.
import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { Agent, request } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { createClient } from '@supabase/supabase-js'
import type pg from 'pg'
import type { Database } from '../lib/supabase/database.types.ts'
import { makeSecrets } from '../lib/vault/seal-secrets.ts'
import { parseKeys, Vault } from '../lib/vault/vault.ts'
import { runningBackend } from '../local/data-dir.ts'
import { inTransaction, withClient } from '../local/database.ts'
import { loadSecrets } from '../local/keys.ts'
import { BENCH_DATA_DIR, startBenchApp } from './support/app.ts'
import { timingTable } from './support/timing.ts'

const TENANTS = 500
const EXTENSIONS = 100
const BUDGET_MS = 10

/** Without triggers, so that it takes seconds; what they keep is made here. */
const FILL = `
  set local session_replication_role = 'replica';
  create temporary table bench_tenants on commit drop as
    select n, overlay(md5('switch bench ' || n) placing '4' from 13)::uuid as id from generate_series(1, ${TENANTS}) n;
  insert into public.tenants (id, domain, extension_limit)
    select id, 'switch-bench-' || n || '.pbx.example', 1000 from bench_tenants;
  insert into public.tenant_versions (tenant_id) select id from bench_tenants on conflict do nothing;
  insert into public.extensions (id, tenant_id, extension, effective_caller_id_name)
    select gen_random_uuid(), id, (1000 + k)::text, 'Desk ' || k from bench_tenants, generate_series(1, ${EXTENSIONS}) k;
  insert into public.destinations (id, tenant_id, kind, record_id, number, name)
    select e.id, e.tenant_id, 'extensions', e.id, e.extension, e.effective_caller_id_name
    from public.extensions e join bench_tenants t on t.id = e.tenant_id;
  insert into public.number_plan (tenant_id, number, kind, record_id, column_name, name)
    select e.tenant_id, e.extension, 'extensions', e.id, 'extension', e.effective_caller_id_name
    from public.extensions e join bench_tenants t on t.id = e.tenant_id;
  insert into public.secrets (tenant_id, owner_table, owner_id, field)
    select e.tenant_id, 'extensions', e.id, 'sip_password'
    from public.extensions e join bench_tenants t on t.id = e.tenant_id;
  select private.rebuild_snapshots()`

const { values } = parseArgs({
  options: { rate: { type: 'string', default: '300' }, seconds: { type: 'string', default: '20' } },
})
const [rate, seconds] = [Number(values.rate), Number(values.seconds)]
// An app at BENCH_URL must have been started with the same value.
const METRICS_TOKEN = (process.env.METRICS_TOKEN ??= randomBytes(16).toString('hex'))
const app = await startBenchApp()
try {
  await withClient(app.databaseUrl, fill)
  await seal()
  const credentials = await withClient(app.databaseUrl, newSwitch)
  await measure(credentials)
} finally {
  await app.stop()
}

async function fill(client: pg.Client): Promise<void> {
  const { rowCount } = await client.query(
    "select from public.tenants where domain = 'switch-bench-1.pbx.example'",
  )
  if (!rowCount) await inTransaction(client, () => client.query(FILL))
  await client.query('analyze')
}

/** Generates the passwords, as the server does within a minute. */
async function seal(): Promise<void> {
  const { serviceKey, secretsKey } = loadSecrets(BENCH_DATA_DIR)
  const url = runningBackend(BENCH_DATA_DIR)?.url ?? ''
  const admin = createClient<Database>(url, serviceKey, { auth: { persistSession: false } })
  await makeSecrets(admin, new Vault(parseKeys(secretsKey)))
}

async function newSwitch(client: pg.Client): Promise<string> {
  const [name, secret] = [`bench-${randomUUID()}`, randomBytes(32).toString('hex')]
  await client.query(
    `with made as (insert into public.switches (name, address, all_tenants) values ($1, '127.0.0.1', true) returning id)
     insert into private.switch_secrets (switch_id, sha256) select id, $2 from made`,
    [name, createHash('sha256').update(secret).digest('hex')],
  )
  return `${name}:${secret}`
}

async function measure(credentials: string): Promise<void> {
  const domainOf = (tenant: number) => `switch-bench-${1 + (tenant % TENANTS)}.pbx.example`
  const numberOf = (n: number) => String(1001 + (n % EXTENSIONS))
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
  // Every tenant once: the server then holds them all.
  const begun = performance.now()
  for (let tenant = 0; tenant < TENANTS; tenant++) await ask(credentials, directory(tenant))
  console.log(`Every tenant once: ${((performance.now() - begun) / 1000).toFixed(1)} s`)
  const processor: string[] = []
  const table = timingTable(`POST /api/switch/xml at ${rate} a second`)
  for (const [name, question] of [
    ['directory', directory],
    ['dialplan', dialplan],
  ] as const) {
    const before = await processorSeconds()
    const times = await atRate((n) => ask(credentials, question(n)))
    const used = ((await processorSeconds()) - before) * 1000
    times.sort((a, b) => a - b)
    const quantile = (share: number) => times[Math.ceil(times.length * share) - 1] ?? Number.NaN
    table.row(name, { p50: quantile(0.5), p95: quantile(0.95) }, BUDGET_MS)
    processor.push(`${name} ${(used / times.length).toFixed(2)}`)
  }
  console.log(`\nProcessor time of the server, ms an answer: ${processor.join(', ')}`)
  if (table.above.length > 0) {
    console.error(`\nAbove the budget: ${table.above.join(', ')}.`)
    process.exitCode = 1
  }
}

/** What the server's process has used so far, whatever it did. */
async function processorSeconds(): Promise<number> {
  const answer = await fetch(new URL('/api/metrics', app.url), {
    headers: { authorization: `Bearer ${METRICS_TOKEN}` },
  })
  const [, used] = /^process_cpu_seconds_total (\S+)$/m.exec(await answer.text()) ?? []
  if (used === undefined) throw new Error(`The server does not tell its processor time: ${answer.status}.`)
  return Number(used)
}

/** Sends requests at a steady rate without waiting, so that a slow response delays no other. */
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
function ask(credentials: string, fields: Record<string, string>): Promise<number> {
  const body = new URLSearchParams(fields).toString()
  const begun = performance.now()
  return new Promise((done, failed) => {
    const asking = request(
      new URL('/api/switch/xml', app.url),
      {
        method: 'POST',
        auth: credentials,
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
