import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { withClient } from '../../local/database.ts'
import { CLUSTER_OWNER } from '../../local/postgres.ts'
import { loadLargeCdr } from '../../scripts/lib/large-cdr.ts'
import { loadLargeSeed } from '../../scripts/lib/large-seed.ts'

const COMPANIES = 50_000
const OPPORTUNITIES = 10_000
const CALLS = 1_000_000

/** 2,000 extensions with a phone each, 1,000 numbers, and no calls. */
export const LARGE_TENANT = '7d0c5d1e-0000-4000-8000-000000004000'

const FILL = `
  insert into public.tenants (id, domain, extension_limit)
    values ('${LARGE_TENANT}', 'four-thousand.pbx.example', 5000) on conflict do nothing;
  insert into public.extensions (tenant_id, extension, effective_caller_id_name)
    select '${LARGE_TENANT}', (2000 + n)::text, 'Desk ' || n from generate_series(1, 2000) n
    where not exists (select from public.extensions where tenant_id = '${LARGE_TENANT}');
  insert into public.devices (tenant_id, mac, label)
    select '${LARGE_TENANT}', '02:40:00:00:' || to_char(n / 100, 'FM00') || ':' || to_char(n % 100, 'FM00'), 'Desk ' || n
    from generate_series(1, 2000) n
    where not exists (select from public.devices where tenant_id = '${LARGE_TENANT}');
  insert into public.device_lines (tenant_id, device_id, extension_id, line)
    select d.tenant_id, d.id, e.id, 1 from public.devices d
    join public.extensions e on e.tenant_id = d.tenant_id and e.effective_caller_id_name = d.label
    where d.tenant_id = '${LARGE_TENANT}'
      and not exists (select from public.device_lines where tenant_id = '${LARGE_TENANT}');
  insert into public.dids (tenant_id, number, status, description, destination_id)
    select '${LARGE_TENANT}', '+9994000' || to_char(n, 'FM000000'), 'assigned', 'Line ' || n, e.id
    from generate_series(1, 1000) n
    join public.extensions e on e.tenant_id = '${LARGE_TENANT}' and e.extension = (2000 + n)::text
    where not exists (select from public.dids where tenant_id = '${LARGE_TENANT}')`

/**
 * As if each configuration had been checked, and nothing changed for an hour: the server would check 25,000 of them while it is measured,
 * and lists changed within the last minute are read twice (`haveChanged`).
 */
const RESTED = `
  update public.tenant_versions v set checked = v.version + s.version from public.tenant_versions s
  where v.tenant_id is not null and s.tenant_id is null and v.checked is distinct from v.version + s.version;
  insert into public.tenant_checks (tenant_id) select v.tenant_id from public.tenant_versions v where v.tenant_id is not null
  on conflict (tenant_id) do update set checked_at = now() where tenant_checks.checked_at < now() - interval '12 hours';
  set session_replication_role = replica;
  update public.tenant_versions set updated_at = now() - interval '1 hour' where updated_at > now() - interval '30 minutes';
  update public.list_versions set updated_at = now() - interval '1 hour' where updated_at > now() - interval '30 minutes';
  reset session_replication_role`

/** What the server and PostgreSQL would do about new data in the next minutes, which would be counted as the cost of what is measured. */
async function settle(databaseUrl: string): Promise<void> {
  // As the owner of the cluster, because only they may write a checkpoint.
  const owner = new URL(databaseUrl)
  owner.username = CLUSTER_OWNER
  await withClient(owner.href, async (database) => {
    const unsealed = 'select from public.secrets where sealed is null limit 1'
    while ((await database.query(unsealed)).rowCount) await delay(1000)
    await database.query(RESTED)
    await database.query('vacuum (analyze)')
    await database.query('checkpoint')
  })
}

/** Adds what is missing of the data of the large lists, while the app is running; the id of the tenant with most calls. */
export async function fillLargeLists(databaseUrl: string): Promise<string> {
  const database = new pg.Client({ connectionString: databaseUrl })
  await database.connect()
  try {
    const count = async (table: string) =>
      Number((await database.query(`select count(*) from public.${table}`)).rows[0].count)
    if ((await count('companies')) < COMPANIES) {
      await loadLargeSeed(databaseUrl, { companies: COMPANIES, opportunities: OPPORTUNITIES })
    }
    if ((await count('cdr')) === 0) {
      await loadLargeCdr(databaseUrl, { rows: CALLS, months: 12, log: () => undefined })
    }
    await database.query(`begin; ${FILL}; commit`)
    await settle(databaseUrl)
    const most = await database.query(
      'select tenant_id from public.cdr_daily where tenant_id is not null group by 1 order by sum(calls) desc limit 1',
    )
    return most.rows[0].tenant_id
  } finally {
    await database.end()
  }
}
