import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { expect, test } from 'vitest'
import { become, clusterOwnerUrl, rolledBack } from '../support/database'
import { insertTenant, newTenant } from '../support/factories/companies'
import { newSwitch } from '../support/factories/gateways'
import { insertRow, unique } from '../support/factories/row'
import { newOpportunity } from '../support/factories/sales'
import { newExtension, newTenantNumber } from '../support/factories/telephony'

const ADMIN = '00000000-0000-4000-8000-000000000002'
const TECH = '00000000-0000-4000-8000-000000000003'
/** How many rows there are of what must not all be read. */
const MANY = 1500

/** Rows that this transaction has read of a table, in whole or by an index. */
async function readOf(client: pg.Client, table: string): Promise<number> {
  const { rows } = await client.query<{ read: string }>(
    `select coalesce(sum(seq_tup_read + coalesce(idx_tup_fetch, 0)), 0) as read
     from pg_stat_xact_user_tables where schemaname = 'public' and relname = $1`,
    [table],
  )
  return Number(rows[0]?.read)
}

/** Rows of a table that a statement reads, with the functions that it calls. */
async function rowsRead(
  client: pg.Client,
  table: string,
  statement: string,
  values: unknown[],
): Promise<number> {
  const before = await readOf(client, table)
  await client.query(statement, values)
  return (await readOf(client, table)) - before
}

async function manyExtensions(client: pg.Client, howMany = MANY) {
  const tenant = await insertRow('tenants', await newTenant({ extension_limit: howMany }), client)
  await client.query(
    `insert into public.extensions (tenant_id, extension)
     select $1, (10000 + n)::text from generate_series(1, $2::int) n`,
    [tenant.id, howMany],
  )
  return tenant
}

test('what uses a record is looked for in its own tenant', async () => {
  await rolledBack(async (client) => {
    // Of many tenants: an index that begins with the tenant is searched once for each. Their triggers take most of the time.
    await client.query('set local session_replication_role = replica')
    await client.query(
      `with tenants as (
         insert into public.tenants (domain, time_zone)
         select gen_random_uuid() || '.pbx.example', 'America/Denver' from generate_series(1, $1::int) returning id
       )
       insert into public.extensions (tenant_id, extension, voicemail_enabled, voicemail_attach, voicemail_keep)
       select t.id, '1001', true, true, true from tenants t`,
      [MANY],
    )
    await client.query('set local session_replication_role = default; set local role postgres')
    const tenant = await insertRow('tenants', await newTenant(), client)
    const of = { tenant_id: tenant.id }
    const { id } = await insertRow('extensions', await newExtension(of), client)
    const number = await insertRow('dids', await newTenantNumber(of), client)
    await client.query('analyze public.extensions')
    const used = await rowsRead(client, 'extensions', "select * from public.used_by('extensions', $1)", [id])
    expect(used).toBeLessThan(100)
    const released = "update public.dids set tenant_id = null, status = 'available' where id = $1"
    expect(await rowsRead(client, 'extensions', released, [number.id])).toBeLessThan(100)
    const deleted = "select public.repoint('extensions', $1, delete_after => true)"
    expect(await rowsRead(client, 'extensions', deleted, [id])).toBeLessThan(100)
  }, clusterOwnerUrl())
})

test('the phones of a list’s rows are looked for by those rows', async () => {
  await rolledBack(async (client) => {
    const { id: tenant } = await manyExtensions(client)
    const { id: at } = await insertRow('switches', await newSwitch(), client)
    await client.query(
      `insert into public.registrations
         (switch_id, tenant_id, extension_id, call_id, contact, address, port, agent, transport, registered_at, reported_at)
       select $2, e.tenant_id, e.id, e.extension, 'sip:x@192.0.2.20', '192.0.2.20', 5060, 'Snom', 'udp', now(), now()
       from public.extensions e where e.tenant_id = $1`,
      [tenant, at],
    )
    await client.query('analyze public.extensions, public.registrations')
    const read = await rowsRead(
      client,
      'registrations',
      `select * from private.owned_phones($1, array(select e.id from public.extensions e where e.tenant_id = $1 limit 50))`,
      [tenant],
    )
    expect(read).toBeGreaterThanOrEqual(50)
    expect(read).toBeLessThan(200)
  })
})

