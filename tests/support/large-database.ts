import type pg from 'pg'
import { become, rolledBack } from './database'

const COMPANIES = 20_000
/** Of the companies. */
export const TENANTS = 12_000
const NUMBERS = 30_000
const EXTENSIONS = 10_000

/** The tenant with the extensions. */
export const TENANT = '00000000-0000-4000-8000-000000000001'
const READER = '00000000-0000-4000-8000-00000000000a'

/**
 * A tenant with extensions, numbers of which half belong to it, companies with and without a (checked) tenant, and a
 * superadmin who reads them.
 */
export async function fillLarge(client: pg.Client): Promise<void> {
  // Building the indexes over all rows at once takes a tenth of the time.
  const { rows: indexes } = await client.query<{ name: string; definition: string }>(`
    select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition from pg_index i
    where i.indrelid in ('public.companies'::regclass, 'public.extensions'::regclass, 'public.dids'::regclass,
      'public.tenants'::regclass, 'public.tenant_versions'::regclass, 'public.tenant_checks'::regclass)
      and not exists (select 1 from pg_constraint c where c.conindid = i.indexrelid)`)
  await client.query(`
    set session_replication_role = replica;
    drop index ${indexes.map(({ name }) => name).join(', ')};
    insert into auth.users (id, email, last_sign_in_at) values ('${READER}', 'reader@example.com', now());
    insert into public.members (user_id, user_role) values ('${READER}', 'superadmin');
    insert into public.tenants (id, domain, extension_limit) values ('${TENANT}', 'large.example.com', ${EXTENSIONS});
    insert into public.tenants (domain) select 'd' || md5(n::text) || '.example.com' from generate_series(1, ${TENANTS}) n;
    insert into public.companies (name, type, status, tenant_code, domain_uuid)
      select case n when 77 then 'Zebra & Sons' else 'Company ' || md5(domain) end, 'tenant', 'active', 't' || n, id
      from (select id, domain, row_number() over (order by domain) as n from public.tenants where id <> '${TENANT}') numbered;
    insert into public.tenant_versions (tenant_id, version, checked)
      select t.id, 1000, 1000 + s.version from public.tenants t, public.tenant_versions s where s.tenant_id is null;
    insert into public.tenant_checks (tenant_id) select id from public.tenants;
    insert into public.companies (name, status, created_at)
      select 'Prospect ' || md5(n::text), (array['prospect', 'active'])[1 + n % 2], now() - n * interval '1 minute'
      from generate_series(1, ${COMPANIES - TENANTS}) n;
    insert into public.extensions (tenant_id, extension, effective_caller_id_name, voicemail_enabled, voicemail_attach, voicemail_keep, created_at)
      select '${TENANT}', (10000 + n)::text, 'Name ' || md5(n::text), true, true, true, now() - n * interval '1 minute'
      from generate_series(1, ${EXTENSIONS}) n;
    insert into public.dids (number, tenant_id, status, description, carrier, caller_id_prefix)
      select '+1207' || lpad(n::text, 7, '0'), case when n % 2 = 0 then '${TENANT}'::uuid end,
        case when n % 2 = 0 then 'assigned' else 'available' end, md5(n::text), 'Carrier ' || n % 7, n % 50
      from generate_series(1, ${NUMBERS}) n;
    ${indexes.map(({ definition }) => definition).join(';\n')};
    set session_replication_role = default`)
  // Not in a transaction.
  await client.query(`vacuum (analyze) public.companies, public.extensions, public.dids, public.tenants, public.tenant_versions,
    public.tenant_checks`)
}

/** Runs `work` as a signed-in superadmin in a transaction that is rolled back. */
export function asReader<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  return rolledBack(async (client) => {
    await become(client, READER)
    return work(client)
  }, url)
}
