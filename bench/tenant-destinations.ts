// Measures GET /api/tenants/{tenantId}/tenant-destinations for a tenant with 2,000 of them, as a tech.
// Usage: npm run bench:destinations; it serves the production build with its own data (.local/bench).
import pg from 'pg'
import { signedInCookie, startBenchApp } from './support/app.ts'
import { timed } from './support/timing.ts'

const TENANT = '7d0c5d1e-0000-4000-8000-000000002000'
const DESTINATIONS = 2000
const RUNS = 200
const BUDGET_MS = 50

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
  await database.end()
  await measure(await signedInCookie())
} finally {
  await app.stop()
}

async function measure(cookie: string): Promise<void> {
  const ask = async () => {
    const answer = await fetch(`${app.url}/api/tenants/${TENANT}/tenant-destinations`, {
      headers: { cookie },
    })
    if (!answer.ok) throw new Error(`The app answered ${answer.status}.`)
    return (await answer.json()) as Record<string, Record<string, string>>
  }
  const count = Object.values(await ask()).reduce((sum, group) => sum + Object.keys(group).length, 0)
  if (count < DESTINATIONS) throw new Error(`The tenant has ${count} destinations only.`)
  const { p50, p95 } = await timed(ask, { warm: 10, runs: RUNS })
  console.log(
    `${count.toLocaleString('en')} destinations, ${RUNS} requests one after the other: ${p50.toFixed(1)} ms at p50, ${p95.toFixed(1)} ms at p95; the budget is ${BUDGET_MS} ms.`,
  )
  if (p95 > BUDGET_MS) process.exitCode = 1
}