test.each(['note', 'task'])(
  'the %ss about a customer are found without reading those about others',
  async (kind) => {
    const { company, tenant } = await insertTenant(`Noted ${unique()}`)
    const opportunity = await insertRow('opportunities', await newOpportunity({ company_id: company.id }))
    const subjects = { company_id: company.id, opportunity_id: opportunity.id, tenant_id: tenant.id }
    const table = `${kind}s`
    await rolledBack(async (client) => {
      // The others' subjects need not exist.
      await client.query('set local session_replication_role = replica')
      for (const [column, id] of Object.entries(subjects))
        await client.query(
          `insert into public.${table} (${column}, ${kind === 'note' ? 'body' : 'name'})
         select case n when 1 then $1 else gen_random_uuid() end, 'Call back' from generate_series(1, $2::int) n`,
          [id, MANY],
        )
      await client.query(`analyze public.${table}`)
      await become(client, ADMIN)
      const asked = `select * from public.${kind}_list where customer_id = $1`
      expect((await client.query(asked, [company.id])).rows).toHaveLength(3)
      expect(await rowsRead(client, table, asked, [company.id])).toBeLessThan(100)
    }, clusterOwnerUrl())
  },
)

test('a list is counted in its table, unless a filter needs its view', async () => {
  await rolledBack(async (client) => {
    await client.query("set local track_functions = 'all'")
    await become(client, ADMIN)
    const namesRead = async (filters: object) => {
      await client.query("select public.record_count('companies', filters => $1)", [filters])
      const { rows } = await client.query<{ calls: string }>(
        "select calls from pg_stat_xact_user_functions where funcname = 'staff_names'",
      )
      return Number(rows[0]?.calls ?? 0)
    }
    // The view reads the names of the staff.
    expect(await namesRead({ status: 'active' })).toBe(0)
    expect(await namesRead({ in_pipeline: true })).toBe(1)
  }, clusterOwnerUrl())
})

test('tenants taken off a switch’s list are looked for by themselves, and none if it serves all from then on', async () => {
  const LISTED = 300
  await rolledBack(async (client) => {
    const { id: at } = await insertRow('switches', await newSwitch({ all_tenants: false }), client)
    await client.query(
      `with tenants as (
         insert into public.tenants (domain, time_zone)
         select gen_random_uuid() || '.pbx.example', 'America/Denver' from generate_series(1, $2::int) returning id
       ), listed as (
         insert into public.switch_tenants (switch_id, tenant_id) select $1, t.id from tenants t
       ), phones as (
         insert into public.extensions (tenant_id, extension) select t.id, '1001' from tenants t returning id, tenant_id
       )
       insert into public.registrations
         (switch_id, tenant_id, extension_id, call_id, contact, address, port, agent, transport, registered_at, reported_at)
       select $1, e.tenant_id, e.id, '1001', 'sip:x@192.0.2.20', '192.0.2.20', 5060, 'Snom', 'udp', now(), now() from phones e`,
      [at, LISTED],
    )
    await client.query('set constraints all immediate')
    await client.query('analyze public.tenants, public.switch_tenants, public.registrations')
    const ten = `delete from public.switch_tenants
      where id in (select id from public.switch_tenants where switch_id = $1 limit 10)`
    expect(await rowsRead(client, 'registrations', ten, [at])).toBeLessThan(100)
    await client.query('update public.switches set all_tenants = true where id = $1', [at])
    const all = 'delete from public.switch_tenants where switch_id = $1'
    expect(await rowsRead(client, 'registrations', all, [at])).toBeLessThan(3 * LISTED)
    const { rows } = await client.query(
      'select count(*)::int as lost from public.registrations where switch_id = $1 and lost_at is not null',
      [at],
    )
    expect(rows).toEqual([{ lost: 10 }])
  })
})

/** So many that a plan which reads all of them costs clearly more. */
const CALLS = 4 * MANY

