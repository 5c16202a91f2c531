import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { createClient } from '@supabase/supabase-js'
import { mapValues } from 'es-toolkit'
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { importRecords } from '@/lib/records/import-records'
import { changeRecords } from '@/lib/records/record-client'
import type { Resource } from '@/lib/records/resource'
import { customer } from '@/lib/resources/customer'
import { loadPlanStart, runWonPlan } from '@/lib/sales/won-plan'
import type { Database } from '@/lib/supabase/database.types'
import { startBackend } from '../../local/backend.ts'
import { freePort } from '../../local/free-port.ts'
import { DEMO_PASSWORD } from '../../local/keys.ts'
import {
  copyData,
  copyPreparedData,
  postmaster,
  startProcess,
  temporaryFolder,
  workspace,
} from './support.ts'

type Client = ReturnType<typeof createClient<Database>>
type Reader = <Row>(text: string, values?: unknown[]) => Promise<Row[]>

const customers = customer as unknown as Resource
const supabaseDir = join(import.meta.dirname, '../../supabase')
const [CODE, WON] = ['restarted', randomUUID()]
/** A deal with two lines and two numbers to port, and two phones in stock of three that it needs. */
const DEAL = { id: randomUUID(), company: randomUUID(), model: 'Restarted phone' }

/** What its plan was made from, since a retry sends the same plan. */
let start: Awaited<ReturnType<typeof loadPlanStart>>

/** Rows by what they are. */
type Stored = Record<string, number>

/**
 * Actions that are one transaction each and do not wait for each other: what they need, how to count the rows they store, and the counts
 * when they are complete.
 */
const OPERATIONS: Record<
  string,
  {
    prepare?(read: Reader, client: Client): Promise<unknown>
    run(client: Client, read: Reader): Promise<unknown>
    stored(read: Reader): Promise<Stored>
    whole: Stored
  }
