import { setTimeout as delay } from 'node:timers/promises'
import { createClient } from '@supabase/supabase-js'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest'
import { COUNTED, openListChannel } from '@/lib/live/list-channel'
import type { Database } from '@/lib/supabase/database.types'
import { DEMO_PASSWORD } from '@/local/keys'
import type { Client } from '../support/clients'
import { become, becomeOwner, query, rolledBack, untilWaiting, withDatabase } from '../support/database'
import { SUPERADMIN } from '../support/demo-users'
import { FACTORIES } from '../support/factories'
import { insertRow, newId, type TableName } from '../support/factories/row'
import { SEALED } from '../support/vault'

/**
 * Does this in a transaction of which nothing stays, while nobody else raises a version of a list. The versions are locked in the order in
 * which a transaction raises them.
 */
const alone = <T>(work: (client: pg.Client) => Promise<T>) =>
  rolledBack(async (client) => {
    await client.query('select from public.tenant_versions where tenant_id is null for update')
    await client.query('select from public.list_versions order by table_name for update')
    return work(client)
  })

/** The version of the list, raised as at the end of a transaction. */
async function raisedVersion(client: pg.Client, table: string): Promise<number> {
  await client.query('set constraints all immediate; set constraints all deferred')
  const text = 'select version::int from public.list_versions where table_name = $1'
  return (await client.query<{ version: number }>(text, [table])).rows[0]?.version ?? 0
}

describe('the version of the list of stock', () => {
  const growth = (...statements: string[]) =>
    alone(async (client) => {
      const before = await raisedVersion(client, 'inventory')
      for (const statement of statements) await client.query(statement)
      const after = await raisedVersion(client, 'inventory')
      const { rows } = await client.query(
        "select 1 from private.changed_versions where table_name = 'inventory'",
      )
      expect(rows).toEqual([])
      return after - before
    })
  const added = (name: string) => `insert into public.inventory (name) values ('${name}')`

  test('is raised once for all changes of a transaction', async () => {
    const names = ['One', 'Two', 'Three']
    const removal = "delete from public.inventory where name in ('One', 'Two', 'Three')"
    expect(await growth(...names.map(added), removal)).toBe(1)
  })

  test('is raised when the transaction is committed', async () => {
    const item = await insertRow('inventory', await FACTORIES.inventory())
    const raised = () =>
      query("select from public.list_versions where table_name = 'inventory' and updated_at >= $1", [
        item.created_at,
      ])
    expect(await raised()).toHaveLength(1)
  })

  test('is not raised by a rollback or by a statement that finds no row', async () => {
    expect(await growth('savepoint tried', added('Never'), 'rollback to tried')).toBe(0)
    expect(await growth("update public.inventory set location = 'Nowhere' where false")).toBe(0)
  })
})

test('the version of every counted list is raised by each insert, update and deletion alone', async () => {
  const counted = await query<{ name: TableName }>(
    `select v.table_name as name from public.list_versions v
     where to_regclass('public.' || v.table_name) is not null order by 1`,
  )
  expect(counted.length).toBeGreaterThan(10)
  for (const { name } of counted) {
    const row = await FACTORIES[name]()
    await alone(async (client) => {
      const raised: number[] = [await raisedVersion(client, name)]
      for (const change of [
        () => insertRow(name, row as never, client),
        () => client.query(`update public.${name} set updated_at = now() where id = $1`, [row.id]),
        () => client.query(`delete from public.${name} where id = $1`, [row.id]),
      ]) {
        await change()
        raised.push(await raisedVersion(client, name))
      }
      const [first = 0] = raised
      expect(raised, name).toEqual([first, first + 1, first + 2, first + 3])
    })
  }
})

