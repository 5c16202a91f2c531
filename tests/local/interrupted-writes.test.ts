import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { join } from 'node:path'
import { createClient } from '@supabase/supabase-js'
import pg from 'pg'
import { beforeAll, expect, test, vi } from 'vitest'
import { importRecords } from '@/lib/records/import-records'
import { changeRecords } from '@/lib/records/record-client'
import type { Resource } from '@/lib/records/resource'
import { customer } from '@/lib/resources/customer'
import { runWonPlan } from '@/lib/sales/won-plan'
import type { Database } from '@/lib/supabase/database.types'
import { DEMO_PASSWORD } from '../../local/keys.ts'
import { postmaster, startProcess, workspace } from './support.ts'

type Client = ReturnType<typeof createClient<Database>>
type Reader = <Row>(text: string, values?: unknown[]) => Promise<Row[]>

const customers = customer as unknown as Resource
const [CODE, WON] = ['restarted', randomUUID()]

/** An action that is one transaction, how to count its stored rows, and the count when complete. */
const OPERATIONS: Record<
  string,
  {
    run(client: Client, read: Reader): Promise<unknown>
    stored(read: Reader): Promise<number>
    whole: number
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
    stored: (read) => count(read, "public.companies where name like 'Imported %'"),
    whole: 300,
  },
  'a bulk edit': {
    run: async (client, read) => {
      const rows = await read<{ id: string; version: number }>(
        "select id, version from public.companies where name like 'Imported %'",
      )
      return changeRecords(client, customers, null, rows, { website: 'moved.example' }, ['website'])
    },
    stored: (read) => count(read, "public.companies where website = 'moved.example'"),
    whole: 300,
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
      return found?.invoices ?? 0
    },
    whole: 1,
  },
  'a won plan': {
    run: async (client, read) => {
      const [opportunity] = await read<{ id: string }>(
        `select o.id from public.opportunities o join public.companies c on c.id = o.company_id
         where c.domain_uuid = $1 or (o.status not in ('won', 'lost') and c.type <> 'tenant')
         order by c.domain_uuid is null, o.id limit 1`,
        [WON],
      )
      return runWonPlan(client, opportunity?.id ?? '', {
        tenant: {
          id: WON,
          code: CODE,
          domain: `${CODE}.pbx.example`,
          time_zone: 'America/Denver',
          seats: 40,
        },
        extensions: { first: 1001, count: 40 },
        stock: [],
        subscriptions: null,
        port_order: false,
      })
    },
    stored: (read) => count(read, `public.extensions where tenant_id = '${WON}'`),
    whole: 40,
  },
}

// Failures are logged with their cause.
beforeAll(() => void vi.spyOn(console, 'error').mockImplementation(() => undefined))

async function count(read: Reader, from: string): Promise<number> {
  const [row] = await read<{ n: number }>(`select count(*)::int as n from ${from}`)
  return row?.n ?? 0
}

test.each([
  { killed: 'the backend', postgresToo: false },
  { killed: 'the backend and PostgreSQL', postgresToo: true },
])(
  'requests in progress when $killed is killed are stored whole or not at all, and once when repeated',
  { timeout: 600_000 },
  async ({ postgresToo }) => {
    const place = { ...workspace(), supabaseDir: join(import.meta.dirname, '../../supabase') }
    let server = await startProcess(place)
    for (const [name, { run, stored, whole }] of Object.entries(OPERATIONS)) {
      const before = await connected(server)
      // Audit entries are written in the same transaction as the change.
      const blocker = await databaseOf(server.databaseUrl)
      await blocker.query('begin; lock table public.audit_log in share row exclusive mode')
      const failed = run(before.client, before.read).then(
        () => undefined,
        (error: unknown) => error,
      )
      await vi.waitUntil(
        async () =>
          (await before.read("select from pg_stat_activity where wait_event_type = 'Lock'")).length > 0,
        { timeout: 60_000 },
      )
      const exited = once(server.child, 'exit')
      if (postgresToo) process.kill(postmaster(place.dataDir), 'SIGKILL')
      server.child.kill('SIGKILL')
      await exited
      expect(await failed, name).toMatchObject({
        message: expect.stringMatching(/cannot be reached|fetch failed/),
      })
      await Promise.all([before.end(), blocker.end().catch(() => undefined)])

      server = await startProcess(place)
      const after = await connected(server)
      const kept = await stored(after.read)
      expect(postgresToo ? [0] : [0, whole], name).toContain(kept)
      await run(after.client, after.read)
      expect(await stored(after.read), name).toBe(whole)
      await run(after.client, after.read)
      expect(await stored(after.read), name).toBe(whole)
      await after.end()
    }
    const stopped = once(server.child, 'exit')
    server.child.kill('SIGTERM')
    await stopped
  },
)

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
