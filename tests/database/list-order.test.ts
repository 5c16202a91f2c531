import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DEMO_ACCOUNTS } from '@/local/demo-accounts'
import { become, clusterOwnerUrl, query, withDatabase } from '../support/database'
import { createScratchDatabase, type ScratchDatabase } from '../support/scratch-database'

const COMPANIES = 50_000
const NUMBERS = 100_000
const EXTENSIONS = 10_000
const PAGE_SIZE = 50

const TENANT = '00000000-0000-4000-8000-000000000001'
const READER = '00000000-0000-4000-8000-00000000000a'

const SUPERADMIN = DEMO_ACCOUNTS.find(({ email }) => email.startsWith('superadmin@'))?.id ?? ''

/** Sortable columns that only the view of a list has: its rows are sorted by them, without an index. */
const SORTED_BY_THE_VIEW: Record<string, string[]> = {
  call_center_agents: ['extension'],
  call_center_queues: ['agents'],
  device_profiles: ['device_count'],
  devices: ['profile_name'],
  dids: ['monthly_cost', 'tenant_name'],
  extensions: ['outbound_number'],
  ivr_menus: ['option_count'],
  paging_groups: ['members'],
  ring_groups: ['members'],
  switches: ['last_seen_at'],
}

/** The lists that have to be fast, with the tenant of the page, if it has one. */
const LISTS = [
  { table: 'companies', tenant: null },
  { table: 'dids', tenant: null },
  { table: 'extensions', tenant: TENANT },
]

let database: ScratchDatabase
beforeAll(async () => {
  database = await createScratchDatabase({ seed: false })
  // As the cluster's owner, who may leave triggers aside.
  await withDatabase(fill, clusterOwnerUrl(database.url))
})
afterAll(() => database?.drop())

test('every sortable column has an index, or is listed here as the view’s own', async () => {
  const columns = await withDatabase(
    async (client) =>
      (
        await client.query<{ table: string; column: string }>(`
          select l.table_name as "table", s.name as "column"
          from private.record_lists l cross join unnest(l.sortable) s (name)
          where not exists (
            select 1 from pg_index i
            where i.indrelid = format('public.%I', l.table_name)::regclass
              and pg_get_indexdef(i.indexrelid) ~ ('\\m"?' || s.name || '\\M.* id( DESC)?\\)$'))
          order by 1, 2`)
      ).rows,
    database.url,
  )
  const found: Record<string, string[]> = {}
  for (const { table, column } of columns) found[table] = [...(found[table] ?? []), column]
  expect(found).toEqual(SORTED_BY_THE_VIEW)
})

describe.each(LISTS)('a page of $table', ({ table, tenant }) => {
  test.each([false, true])(
    'is read from an index in its order, whatever the sort (descending %s)',
    async (descending) => {
      await asReader(async (client) => {
        for (const sort of await sortableOf(client, table)) {
          if (SORTED_BY_THE_VIEW[table]?.includes(sort)) continue
          const first = await planOf(client, { table, tenant, sort, descending })
          expect(first.sorted, `${sort}: rows sorted`).toBeLessThanOrEqual(PAGE_SIZE)
          expect(first.scanned, `${sort}: rows read`).toBeLessThanOrEqual(2 * PAGE_SIZE + 10)
          expect(first.indexes, sort).toContainEqual(expect.stringMatching(new RegExp(`_by_${sort}$`)))
        }
      })
    },
  )

  test('far down is read without reading the pages before it', async () => {
    await asReader(async (client) => {
      const [sort = ''] = await sortableOf(client, table)
      const { rows } = await client.query<{ id: string; value: string }>(
        `select r ->> 'id' as id, r ->> 'sort_value' as value
         from public.record_page($1, $2, null, '{}', $3, true, null, null, 200) r offset 199`,
        [table, tenant, sort],
      )
      const plan = await planOf(client, { table, tenant, sort, descending: true, after: rows[0] })
      expect(plan.scanned).toBeLessThanOrEqual(2 * PAGE_SIZE + 10)
    })
  })
})

test('case does not matter and digits count as numbers', async () => {
  const names = await asReader(async (client) => {
    const { rows } = await client.query<{ name: string }>(
      `select name from unnest(array['phone 10', 'Phone 9', 'élan', 'zoo', 'Bank', '1000', '200', '']) name
       order by name collate private.natural_order`,
    )
    return rows.map(({ name }) => name)
  })
  expect(names).toEqual(['', '200', '1000', 'Bank', 'élan', 'Phone 9', 'phone 10', 'zoo'])
})

