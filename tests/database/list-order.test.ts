import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { COUNTED_TO, PAGE_SIZE } from '@/lib/lists/page'
import { DEMO_ACCOUNTS } from '@/local/demo-accounts'
import { become, clusterOwnerUrl, query, rolledBack, withDatabase } from '../support/database'
import { asReader, fillLarge, TENANT, TENANTS } from '../support/large-database'
import { createScratchDatabase, type ScratchDatabase } from '../support/scratch-database'

/** Limit for pages of tables and indexes; whole tables have many times as many. */
const FEW_PAGES = 200

const SUPERADMIN = DEMO_ACCOUNTS.find(({ email }) => email.startsWith('superadmin@'))?.id ?? ''

/** Sortable columns that exist only in a list's view, so rows are sorted by them without an index. */
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

/** The lists that must be fast, with the page's tenant, if any. */
const LISTS = [
  { table: 'companies', tenant: null },
  { table: 'dids', tenant: null },
  { table: 'extensions', tenant: TENANT },
]

let database: ScratchDatabase
beforeAll(async () => {
  database = await createScratchDatabase({ seed: false })
  // As the cluster owner, who may disable triggers.
  await withDatabase(fillLarge, clusterOwnerUrl(database.url))
})
afterAll(() => database?.drop())

test('every sortable column has an index, or is listed here as computed by the view', async () => {
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

test('every list that is searched across tenants has an index, unless it searches a column of its view', async () => {
  const slow = await query(`
    select l.table_name from private.record_lists l, lateral (select format('public.%I', l.table_name)::regclass as id) target
    where l.searchable <> '{}' and not l.indexed and not private.has_column(target.id, 'tenant_id', true)
      and not exists (select 1 from unnest(l.searchable) s where not private.has_column(target.id, s))`)
  expect(slow).toEqual([])
})

describe.each(LISTS)('a page of $table', ({ table, tenant }) => {
  test.each([false, true])(
    'is read from an index in order, for any sort column (descending %s)',
    async (descending) => {
      await asReader(database.url, async (client) => {
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

  test('deep in the list is read without reading the pages before it', async () => {
    await asReader(database.url, async (client) => {
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

test('sorting ignores case and treats digits as numbers', async () => {
  const names = await asReader(database.url, async (client) => {
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
        // Concurrent writes of other tests are not seen.
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

test.each([
  ['a tenant’s name', 'select id from public.tenant_list(search => $1)', 'zebra & s'],
  ['a tenant’s domain', 'select id from public.tenant_list(search => $1)', 'd3b07384'],
  ['tenants, counted', 'select public.tenant_count(search => $1)', 'zebra'],
  ['a customer’s name', "select public.record_page('companies', search => $1)", 'zebra'],
  ['a customer’s phone', "select public.record_page('companies', search => $1)", '(555) 010-9999'],
  ['customers to choose from', "select public.offered_records('companies', '{name}', array[$1])", 'zebra'],
  ['customers, counted', "select public.record_count('companies', search => $1)", 'd3b07384'],
  ['a number', "select public.record_page('dids', search => $1)", '0019999'],
  ['numbers, counted', "select public.record_count('dids', search => $1)", 'd3b07384'],
])('searching %s uses an index', async (_name, question, words) => {
  await asReader(database.url, async (client) => {
    const read = async (search: string) => {
      const statement = question.replace('$1', `'${search}'`)
      // The first run also reads the catalog and the functions.
      await client.query(statement)
      return pagesOf(client, statement)
    }
    // No row matches, and two letters are too few for the index.
    const whole = await read('zz')
    const few = await read(words)
    expect(few).toBeLessThan(whole / 2)
  })
})

test.each(['code', 'company', 'domain', 'time_zone', 'created'])(
  'the list of tenants by %s reads a page from an index in order, the first and one deep in the list',
  async (sort) => {
    await asReader(database.url, async (client) => {
      const read = async (statement: string) => {
        // The first run also reads the catalog and the functions.
        await client.query(statement)
        return pagesOf(client, statement)
      }
      const { rows } = await client.query<{ id: string; value: string }>(
        'select id, sort_value as value from public.tenant_list(sort_by => $1, page_size => 200) offset 199',
        [sort],
      )
      const deep = `, after_value => '${rows[0]?.value}', after_id => '${rows[0]?.id}'`
      for (const after of ['', deep]) {
        // One row only, because counting the rows' uses takes more.
        const page = `select id from public.tenant_list(page_size => 1, sort_by => '${sort}'${after})`
        expect(await read(page)).toBeLessThan(2 * FEW_PAGES)
      }
    })
  },
)

test('lists are counted as far as the app says', async () => {
  expect(await query('select private.counted_to() as most')).toEqual([{ most: COUNTED_TO }])
})

test.each([
  ['zebra & s', 1],
  ['zebra', 1],
  ['ebra & son', 1],
  // Too many matches for the index, and too few characters for it.
  ['company', TENANTS - 1],
  ['& ', 1],
  ['100%', 0],
  ['_ebra', 0],
])('a search for "%s" finds %d tenants, both in the list and in the count', async (search, count) => {
  await asReader(database.url, async (client) => {
    const counted = await client.query('select public.tenant_count(search => $1) as count', [search])
    expect(counted.rows).toEqual([{ count: Math.min(count, COUNTED_TO + 1) }])
    const listed = await client.query('select id from public.tenant_list(search => $1)', [search])
    expect(listed.rows).toHaveLength(Math.min(count, 50))
  })
})

test('tenants due for a check are found by index, whatever the reason', async () => {
  await withDatabase(async (client) => {
    const dueOnes = async () => {
      await client.query('begin')
      const read = await pagesOf(client, 'select private.claim_checks(25)')
      await client.query('rollback')
      const { rows } = await client.query<{ domain: string }>(
        'select t.domain from private.claim_checks(25) d join public.tenants t on t.id = d order by 1',
      )
      return { read, domains: rows.map(({ domain }) => domain) }
    }
    await dueOnes()
    const none = await dueOnes()
    expect(none.domains).toEqual([])
    expect(none.read).toBeLessThan(FEW_PAGES)

    const { rows } = await client.query<{ id: string; domain: string }>(
      'select id, domain from public.tenants order by domain limit 3',
    )
    const [changed, old, never] = rows.map(({ id }) => `'${id}'`)
    await client.query(`
      update public.tenant_versions set updated_at = now() where tenant_id = ${changed};
      update public.tenant_checks set checked_at = now() - interval '25 hours' where tenant_id = ${old};
      update public.tenant_versions set checked = null where tenant_id = ${never}`)
    const some = await dueOnes()
    expect(some.domains).toEqual(rows.map(({ domain }) => domain))
    expect(some.read).toBeLessThan(2 * FEW_PAGES)
  }, database.url)
})

test('secrets to generate are found without reading those that are stored', async () => {
  await rolledBack(async (client) => {
    await client.query(`
      insert into public.secrets (owner_table, owner_id, field, sealed)
        select 'extensions', gen_random_uuid(), 'sip_password', 'k.' || repeat('a', 100) from generate_series(1, 10000);
      insert into public.secrets (owner_table, owner_id, field) values ('extensions', gen_random_uuid(), 'sip_password');
      analyze public.secrets`)
    const asked = 'select * from private.secrets_to_seal()'
    // The first run also reads the catalog and the functions.
    expect((await client.query(asked)).rows).toEqual([expect.objectContaining({ sealed: null })])
    expect(await pagesOf(client, asked)).toBeLessThan(FEW_PAGES / 4)
  }, database.url)
})

test.each([
  ['a search beyond the lists', "public.find_other_records('(207) 555-0143')"],
  [
    'looking for similar ones',
    "public.similar_companies(gen_random_uuid(), 'Zebra', 'zebra.example', '+12075550143')",
  ],
])('%s does not read all companies', async (_name, asked) => {
  await asReader(database.url, async (client) => {
    const { rows } = await client.query<{ pages: number }>(
      `select pg_relation_size('public.companies')::int / current_setting('block_size')::int as pages`,
    )
    const statement = `select ${asked}`
    // The first run also reads the catalog and the functions.
    await client.query(statement)
    expect(await pagesOf(client, statement)).toBeLessThan(rows[0]?.pages ?? 0)
  })
})

test.each(['used_by', 'repoint'])(
  '%s of one tenant’s extension does not read those of all tenants',
  async (asked) => {
    await rolledBack(async (client) => {
      await client.query(`
      set local session_replication_role = replica;
      insert into public.extensions (tenant_id, extension, voicemail_enabled, voicemail_attach, voicemail_keep)
        select id, '100', true, true, true from public.tenants;
      set local session_replication_role = origin`)
      const { rows } = await client.query<{ id: string }>(
        "select id from public.extensions where extension = '100' limit 1",
      )
      // Rows of a scan, and descents into an index, of which a skip scan makes one for each tenant.
      const read = async () =>
        (
          await client.query<{ read: number }>(
            `select (seq_tup_read + idx_scan)::int as read from pg_stat_xact_user_tables
             where relid = 'public.extensions'::regclass`,
          )
        ).rows[0]?.read ?? 0
      const before = await read()
      await client.query(`select public.${asked}('extensions', $1)`, [rows[0]?.id])
      expect((await read()) - before).toBeLessThan(TENANTS / 10)
    }, clusterOwnerUrl(database.url))
  },
)

/** Pages of tables and indexes a statement reads, including those read by its functions. */
async function pagesOf(client: pg.Client, statement: string): Promise<number> {
  const { rows } = await client.query(`explain (analyze, buffers, format json) ${statement}`)
  const { Plan } = rows[0]['QUERY PLAN'][0]
  return Plan['Shared Hit Blocks'] + Plan['Shared Read Blocks']
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

/** How PostgreSQL read a page's rows: the indexes, the table rows touched, and the rows sorted. */
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
