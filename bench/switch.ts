// Measures POST /api/switch/xml: directory and dialplan answers for 500 tenants with 50,000 extensions at 300 questions a second,
// each over a connection of its own as mod_xml_curl makes them, and the processor time that the server uses for an answer.
// Usage: npm run bench:switch [-- --rate N --seconds N]; the app is that of startBenchApp.
import { createHash, randomBytes, randomUUID } from 'node:crypto'
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
import { askAsSwitch, atRate, switchQuestions } from './support/switch-questions.ts'
import { timingOf, timingTable } from './support/timing.ts'

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
  insert into public.extensions (id, tenant_id, extension, effective_caller_id_name, voicemail_enabled, voicemail_attach, voicemail_keep)
    select gen_random_uuid(), id, (1000 + k)::text, 'Desk ' || k, true, true, true from bench_tenants, generate_series(1, ${EXTENSIONS}) k;
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
  const ask = (fields: Record<string, string>) => askAsSwitch(app.url, credentials, fields)
  const domainOf = (tenant: number) => `switch-bench-${1 + (tenant % TENANTS)}.pbx.example`
  const numberOf = (n: number) => String(1001 + (n % EXTENSIONS))
  const { directory, dialplan } = switchQuestions(domainOf, numberOf)
  // Every tenant once: the server then holds them all.
  const begun = performance.now()
  for (let tenant = 0; tenant < TENANTS; tenant++) await ask(directory(tenant))
  console.log(`Every tenant once: ${((performance.now() - begun) / 1000).toFixed(1)} s`)
  const processor: string[] = []
  const table = timingTable(`POST /api/switch/xml at ${rate} a second`)
  for (const [name, question] of [
    ['directory', directory],
    ['dialplan', dialplan],
  ] as const) {
    const before = await processorSeconds()
    const times = await atRate(rate, seconds, (n) => ask(question(n)))
    const used = ((await processorSeconds()) - before) * 1000
    table.row(name, timingOf(times), BUDGET_MS)
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