> = {
  'an import': {
    run: (client) => {
      const rows = Array.from({ length: 300 }, (_, at) => ({
        row: at + 2,
        values: { name: `Imported ${at}` },
      }))
      return importRecords(client, customers, null, rows, false, { sentAgainAfter: [] })
    },
    stored: (read) => counts(read, { companies: "public.companies where name like 'Imported %'" }),
    whole: { companies: 300 },
  },
  'a bulk edit': {
    prepare: (read) =>
      read("insert into public.companies (name) select 'Moved ' || n from generate_series(1, 300) n"),
    run: async (client, read) => {
      const rows = await read<{ id: string; version: number }>(
        "select id, version from public.companies where name like 'Moved %'",
      )
      return changeRecords(client, customers, null, rows, { website: 'moved.example' })
    },
    stored: (read) => counts(read, { companies: "public.companies where website = 'moved.example'" }),
    whole: { companies: 300 },
  },
  'a billing run': {
    run: async (client, read) => {
      const [tenant] = await read<{ id: string }>(
        'select tenant_id as id from public.subscriptions order by starts_on, id limit 1',
      )
      const { error } = await client.rpc('run_billing_cycle', {
        tenant: tenant?.id ?? '',
        period_start: '2031-01-01',
      })
      if (error) throw error
    },
    stored: async (read) => {
      const [found] = await read<{ invoices: number; whole: boolean }>(
        `select count(distinct i.id)::int as invoices,
           coalesce(sum(distinct i.total), 0) = coalesce(sum(l.amount), 0) and count(l.id) > 0 as whole
         from public.invoices i left join public.invoice_lines l on l.invoice_id = i.id where i.period_start = '2031-01-01'`,
      )
      if (found?.invoices) expect(found.whole).toBe(true)
      return { invoices: found?.invoices ?? 0 }
    },
    whole: { invoices: 1 },
  },
  'a won plan': {
    prepare: async (read, client) => {
      await read("insert into public.companies (id, name) values ($1, 'Restarted')", [DEAL.company])
      await read(
        "insert into public.opportunities (id, company_id, name, status) values ($1, $2, 'Restarted', 'negotiation')",
        [DEAL.id, DEAL.company],
      )
      await read(
        `insert into public.opportunity_items (opportunity_id, service_id, position, quantity, monthly_price, one_off_price)
         select $1, s.id, n, n, 22 * (n - 1), 5 from generate_series(1, 2) n, (select id from public.services order by id limit 1) s`,
        [DEAL.id],
      )
      await read(
        "insert into public.opportunity_numbers (opportunity_id, number) select $1, '+1207555018' || n from generate_series(1, 2) n",
        [DEAL.id],
      )
      await read(
        "insert into public.inventory (name, model, mac) select $1, $1, '02:00:5E:00:53:0' || n from generate_series(1, 2) n",
        [DEAL.model],
      )
      start = await loadPlanStart(client, DEAL.id)
    },
    run: (client) =>
      runWonPlan(client, DEAL.id, {
        runs: 0,
        version: start?.version ?? 0,
        tenant: {
          id: WON,
          code: CODE,
          domain: `${CODE}.pbx.example`,
          time_zone: 'America/Denver',
          seats: 40,
        },
        extensions: { first: 1001, count: 40 },
        licenses: { fax: 2 },
        stock: [{ model: DEAL.model, quantity: 3 }],
        subscriptions: { starts_on: '2031-01-01', items: start?.subscriptions.map(({ id }) => id) ?? [] },
        port_order: true,
      }),
    stored: (read) =>
      counts(read, {
        tenants: `public.tenants where id = '${WON}' and extension_limit = 40`,
        customers: `public.companies where id = '${DEAL.company}' and domain_uuid = '${WON}' and tenant_code = '${CODE}'`,
        won: `public.opportunities where id = '${DEAL.id}' and status = 'won'`,
        extensions: `public.extensions where tenant_id = '${WON}'`,
        // Numbers of the tenant's plan: the extensions and the feature codes that it begins with.
        'numbered extensions': `public.number_plan p join public.extensions e on e.tenant_id = p.tenant_id and e.extension = p.number
          where p.tenant_id = '${WON}'`,
        destinations: `public.destinations d join public.extensions e on e.id = d.id where d.tenant_id = '${WON}'`,
        'fax seats': `public.licenses where tenant_id = '${WON}' and purchased = 2`,
        subscriptions: `public.subscriptions where tenant_id = '${WON}'`,
        'reserved phones': `public.inventory where company_id = '${DEAL.company}' and status = 'reserved'`,
        'ordered phones': `public.inventory where company_id = '${DEAL.company}' and status = 'ordered'`,
        'port orders': `public.port_orders where opportunity_id = '${DEAL.id}' and for_tenant_id = '${WON}'`,
        'ported numbers': `public.port_order_numbers n join public.port_orders p on p.id = n.port_order_id
          where p.opportunity_id = '${DEAL.id}'`,
        runs: `public.provisioning_runs where opportunity_id = '${DEAL.id}'`,
      }),
    whole: {
      tenants: 1,
      customers: 1,
      won: 1,
      extensions: 40,
      'numbered extensions': 40,
      destinations: 40,
      'fax seats': 1,
      subscriptions: 2,
      'reserved phones': 2,
      'ordered phones': 1,
      'port orders': 1,
      'ported numbers': 2,
      runs: 1,
    },
  },
}

// Failures are logged with their cause.
beforeAll(() => void vi.spyOn(console, 'error').mockImplementation(() => undefined))

/** The demo data, which each test starts from a copy of. The actions may wait for each other as long as they may take. */
const demo = temporaryFolder()
const demoData = join(demo, 'data')
beforeAll(async () => {
  copyPreparedData(demoData)
  const port = await freePort()
  const backend = await startBackend({ dataDir: demoData, supabaseDir, port, siteUrl: 'http://localhost' })
  const database = await databaseOf(backend.databaseUrl)
  for (const action of ['import_records', 'change_records', 'run_billing_cycle', 'run_won_plan'])
    await database.query(`alter function public.${action} set lock_timeout = '60s'`)
  await database.end()
  await backend.stop()
})
afterAll(() => rmSync(demo, { recursive: true, force: true }))

/** How many rows there are of each kind. */
async function counts(read: Reader, kinds: Record<string, string>): Promise<Stored> {
  const [row] = await read<Stored>(
    `select ${Object.entries(kinds)
      .map(([kind, from]) => `(select count(*)::int from ${from}) as "${kind}"`)
      .join(', ')}`,
  )
  return row ?? {}
}