test('counts and changes of calls in progress do not read all calls', async () => {
  await rolledBack(async (client) => {
    // Of many tenants: the plan for any tenants expects ten of them, which must be few.
    const { rows: tenants } = await client.query<{ domain: string }>(
      `insert into public.tenants (domain, time_zone)
       select gen_random_uuid() || '.pbx.example', 'America/Denver' from generate_series(1, 300) returning domain`,
    )
    const { id: at } = await insertRow('switches', await newSwitch(), client)
    await client.query('insert into private.switch_secrets (switch_id, sha256) values ($1, $2)', [
      at,
      'a'.repeat(64),
    ])
    const calls = Array.from({ length: CALLS }, (_, n) => ({
      call_uuid: randomUUID(),
      domain: tenants[n % tenants.length]?.domain,
      direction: 'inbound',
      caller_number: '+12075550123',
      caller_name: '',
      called_number: '+12075550140',
      state: 'ringing',
      started_at: '2026-01-05T09:00:00Z',
      state_at: '2026-01-05T09:00:00Z',
    }))
    const run = randomUUID()
    const report = 'select private.store_live_calls($1, $2, $3, $4, $5, $6)'
    await client.query(report, [at, run, 1, true, JSON.stringify(calls), []])
    // And of many switches with few calls: the plan for any switch expects few calls of each.
    for (const call of calls.slice(0, 30)) {
      const { id: other } = await insertRow('switches', await newSwitch(), client)
      await client.query('insert into private.switch_secrets (switch_id, sha256) values ($1, $2)', [
        other,
        other.replaceAll('-', '').padEnd(64, '0'),
      ])
      await client.query(report, [
        other,
        run,
        1,
        true,
        JSON.stringify([{ ...call, call_uuid: randomUUID() }]),
        [],
      ])
    }
    await client.query('analyze public.live_calls')
    // The plan for any report, which is what is kept after five.
    await client.query("set local plan_cache_mode = 'force_generic_plan'")
    const over = [at, run, 2, false, '[]', [calls[0]?.call_uuid]]
    expect(await rowsRead(client, 'live_calls', report, over)).toBeLessThan(100)
    await become(client, TECH)
    const reads = async (statement: string, values: unknown[]) =>
      rowsRead(client, 'live_calls', statement, values)
    expect(await reads('select public.calls_now()', [])).toBeLessThan(100)
    expect(await reads('select * from public.live_counts($1)', [[randomUUID()]])).toBeLessThan(100)
    // Those in progress are counted; only the changed ones are read beside.
    const since = Number.MAX_SAFE_INTEGER
    expect(await reads('select public.live_calls_since(null, $1)', [since])).toBeLessThan(CALLS + 100)
    expect(await reads('select public.live_calls_since($1, $2)', [randomUUID(), since])).toBeLessThan(100)
  })
})

interface PlanNode {
  'Relation Name'?: string
  'CTE Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  'Rows Removed by Join Filter'?: number
  Plans?: PlanNode[]
}
/** Other tables hold what the tests beside this one store, and are read whole while they are small. */
const ofWaits = (node: PlanNode) =>
  node['CTE Name'] !== undefined || /^(queue_waits|cdr|live_calls)/.test(node['Relation Name'] ?? '')
const visitedBy = (node: PlanNode): number =>
  (ofWaits(node) ? (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops'] : 0) +
  (node['Rows Removed by Join Filter'] ?? 0) * node['Actual Loops'] +
  (node.Plans ?? []).reduce((visited, part) => visited + visitedBy(part), 0)

test.each(['queue_board', 'call_center_figures'])(
  '%s reads each wait and each call a few times, however many agents there are',
  async (name) => {
    const WAITS = 400
    const visited = (agents: number) =>
      rolledBack(async (client) => {
        const { id: tenant } = await manyExtensions(client, agents)
        const { id: at } = await insertRow('switches', await newSwitch(), client)
        await client.query(
          `with queue as (
           insert into public.call_center_queues (tenant_id, name, number) values ($1, 'Support', '7000') returning id
         ), agents as (
           insert into public.call_center_agents (tenant_id, name, extension_id)
           select $1, e.extension, e.id from public.extensions e where e.tenant_id = $1 returning id
         ), calls as (
           insert into public.live_calls (tenant_id, switch_id, call_uuid, direction, caller_number, caller_name, called_number, state,
             started_at, state_at, change)
           select $1, $2, gen_random_uuid(), 'inbound', '+12075550123', '', '+12075550140', 'talking', now(), now(), 1
           from generate_series(1, $3::int)
         ), ended as (
           insert into public.cdr (tenant_id, id, call_uuid, start_at, end_at, direction, status)
           select $1, id, id, now(), now(), 'inbound', 'answered' from (select gen_random_uuid() as id from generate_series(1, $3::int)) c
           returning id
         )
         insert into public.queue_waits (tenant_id, switch_id, queue_id, call_uuid, caller_number, joined_at, left_at, outcome, agent_id)
         select $1, $2, q.id, e.id, '+12075550123', now(), now(), 'answered', a.id
         from queue q, ended e, (select id from agents limit 1) a`,
          [tenant, at, WAITS],
        )
        const { rows } = await client.query<{ body: string }>(
          'select prosrc as body from pg_proc where oid = $1::regprocedure',
          [`public.${name}(uuid)`],
        )
        await client.query('analyze public.call_center_agents, public.cdr, public.queue_waits')
        await client.query('deallocate all')
        await become(client, TECH)
        await client.query(`prepare answer (uuid) as ${rows[0]?.body}`)
        const plan = await client.query(`explain (analyze, format json) execute answer ('${tenant}')`)
        return visitedBy(plan.rows[0]['QUERY PLAN'][0].Plan)
      })
    const [few, many] = [await visited(5), await visited(25)]
    expect(few).toBeGreaterThan(WAITS)
    expect((many - few) / 20).toBeLessThan(WAITS / 2)
  },
)
