import type { SupabaseClient } from '@supabase/supabase-js'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Caller, type Client, callersByRole, ROLES, type Role } from '../support/clients'
import { become, query, rolledBack, storedRow } from '../support/database'
import { insertRow, type TableName } from '../support/factories/row'
import { EXPECTATIONS, type Expectation } from './access-expectations'

/** The base tables of schema public, as the database lists them. */
const tables = (
  await query<{ name: TableName }>(
    "select tablename as name from pg_tables where schemaname = 'public' order by tablename",
  )
).map(({ name }) => name)

let callers: Record<Role, Caller>
let signedInAt = 0
async function signInAnew() {
  callers = await callersByRole()
  signedInAt = Date.now()
}
beforeAll(signInAnew)

test('every table has expectations, and every expectation has a table', () => {
  expect(Object.keys(EXPECTATIONS).sort()).toEqual(tables)
})

describe.each(tables)('table %s', (table) => {
  // Members and roles can be changed only within ten minutes of a sign-in.
  beforeAll(async () => {
    if (Date.now() - signedInAt > 5 * 60_000) await signInAnew()
  })

  // A table without expectations failed above.
  const kinds: readonly Expectation<TableName>[] = EXPECTATIONS[table] ?? []
  for (const kind of kinds) {
    let made: Promise<string> | undefined
    /** A row that no test changes, shared by all tests of this kind. */
    const untouched = () => {
      made ??= make(table, kind)
      return made
    }
    describe(`rows: ${kind.rows}`, () =>
      describe.each(ROLES)('%s', (role) => operations(table, kind, role, untouched)))
  }
})

// A statement without a condition reads no column, so only its own policy applies, not the select policy.
describe.each(tables)('all rows of table %s', (table) => {
  const kinds: readonly Expectation<TableName>[] = EXPECTATIONS[table] ?? []
  const statements = {
    update: `update public.${table} set created_at = now()`,
    delete: `delete from public.${table}`,
  }
  for (const operation of ['update', 'delete'] as const) {
    const refused = ROLES.filter((role) => !kinds.some((kind) => kind[operation].includes(role)))
    test.each(refused)(`%s may not ${operation} any row`, async (role) => {
      const touched = await rolledBack(async (client) => {
        const { userId } = callers[role]
        if (userId === null) await client.query('set local role anon')
        else await become(client, userId)
        return client.query(statements[operation]).then(
          ({ rowCount }) => rowCount,
          (error: { code?: string }) => error.code,
        )
      })
      expect([0, '42501']).toContain(touched)
    })
  }
})

async function make(table: TableName, kind: Expectation<TableName>): Promise<string> {
  if ('own' in kind) throw new Error(`Rows that are a caller's own are there already: ${kind.rows}`)
  return (await insertRow(table, await kind.make())).id
}

function operations(
  table: TableName,
  kind: Expectation<TableName>,
  role: Role,
  untouched: () => Promise<string>,
): void {
  const allowed = (operation: 'select' | 'insert' | 'update' | 'delete') => kind[operation].includes(role)
  const verb = (operation: 'select' | 'insert' | 'update' | 'delete') =>
    allowed(operation) ? 'may' : 'may not'

  /** The id of a stored row of this kind to try `operation` on; undefined if the caller can have none. */
  async function stored(operation: 'select' | 'update' | 'delete'): Promise<string | undefined> {
    if ('own' in kind) return kind.own(callers[role])
    return operation === 'select' || !allowed(operation) ? untouched() : make(table, kind)
  }

  test(`${verb('select')} select`, async () => {
    const id = await stored('select')
    const found =
      (
        await rest(callers[role].client, table)
          .select('id')
          .eq('id', id ?? NO_ROW)
      ).data ?? []
    if (allowed('select')) expect(found).toEqual([expect.objectContaining({ id })])
    else expect(found).toEqual([])
    const mayNothing = EXPECTATIONS[table].every((other) => !other.select.includes(role))
    if (mayNothing) {
      const { data } = await rest(callers[role].client, table).select('id')
      expect(data ?? []).toEqual([])
    }
  })

  if ('make' in kind) {
    test(`${verb('insert')} insert`, async () => {
      const row: { id: string } & Record<string, unknown> = await kind.make()
      const { error } = await rest(callers[role].client, table).insert(row)
      const after = await storedRow(table, row.id)
      if (allowed('insert')) {
        expect(error).toBeNull()
        expect(after).toMatchObject(row)
      } else {
        expect(after).toBeUndefined()
        expect(error?.code).toBe('42501')
      }
    })
  }

  test(`${verb('update')} update`, async () => {
    const id = await stored('update')
    if (id === undefined) return
    const before = await storedRow(table, id)
    expect(before).not.toMatchObject(kind.change)
    await rest(callers[role].client, table).update(kind.change).eq('id', id)
    const after = await storedRow(table, id)
    if (allowed('update'))
      expect(after).toMatchObject({ ...kind.change, version: Number(before?.version) + 1 })
    else expect(after).toEqual(before)
  })

  test(`${verb('delete')} delete`, async () => {
    const id = await stored('delete')
    if (id === undefined) return
    const before = await storedRow(table, id)
    await rest(callers[role].client, table).delete().eq('id', id)
    expect(await storedRow(table, id)).toEqual(allowed('delete') ? undefined : before)
  })
}

const NO_ROW = '00000000-0000-4000-8000-00000000ffff'

/** The API of a table known only at run time; its rows are compared with the database. */
function rest(client: Client, table: TableName) {
  return (client as SupabaseClient).from(table)
}