test.each([
  { killed: 'the backend', postgresToo: false },
  { killed: 'the backend and PostgreSQL', postgresToo: true },
])(
  'requests in progress when $killed is killed are stored whole or not at all, and once when repeated, also under load',
  { timeout: 600_000 },
  async ({ postgresToo }) => {
    const place = { ...workspace({}, { fresh: true }), supabaseDir }
    copyData(demoData, place.dataDir)
    let server = await startProcess(place)
    const operations = Object.entries(OPERATIONS)
    const before = await connected(server)
    for (const [, { prepare }] of operations) await prepare?.(before.read, before.client)
    // Audit entries are written in the same transaction as the change.
    const blocker = await databaseOf(server.databaseUrl)
    await blocker.query('begin; lock table public.audit_log in share row exclusive mode')
    // All at once, because the first may wait only as long as any statement.
    const failures = operations.map(([, { run }]) =>
      run(before.client, before.read).then(
        () => undefined,
        (error: unknown) => error,
      ),
    )
    const waiting = "select from pg_locks where relation = 'public.audit_log'::regclass and not granted"
    await vi.waitUntil(async () => (await blocker.query(waiting)).rowCount === failures.length)
    const exited = once(server.child, 'exit')
    kill(server, place, postgresToo)
    await exited
    for (const [at, failed] of failures.entries())
      expect(await failed, operations[at]?.[0]).toMatchObject({
        message: expect.stringMatching(/cannot be reached|fetch failed/),
      })
    await Promise.all([before.end(), blocker.end().catch(() => undefined)])

    server = await startProcess(place)
    const after = await connected(server)
    for (const [name, { run, stored, whole }] of operations) {
      const kept = await stored(after.read)
      const none = mapValues(whole, () => 0)
      expect(postgresToo ? [none] : [none, whole], name).toContainEqual(kept)
      await run(after.client, after.read)
      expect(await stored(after.read), name).toEqual(whole)
      await run(after.client, after.read)
      expect(await stored(after.read), name).toEqual(whole)
    }
    await after.end()
    server = await killedUnderLoad(server, place, postgresToo)
    const stopped = once(server.child, 'exit')
    server.child.kill('SIGTERM')
    await stopped
  },
)

/** Kills the backend first: one that lives a moment longer than its PostgreSQL answers that the connection has ended. */
function kill(
  { child }: Awaited<ReturnType<typeof startProcess>>,
  { dataDir }: Parameters<typeof startProcess>[0],
  postgresToo: boolean,
): void {
  const database = postmaster(dataDir)
  child.kill('SIGKILL')
  if (postgresToo) process.kill(database, 'SIGKILL')
}

/** Kills the server while it is busy with writes: none that was confirmed is lost, and each is stored once when all are repeated. */
async function killedUnderLoad(
  busy: Awaited<ReturnType<typeof startProcess>>,
  place: Parameters<typeof startProcess>[0],
  postgresToo: boolean,
) {
  const ids = Array.from({ length: 100 }, () => randomUUID())
  const writeAll = ({ client }: { client: Client }, note: (id: string) => void) =>
    Promise.all(
      ids.map(async (id) => {
        const { error } = await client.from('companies').insert({ id, name: 'Written under load' })
        if (!error) note(id)
      }),
    )
  const before = await connected(busy)
  // One write waits for this row until the kill, however fast the others are stored.
  const blocker = await databaseOf(busy.databaseUrl)
  await blocker.query('begin')
  await blocker.query("insert into public.companies (id, name) values ($1, 'In the way')", [ids.at(-1)])
  const confirmed: string[] = []
  const exited = once(busy.child, 'exit')
  const writing = writeAll(before, (id) => confirmed.push(id))
  await vi.waitUntil(() => confirmed.length > 0, { timeout: 60_000, interval: 1 })
  kill(busy, place, postgresToo)
  await Promise.all([exited, writing])
  await Promise.all([before.end(), blocker.end().catch(() => undefined)])
  expect(confirmed.length).toBeLessThan(ids.length)

  const server = await startProcess(place)
  const after = await connected(server)
  const stored = async () =>
    (
      await after.read<{ id: string }>("select id from public.companies where name = 'Written under load'")
    ).map(({ id }) => id)
  expect(await stored()).toEqual(expect.arrayContaining(confirmed))
  await writeAll(after, () => undefined)
  expect((await stored()).toSorted()).toEqual(ids.toSorted())
  await after.end()
  return server
}

async function connected({
  url,
  anonKey,
  databaseUrl,
}: {
  url: string
  anonKey: string
  databaseUrl: string
}) {
  const client = createClient<Database>(url, anonKey, {
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
  })
  const { error } = await client.auth.signInWithPassword({
    email: 'superadmin@demo.test',
    password: DEMO_PASSWORD,
  })
  if (error) throw error
  const database = await databaseOf(databaseUrl)
  const read: Reader = async (text, values) => (await database.query(text, values)).rows
  return { client, read, end: () => database.end().catch(() => undefined) }
}

async function databaseOf(url: string): Promise<pg.Client> {
  const database = new pg.Client({ connectionString: url })
  database.on('error', () => undefined)
  await database.connect()
  return database
}
