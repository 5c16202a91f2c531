import type pg from 'pg'
import { describe, expect, test } from 'vitest'
import { become, query, withDatabase } from '../support/database'
import { SUPERADMIN } from '../support/demo-users'
import { uniqueMac } from '../support/factories/row'
import { FREE_PHONE, TENANT_FUNCTIONS, WITHOUT_TENANT } from '../support/tenant-functions'
import { ownRow, rowsOf } from '../support/tenant-rows'

interface Routine {
  name: string
  arguments: string[]
  takes_id: boolean
}

const routines = await query<Routine>(`
  select p.proname as name, coalesce(p.proargnames[1:p.pronargs], '{}') as arguments,
    'uuid'::regtype = any (p.proargtypes) or 'uuid[]'::regtype = any (p.proargtypes) as takes_id
  from pg_proc p
  where p.pronamespace = 'public'::regnamespace
    and not exists (select 1 from pg_depend d where d.objid = p.oid and d.deptype = 'e')
  order by 1`)
const namesATenant = (routine: Routine) => routine.arguments.some((name) => /^tenants?$/.test(name))

test('every function with a tenant argument is covered here', () => {
  expect(routines.filter(namesATenant).map(({ name }) => name)).toEqual(Object.keys(TENANT_FUNCTIONS))
})

test('every other function with an id argument states here why it takes no tenant', () => {
  const others = routines.filter((routine) => routine.takes_id && !namesATenant(routine))
  expect(others.map(({ name }) => name)).toEqual(Object.keys(WITHOUT_TENANT))
})

/** Two tenants of the demo data with records of every kind. */
const [here = '', there = ''] = (
  await query<{ id: string }>(`
    select c.domain_uuid as id from public.companies c
    where c.name in ('Harbor Lane Dental', 'Oakmont Property Group') order by c.name`)
).map(({ id }) => id)

/** As a superadmin who has just signed in, or as the server, with a fixed snapshot of the database. */
function attempt<T>(asService: boolean | undefined, work: (client: pg.Client) => Promise<T>): Promise<T> {
  return withDatabase(async (client) => {
    await client.query('begin isolation level repeatable read')
    try {
      await client.query(
        `insert into public.inventory (id, name, mac, model, status) values ($1, 'Desk phone', $2, 'T54W', 'in_stock')`,
        [FREE_PHONE, uniqueMac()],
      )
      if (!asService) await become(client, SUPERADMIN)
      return await work(client)
    } finally {
      await client.query('rollback')
    }
  })
}

/** The function's result, row by row, with named arguments. */
async function call(client: pg.Client, name: string, given: Record<string, unknown>): Promise<unknown[]> {
  const places = Object.keys(given).map((argument, place) => `${argument} => $${place + 1}`)
  const text = `select to_jsonb(f) as answer from public.${name}(${places.join(', ')}) f`
  return (await client.query(text, Object.values(given))).rows.map(({ answer }) => answer)
}

/** All rows of the tenants, read past the policies. */
async function rowsPast(client: pg.Client, tenants: readonly string[]): Promise<string[]> {
  const { rows } = await client.query<{ role: string }>("select current_setting('role') as role")
  await client.query('reset role')
  const found = await rowsOf(tenants, client)
  await client.query("select set_config('role', $1, true)", [rows[0]?.role])
  return found
}

const bounds = Object.entries(TENANT_FUNCTIONS)

describe.each(bounds.flatMap(([name, bound]) => ('shows' in bound ? [{ name, ...bound }] : [])))(
  '$name',
  ({ name, shows, asService }) => {
    test('returns nothing from another tenant', async () => {
      const answers = await attempt(asService, (client) => call(client, name, { tenant: here, ...shows }))
      const text = JSON.stringify(answers)
      const theirs = (await rowsOf([there])).map((row) => /"id": "([0-9a-f-]{36})"/.exec(row)?.[1] ?? '')
      expect(theirs.length).toBeGreaterThan(50)
      expect(theirs.filter((id) => text.includes(id))).toEqual([])
      expect(text).not.toContain(there)
    })
  },
)

describe.each(bounds.flatMap(([name, bound]) => ('changes' in bound ? [{ name, ...bound }] : [])))(
  '$name',
  ({ name, changes }) => {
    test('changes nothing in another tenant', async () => {
      const { tenant_id: tenant } = await ownRow('subscriptions')
      await attempt(false, async (client) => {
        const before = await rowsPast(client, [there])
        await call(client, name, { tenant, ...changes })
        expect(await rowsPast(client, [there])).toEqual(before)
      })
    })
  },
)

describe.each(bounds.flatMap(([name, bound]) => ('refuses' in bound ? [{ name, ...bound }] : [])))(
  '$name',
  ({ name, refuses, call: argumentsOf, with: code, answers, asService }) => {
    test('rejects a record of another tenant', async () => {
      const own = await ownRow(refuses)
      const foreign = await ownRow(refuses)
      const given = { tenant: own.tenant_id, ...argumentsOf(foreign) }
      await attempt(asService, async (client) => {
        const before = await rowsPast(client, [foreign.tenant_id])
        await client.query('savepoint attempt')
        if (code) {
          await expect(call(client, name, given)).rejects.toMatchObject({ code })
          await client.query('rollback to savepoint attempt')
        } else {
          expect((await call(client, name, given))[0]).toEqual(answers)
        }
        expect(await rowsPast(client, [foreign.tenant_id])).toEqual(before)
      })
    })

    test('accepts a record of its own tenant', async () => {
      const own = await ownRow(refuses)
      await attempt(asService, async (client) => {
        const given = { tenant: own.tenant_id, ...argumentsOf(own) }
        const done = await call(client, name, given).catch((error: { code?: string }) => error.code)
        // For example, an invoice without lines cannot be issued either, but for another reason.
        expect(done).not.toBe(code ?? 'none')
      })
    })
  },
)
