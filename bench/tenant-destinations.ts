// Measures GET /api/tenants/{tenantId}/tenant-destinations for a tenant with 2,000 of them, as a tech: by the clock and in processor
// time of server, backend and PostgreSQL. For who asks anew, for who has the list already, and after a change of the tenant.
// Usage: npm run bench:destinations; it serves the production build with its own data (.local/bench).
import { loadavg } from 'node:os'
import pg from 'pg'
import { runningBackend } from '../local/data-dir.ts'
import { BENCH_DATA_DIR, signedInCookie, startBenchApp } from './support/app.ts'
import { processorMs } from './support/processor.ts'
import { timed } from './support/timing.ts'

const TENANT = '7d0c5d1e-0000-4000-8000-000000002000'
const DESTINATIONS = 2000
const RUNS = 200
const BUDGET_MS = 20

/** 800 extensions, which have a voicemail each, 200 ring groups and 200 IVR menus. */
const FILL = `
  insert into public.tenants (id, domain, extension_limit)
    values ('${TENANT}', 'two-thousand.pbx.example', 5000) on conflict do nothing;
  insert into public.extensions (tenant_id, extension, effective_caller_id_name)
    select '${TENANT}', (1000 + n)::text, 'Desk ' || n from generate_series(1, 800) n
    where not exists (select from public.extensions where tenant_id = '${TENANT}');
  insert into public.ring_groups (tenant_id, number, name)
    select '${TENANT}', (6000 + n)::text, 'Group ' || n from generate_series(1, 200) n
    where not exists (select from public.ring_groups where tenant_id = '${TENANT}');
  insert into public.ivr_menus (tenant_id, number, name)
    select '${TENANT}', (7000 + n)::text, 'Menu ' || n from generate_series(1, 200) n
    where not exists (select from public.ivr_menus where tenant_id = '${TENANT}');
  analyze public.destinations`

const app = await startBenchApp()
try {
  const database = new pg.Client({ connectionString: app.databaseUrl })
  await database.connect()
  await database.query(FILL)
  const address = `${app.url}/api/tenants/${TENANT}/tenant-destinations`
  const headers = { cookie: await signedInCookie() }
  const first = await fetch(address, { headers })
  if (!first.ok) throw new Error(`The app answered ${first.status}.`)
  const groups = (await first.json()) as Record<string, Record<string, string>>
  const count = Object.values(groups).reduce((sum, group) => sum + Object.keys(group).length, 0)
  if (count < DESTINATIONS) throw new Error(`The tenant has ${count} destinations only.`)
  const etag = first.headers.get('etag') ?? ''

  const ask = async (status: number, more: Record<string, string> = {}) => {
    const answer = await fetch(address, { headers: { ...headers, ...more } })
    if (answer.status !== status) throw new Error(`The app answered ${answer.status}.`)
    await answer.arrayBuffer()
  }
  await measure('the whole list', () => ask(200))
  await measure('nothing new', () => ask(304, { 'if-none-match': etag }))
  await measure('after a change', async () => {
    await database.query('update public.tenant_versions set updated_at = now() where tenant_id = $1', [
      TENANT,
    ])
    await ask(200)
  })
  await database.end()
} finally {
  await app.stop()
}

async function measure(what: string, ask: () => Promise<void>): Promise<void> {
  await timed(ask, { runs: RUNS })
  const pid = runningBackend(BENCH_DATA_DIR)?.pid ?? 0
  const before = processorMs(pid)
  const { p50, p95 } = await timed(ask, { warm: 0, runs: RUNS })
  const each = (processorMs(pid) - before) / RUNS
  console.log(
    `${what}: ${p50.toFixed(1)} ms at p50, ${p95.toFixed(1)} ms at p95 of at most ${BUDGET_MS}; ${each.toFixed(1)} ms of processor time; load ${loadavg()[0]?.toFixed(1)}`,
  )
  if (p95 > BUDGET_MS) process.exitCode = 1
}
