import { createClient } from '@supabase/supabase-js'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest'
import { openListChannel } from '@/lib/live/list-channel'
import { DEMO_PASSWORD } from '@/local/keys'
import type { Client } from '../support/clients'
import { query, rolledBack, untilWaiting, withDatabase } from '../support/database'
import { FACTORIES } from '../support/factories'
import { insertRow } from '../support/factories/row'

const versionOf = async (table: string) =>
  Number((await query('select version from public.list_versions where table_name = $1', [table]))[0]?.version)

describe('the version of the list of stock', () => {
  const growth = async (work: () => Promise<unknown>) => {
    const before = await versionOf('inventory')
    await work()
    return (await versionOf('inventory')) - before
  }

  test('is raised once for all changes of a transaction', async () => {
    const work = () =>
      withDatabase(async (client) => {
        await client.query('begin')
        for (const name of ['One', 'Two', 'Three']) {
          await client.query('insert into public.inventory (name) values ($1)', [name])
        }
        await client.query("delete from public.inventory where name in ('One', 'Two', 'Three')")
        await client.query('commit')
      })
    expect(await growth(work)).toBe(1)
    expect(await query("select 1 from private.changed_versions where table_name = 'inventory'")).toEqual([])
  })

  test.each([
    ['an insert', "insert into public.inventory (name) values ('Alone')"],
    ['an update', "update public.inventory set location = 'Van 9' where name = 'Alone'"],
    ['a deletion', "delete from public.inventory where name = 'Alone'"],
  ])('is raised by %s alone', async (_what, statement) => {
    expect(await growth(() => query(statement))).toBe(1)
  })

  test('is not raised by a rollback or by a statement that finds no row', async () => {
    const work = async () => {
      await rolledBack((client) => client.query("insert into public.inventory (name) values ('Never')"))
      await query("update public.inventory set location = 'Nowhere' where false")
    }
    expect(await growth(work)).toBe(0)
  })
})

describe('the version of a tenant is raised once, at the end,', () => {
  /** How far it grows when this is done in one transaction. */
  async function growth(work: (client: pg.Client, tenant: string) => Promise<unknown>): Promise<number> {
    const { id: tenant } = await insertRow('tenants', await FACTORIES.tenants({ extension_limit: 9 }))
    await query(
      `insert into public.extensions (tenant_id, extension)
       select $1, (1000 + n)::text from generate_series(1, 3) n`,
      [tenant],
    )
    const text = 'select version::int from public.tenant_versions where tenant_id = $1'
    return rolledBack(async (client) => {
      const version = async () =>
        (await client.query<{ version: number }>(text, [tenant])).rows[0]?.version ?? 0
      const before = await version()
      await work(client, tenant)
      expect(await version()).toBe(before)
      await client.query('set constraints all immediate')
      return (await version()) - before
    })
  }

  test('by an import of rows with different columns', async () => {
    const rows = JSON.stringify([
      { extension: '1001', description: 'Reception' },
      { extension: '1002', location: 'Floor 2' },
      { extension: '1009' },
    ])
    const work = (client: pg.Client, tenant: string) =>
      client.query("select public.import_records('extensions', $1, '{extension}', $2, false)", [tenant, rows])
    expect(await growth(work)).toBe(1)
  })

  test('by deleting records and undoing it', async () => {
    const work = async (client: pg.Client, tenant: string) => {
      await client.query(
        `select public.delete_records('extensions', $1, (select jsonb_agg(jsonb_build_object('id', e.id, 'version', e.version))
           from public.extensions e where e.tenant_id = $1))`,
        [tenant],
      )
      await client.query(
        `select public.undo_change((select a.id from public.audit_log a
           where a.tenant_id = $1 and a.action = 'delete' limit 1), $1)`,
        [tenant],
      )
      const { rowCount } = await client.query('select from public.extensions where tenant_id = $1', [tenant])
      expect(rowCount).toBe(3)
    }
    expect(await growth(work)).toBe(1)
  })
})

test('transactions that change two tenants and a list in opposite orders both commit', async () => {
  const tenants = [(await FACTORIES.extensions()).tenant_id, (await FACTORIES.extensions()).tenant_id]
  // Each transaction has extensions of its own, so that they share nothing but the versions.
  const changes = async (extension: string) => {
    const updates = tenants.map(async (tenant_id) => {
      const { id } = await insertRow('extensions', await FACTORIES.extensions({ tenant_id, extension }))
      return `update public.extensions set call_timeout = 17 where id = '${id}'`
    })
    return [...(await Promise.all(updates)), "insert into public.inventory (name) values ('Opposite')"]
  }
  const transaction = (statements: readonly string[]) => ['begin', ...statements, 'commit'].join('; ')
  const [one, opposite] = [
    transaction(await changes('3001')),
    transaction((await changes('3002')).toReversed()),
  ]
  await withDatabase((first) =>
    withDatabase((second) =>
      rolledBack(async (holder) => {
        // Each waits for the first version it raises before it can have the next.
        await holder.query('select from public.tenant_versions where tenant_id = any ($1) for update', [
          tenants,
        ])
        await holder.query("select from public.list_versions where table_name = 'inventory' for update")
        const commits = [first.query(one), second.query(opposite)]
        await Promise.all([untilWaiting(first), untilWaiting(second)])
        await holder.query('rollback')
        await Promise.all(commits)
      }),
    ),
  )
})

describe('an open list is told', () => {
  let client: Client
  const patient = { timeout: 20_000, interval: 20 }

  beforeAll(async () => {
    client = createClient(inject('supabase').url, inject('supabase').anonKey, {
      auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
    })
    const { error } = await client.auth.signInWithPassword({
      email: 'superadmin@demo.test',
      password: DEMO_PASSWORD,
    })
    if (error) throw error
  })
  afterAll(() => client.removeAllChannels())

  test.each([
    ['inventory', 'location', 'Van 3'],
    ['dids', 'carrier', 'Another'],
    ['extensions', 'description', 'Back office'],
    ['devices', 'label', 'Reception'],
    ['device_profiles', 'description', 'For the lobby'],
    ['portal_users', 'name', 'Night desk'],
    ['port_orders', 'losing_carrier', 'Another'],
    ['voicemail_messages', 'from_name', 'Another'],
    ['faxes', 'from_station', 'Another'],
    ['mails', 'subject', 'Another'],
    ['gateways', 'description', 'Another'],
    ['switches', 'description', 'Another'],
    ['tax_jurisdictions', 'tax', 'Another'],
  ] as const)('of each change of %s', async (table, column, value) => {
    const made = await FACTORIES[table]()
    const tenantId = table !== 'dids' && 'tenant_id' in made ? String(made.tenant_id) : null
    const changed = vi.fn()
    const leave = openListChannel(client, { table, tenantId }, changed)
    // The join is confirmed before the table is followed: the first change is repeated until it is told.
    const { id } = await insertRow(table, made as never)
    await vi.waitFor(async () => {
      await query(`update public.${table} set ${column} = left(md5(random()::text), 8) where id = $1`, [id])
      expect(changed).toHaveBeenCalled()
    }, patient)
    for (const change of [
      () => query(`update public.${table} set ${column} = $2 where id = $1`, [id, value]),
      () => query(`delete from public.${table} where id = $1`, [id]),
    ]) {
      changed.mockClear()
      await change()
      await vi.waitFor(() => expect(changed).toHaveBeenCalled(), patient)
    }
    leave()
  })
})