test('pages follow each list whose version is counted', async () => {
  // Companies and opportunities are followed by the search.
  // Other tests make versions of lists that there are not.
  const rows = await query<{ table_name: string }>(
    `select table_name from public.list_versions
     where to_regclass(format('public.%I', table_name)) is not null and table_name not in ('companies', 'opportunities')`,
  )
  expect([...new Set(Object.values(COUNTED).flat())].sort()).toEqual(
    rows.map(({ table_name }) => table_name).sort(),
  )
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
    const work = async (client: pg.Client, tenant: string) => {
      await become(client, SUPERADMIN)
      await client.query("select public.import_records('extensions', $1, '{extension}', $2, false)", [
        tenant,
        rows,
      ])
      await becomeOwner(client)
    }
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

describe('a list may have changed within the last seconds', () => {
  test('if its own version was raised in that time, or its tenant’s', async () => {
    const { id: tenant } = await insertRow('tenants', await FACTORIES.tenants())
    const [extension, mail] = [
      await FACTORIES.extensions({ tenant_id: tenant }),
      await FACTORIES.mails({ tenant_id: tenant }),
    ]
    await alone(async (client) => {
      /** Dates both versions an hour back. */
      const anHourOld = () =>
        client.query(`set local session_replication_role = replica;
          update public.tenant_versions set updated_at = now() - interval '1 hour' where tenant_id = '${tenant}';
          update public.list_versions set updated_at = now() - interval '1 hour' where table_name = 'mails';
          set local session_replication_role = origin`)
      const within = async (minutes: number, of: string | null) => {
        await client.query('set constraints all immediate; set constraints all deferred')
        const asked = 'select public.list_changed_within($1, $2, $3) as changed'
        return (await client.query(asked, [['mails'], of, minutes * 60])).rows[0]?.changed
      }
      await anHourOld()
      expect(await within(50, tenant)).toBe(false)
      expect(await within(90, tenant)).toBe(true)
      expect(await within(90, null)).toBe(true)

      await insertRow('extensions', extension, client)
      expect(await within(50, tenant)).toBe(true)
      expect(await within(50, null)).toBe(false)

      await anHourOld()
      await insertRow('mails', mail, client)
      expect(await within(50, null)).toBe(true)
    })
  })
})

describe('an open list is told', () => {
  let client: Client
  /** Called with each answer to what a list asks when it begins to be followed. */
  const answered = vi.fn()

  beforeAll(async () => {
    client = createClient(inject('supabase').url, inject('supabase').anonKey, {
      global: {
        fetch: async (input, init) => {
          const answer = await fetch(input, init)
          if (String(input).endsWith('/list_changed_within')) answered()
          return answer
        },
      },
      auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
    })
    const { error } = await client.auth.signInWithPassword({
      email: 'superadmin@demo.test',
      password: DEMO_PASSWORD,
    })
    if (error) throw error
  })
  afterAll(() => client.removeAllChannels())

  /** How often the list of the tenant's extensions is told as soon as it is followed. */
  async function toldAtFirst(tenantId: string): Promise<number> {
    const changed = vi.fn()
    answered.mockClear()
    const leave = openListChannel(client, { table: 'extensions', tenantId }, changed)
    await vi.waitFor(() => expect(answered).toHaveBeenCalledOnce())
    // What is answered after it has been read after it.
    await client.from('list_versions').select('version').limit(1).throwOnError()
    leave()
    return changed.mock.calls.length
  }

  test('once of what changed before it was followed, and of nothing older', async () => {
    const { tenant_id } = await insertRow('extensions', await FACTORIES.extensions())
    expect(await toldAtFirst(tenant_id)).toBe(1)
    await withDatabase((database) =>
      database.query(`begin; set local session_replication_role = replica;
        update public.tenant_versions set updated_at = now() - interval '5 minutes' where tenant_id = '${tenant_id}';
        commit`),
    )
    expect(await toldAtFirst(tenant_id)).toBe(0)
  })

  test('of changes though the session’s token is known only after the socket is open', async () => {
    const { data } = await client.auth.getSession()
    const joining = Promise.withResolvers<void>()
    /** Tells when a channel asks to join, and lets the token arrive before the answer. */
    class Watched extends WebSocket {
      override send(message: string) {
        if (message.includes('phx_join')) joining.resolve()
        super.send(message)
      }
    }
    const late = createClient<Database>(inject('supabase').url, inject('supabase').anonKey, {
      realtime: { transport: Watched },
      accessToken: async () => {
        await Promise.race([joining.promise, delay(500)])
        return data.session?.access_token ?? null
      },
    })
    const item = await insertRow('inventory', await FACTORIES.inventory())
    const changed = vi.fn()
    const leave = openListChannel(late, { table: 'inventory', tenantId: null }, changed)
    await vi.waitFor(async () => {
      await query('update public.inventory set location = left(md5(random()::text), 8) where id = $1', [
        item.id,
      ])
      // The first call may be of what changed before.
      expect(changed.mock.calls.length).toBeGreaterThan(1)
    })
    leave()
  })

  test('of changes after the server has ended its channel, as for a token that expires', async () => {
    const { id, tenant_id } = await insertRow('extensions', await FACTORIES.extensions())
    const changed = vi.fn()
    const leave = openListChannel(client, { table: 'extensions', tenantId: tenant_id }, changed)
    await vi.waitFor(() => expect(changed).toHaveBeenCalledOnce())
    await client.realtime.setAuth('no token')
    await vi.waitFor(() => expect(changed).toHaveBeenCalledTimes(2))
    await query("update public.extensions set description = 'Back office' where id = $1", [id])
    await vi.waitFor(() => expect(changed).toHaveBeenCalledTimes(3))
    leave()
  })

  test('of nothing once it was left, even if it had asked before', async () => {
    const { tenant_id } = await insertRow('extensions', await FACTORIES.extensions())
    const changed = vi.fn()
    answered.mockReset().mockImplementationOnce(() => leave())
    const leave = openListChannel(client, { table: 'extensions', tenantId: tenant_id }, changed)
    await vi.waitFor(() => expect(answered).toHaveBeenCalledOnce())
    await client.from('list_versions').select('version').limit(1).throwOnError()
    expect(changed).not.toHaveBeenCalled()
  })

  /** Lists of the records of all tenants. */
  const OF_ALL = ['dids', 'notes', 'tasks']

  test.each([
    ['inventory', 'location', 'Van 3'],
    ['dids', 'carrier', 'Another'],
    ['extensions', 'description', 'Back office'],
    ['devices', 'label', 'Reception'],
    ['device_profiles', 'description', 'For the lobby'],
    ['portal_users', 'name', 'Night desk'],
    ['port_orders', 'losing_carrier', 'Another'],
    ['quotes', 'terms', 'Another'],
    ['notes', 'body', 'Another'],
    ['tasks', 'name', 'Another'],
    ['number_coverage', 'carrier', 'Another'],
    ['tenants', 'suspension_reason', 'Another'],
    ['voicemail_messages', 'from_name', 'Another'],
    ['faxes', 'from_station', 'Another'],
    ['mails', 'subject', 'Another'],
    ['gateways', 'description', 'Another'],
    ['switches', 'description', 'Another'],
    ['tax_jurisdictions', 'tax', 'Another'],
    ['services', 'description', 'Another'],
  ] as const)('of each change of %s', async (table, column, value) => {
    const made = await FACTORIES[table]()
    const tenantId = 'tenant_id' in made && !OF_ALL.includes(table) ? String(made.tenant_id) : null
    const changed = vi.fn()
    const leave = openListChannel(client, { table, tenantId }, changed)
    // The join is confirmed before the table is followed: the first change is repeated until it is told.
    const { id } = await insertRow(table, made as never)
    await vi.waitFor(async () => {
      await query(`update public.${table} set ${column} = left(md5(random()::text), 8) where id = $1`, [id])
      expect(changed).toHaveBeenCalled()
    })
    for (const change of [
      () => query(`update public.${table} set ${column} = $2 where id = $1`, [id, value]),
      () => query(`delete from public.${table} where id = $1`, [id]),
    ]) {
      changed.mockClear()
      await change()
      await vi.waitFor(() => expect(changed).toHaveBeenCalled())
    }
    leave()
  })
})

describe('the servers that hold the requests of switches’ agents are told', () => {
  /** How far the version of their news grows. */
  const growth = (work: (client: pg.Client, switchId: string) => Promise<unknown>) =>
    alone(async (client) => {
      const { id } = await insertRow('switches', await FACTORIES.switches(), client)
      const before = await raisedVersion(client, 'switch_news')
      await work(client, id)
      await becomeOwner(client)
      return (await raisedVersion(client, 'switch_news')) - before
    })
  const asSuperadmin =
    (text: string): Parameters<typeof growth>[0] =>
    async (client, id) => {
      await become(client, SUPERADMIN)
      await client.query(text, [id])
    }
  const ordered = `insert into private.voicemail_commands (id, switch_id, command, domain, extension_id, uuid)
    values ('${newId()}', $1, 'mark', 'news.example', '${newId()}', gen_random_uuid())`

  test.each<[string, Parameters<typeof growth>[0]]>([
    [
      'a changed switch',
      (client, id) =>
        client.query('update public.switches set description = $2 where id = $1', [id, 'Attic']),
    ],
    ['a new secret', asSuperadmin('select public.renew_switch_secret($1)')],
    ['an order for a message', (client, id) => client.query(ordered, [id])],
    [
      'a changed gateway',
      async (client) => {
        const { id } = await insertRow('gateways', await FACTORIES.gateways(), client)
        await client.query("update public.gateways set description = 'Spare' where id = $1", [id])
      },
    ],
    [
      'a gateway’s password',
      (client) =>
        client.query(
          `insert into public.secrets (owner_table, owner_id, field, sealed)
           select 'gateways', g.id, 'password', $1 from public.gateways g
           where not exists (select from public.secrets s where s.owner_id = g.id) limit 1`,
          [SEALED],
        ),
    ],
  ])('of %s', async (_what, work) => {
    expect(await growth(work)).toBe(1)
  })

  test('of nothing by statements that find no row', async () => {
    const statements = ['switches', 'switch_tenants', 'gateways'].map(
      (table) => `delete from public.${table} where $1::uuid is null`,
    )
    const work: Parameters<typeof growth>[0] = async (client, id) => {
      for (const statement of statements) await client.query(statement, [id])
    }
    expect(await growth(work)).toBe(0)
  })
})