describe('pages in either direction', async () => {
  const lists = await query<{ table: string; sortable: string[] }>(
    'select table_name as "table", sortable from private.record_lists order by 1',
  )

  test.each(lists)(
    'of $table show the same rows in the same order as one long page',
    async ({ table, sortable }) => {
      await withDatabase(async (client) => {
        // What other tests write meanwhile is not seen.
        await client.query('begin isolation level repeatable read')
        await become(client, SUPERADMIN)
        for (const sort of sortable) {
          for (const descending of [false, true]) {
            const page = async (size: number, after?: { id: string; value: string }) =>
              (
                await client.query<{ id: string; value: string }>(
                  `select r ->> 'id' as id, r ->> 'sort_value' as value
                 from public.record_page($1, null, null, '{}', $2, $3, $4, $5, $6) r`,
                  [table, sort, descending, after?.value ?? null, after?.id ?? null, size],
                )
              ).rows
            const whole = await page(40)
            const paged: typeof whole = []
            while (paged.length < whole.length) {
              const rows = await page(Math.min(9, whole.length - paged.length), paged.at(-1))
              if (rows.length === 0) break
              paged.push(...rows)
            }
            expect(paged, `${sort}, descending ${descending}`).toEqual(whole)
          }
        }
        await client.query('rollback')
      })
    },
  )
})

/** A tenant with extensions, numbers that half belong to it, companies, and a superadmin who reads. */
async function fill(client: pg.Client): Promise<void> {
  // Built over all rows at once, indexes take a tenth of the time that they take row by row.
  const { rows: indexes } = await client.query<{ name: string; definition: string }>(`
    select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition from pg_index i
    where i.indrelid in ('public.companies'::regclass, 'public.extensions'::regclass, 'public.dids'::regclass)
      and not exists (select 1 from pg_constraint c where c.conindid = i.indexrelid)`)
  await client.query(`
    set session_replication_role = replica;
    drop index ${indexes.map(({ name }) => name).join(', ')};
    insert into auth.users (id, email, last_sign_in_at) values ('${READER}', 'reader@example.com', now());
    insert into public.members (user_id, user_role) values ('${READER}', 'superadmin');
    insert into public.tenants (id, domain, extension_limit) values ('${TENANT}', 'large.example.com', ${EXTENSIONS});
    insert into public.companies (name, status, created_at)
      select 'Company ' || md5(n::text), (array['prospect', 'active'])[1 + n % 2], now() - n * interval '1 minute'
      from generate_series(1, ${COMPANIES}) n;
    insert into public.extensions (tenant_id, extension, effective_caller_id_name, created_at)
      select '${TENANT}', (10000 + n)::text, 'Name ' || md5(n::text), now() - n * interval '1 minute'
      from generate_series(1, ${EXTENSIONS}) n;
    insert into public.dids (number, tenant_id, status, description, carrier, caller_id_prefix)
      select '+1207' || lpad(n::text, 7, '0'), case when n % 2 = 0 then '${TENANT}'::uuid end,
        case when n % 2 = 0 then 'assigned' else 'available' end, md5(n::text), 'Carrier ' || n % 7, n % 50
      from generate_series(1, ${NUMBERS}) n;
    ${indexes.map(({ definition }) => definition).join(';\n')};
    set session_replication_role = default;
    analyze public.companies; analyze public.extensions; analyze public.dids; analyze public.tenants;`)
}

/** Runs `work` with the rights of a signed-in superadmin, in a transaction of which nothing stays. */
function asReader<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
  return withDatabase(async (client) => {
    await client.query('begin')
    await client.query(
      "select set_config('role', 'authenticated', true), set_config('request.jwt.claims', $1, true)",
      [JSON.stringify({ sub: READER, role: 'authenticated' })],
    )
    try {
      return await work(client)
    } finally {
      await client.query('rollback')
    }
  }, database.url)
}

async function sortableOf(client: pg.Client, table: string): Promise<string[]> {
  const { rows } = await client.query<{ sortable: string[] }>(
    'select sortable from private.record_lists where table_name = $1',
    [table],
  )
  return rows[0]?.sortable ?? []
}

interface Page {
  table: string
  tenant: string | null
  sort: string
  descending: boolean
  after?: { id: string; value: string }
}

interface PlanNode {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  Plans?: PlanNode[]
}

/** How PostgreSQL read the rows of a page: the indexes, the rows of the table that were touched, and those sorted. */
async function planOf(client: pg.Client, { table, tenant, sort, descending, after }: Page) {
  const { rows } = await client.query<{ query: string }>(
    'select private.record_page_query($1, $2, null, null, $3, $4, $5, $6, $7) as query',
    [table, tenant, sort, descending, after?.value ?? null, after?.id ?? null, PAGE_SIZE],
  )
  const explained = await client.query(`explain (analyze, format json) ${rows[0]?.query}`)
  const nodes = flatten(explained.rows[0]['QUERY PLAN'][0].Plan)
  const scans = nodes.filter((node) => node['Relation Name'] === table)
  const touched = (node: PlanNode) =>
    (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops']
  return {
    indexes: scans.map((node) => node['Index Name']),
    scanned: scans.reduce((sum, node) => sum + touched(node), 0),
    sorted: nodes
      .filter((node) => node['Node Type'].includes('Sort'))
      .reduce((most, node) => Math.max(most, node['Actual Rows'] * node['Actual Loops']), 0),
  }
}

function flatten(node: PlanNode): PlanNode[] {
  return [node, ...(node.Plans ?? []).flatMap(flatten)]
}
