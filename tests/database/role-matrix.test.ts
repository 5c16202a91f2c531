import type { SupabaseClient } from '@supabase/supabase-js'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Caller, callersByRole, type Role, ROLES } from '../support/clients'
import { query, rolledBack, type Stored, storedRow } from '../support/database'
import { insertRow, type TableName } from '../support/factories/row'
import { assignments, inserting, type Operation, OPERATIONS } from '../support/permission-probe'
import { type Attempt, attempted, type Outcome } from '../support/role-attempts'
import { type Expectation, EXPECTATIONS } from './access-expectations'

/** The base tables of schema public, as the database lists them. */
const tables = (
  await query<{ name: TableName }>(
    "select tablename as name from pg_tables where schemaname = 'public' order by tablename",
  )
).map(({ name }) => name)

/** A table without expectations fails the first test. */
const kindsOf = (table: TableName): readonly Expectation<TableName>[] => EXPECTATIONS[table] ?? []
const NO_ROW = '00000000-0000-4000-8000-00000000ffff'

let callers: Record<Role, Caller>
beforeAll(async () => {
  callers = await callersByRole()
})

test('every table has expectations, and every expectation has a table', () => {
  expect(Object.keys(EXPECTATIONS).sort()).toEqual(tables)
})

describe.each(tables)('table %s', (table) => {
  for (const kind of kindsOf(table)) {
    describe(`rows: ${kind.rows}`, () => {
      let tried: Promise<Record<Role, Tried>> | undefined
      for (const role of ROLES) {
        const may = OPERATIONS.filter((operation) => kind[operation].includes(role))
        test(`${role} may ${may.join(', ') || 'do nothing'}`, async () => {
          tried ??= tryAll(table, kind)
          const { before, made, ...found } = (await tried)[role]
          expect(found.select?.rows).toBe(may.includes('select') ? 1 : 0)

          if (found.insert && may.includes('insert')) {
            expect(found.insert.code).toBeNull()
            expect(found.insert.stored).toMatchObject(made)
          } else if (found.insert) {
            expect(found.insert).toMatchObject({ code: '42501', stored: null })
          }
          if (found.update && may.includes('update')) {
            const version = Number(before?.version) + 1
            expect(found.update.stored).toMatchObject({ ...kind.change, version })
          } else if (found.update) {
            expect(found.update.stored).toEqual(before)
          }
          if (found.delete) expect(found.delete.stored).toEqual(may.includes('delete') ? null : before)
        })
      }
    })
  }

  // A statement without a condition reads no column, so only its own policy applies, not the select policy.
  test('cannot be updated or emptied by a statement without a condition', async () => {
    const attempts = (['update', 'delete'] as const).flatMap((operation) =>
      ROLES.filter((role) => !kindsOf(table).some((kind) => kind[operation].includes(role))).map((role) => ({
        caller: callers[role],
        statement:
          operation === 'update'
            ? `update public.${table} set created_at = now()`
            : `delete from public.${table}`,
        table,
        id: NO_ROW,
      })),
    )
    const outcomes = await rolledBack((client) => attempted(client, attempts))
    expect(outcomes).toHaveLength(attempts.length)
    for (const [at, { code, rows }] of outcomes.entries())
      expect([0, '42501'], `${attempts[at]?.caller.role}: ${attempts[at]?.statement}`).toContain(code ?? rows)
  })
})

describe('through the API', () => {
  // What each role may read is tested above; here, that the API hands on who asks.
  test.each(['anon', 'tech'] as const)(
    '%s reads something from exactly the tables with rows to see',
    async (role) => {
      const caller = callers[role]
      await Promise.all(
        tables.map(async (table) => {
          const kinds = kindsOf(table).filter((kind) => kind.select.includes(role))
          const { data } = await (caller.client as SupabaseClient).from(table).select('id').limit(1)
          const own = await Promise.all(kinds.map((kind) => ('own' in kind ? kind.own(caller) : NO_ROW)))
          expect(data ?? [], table).toHaveLength(own.some(Boolean) ? 1 : 0)
        }),
      )
    },
  )
})

/** The outcomes of one role, with its row as it was and the row it inserts, if rows of the kind can be made. */
type Tried = Partial<Record<Operation, Outcome>> & { before: Stored; made: object }

/** Tries everything on a kind of rows as each role; the outcomes of one leave no trace for the next. */
async function tryAll(table: TableName, kind: Expectation<TableName>): Promise<Record<Role, Tried>> {
  const target = `public.${table}`
  const made = 'make' in kind ? await kind.make() : {}
  const shared = 'make' in kind ? (await insertRow(table, await kind.make())).id : undefined
  const tried = {} as Record<Role, Tried>
  const attempts: (Attempt & { operation: Operation })[] = []
  for (const role of ROLES) {
    const caller = callers[role]
    const id = 'own' in kind ? await kind.own(caller) : shared
    const before = id && (await storedRow(table, id))
    tried[role] = { before: before || undefined, made }
    const where = `where id = '${id ?? NO_ROW}'`
    const attempt = (operation: Operation, statement: string, more: Partial<Attempt> = {}) =>
      attempts.push({ operation, caller, statement, table, id: id ?? NO_ROW, ...more })
    attempt('select', `select from ${target} ${where}`)
    if ('make' in kind) attempt('insert', inserting(target, made), { id: (made as { id: string }).id })
    if (!before) continue
    expect(before).not.toMatchObject(kind.change)
    if (kind.update.includes(role)) {
      const change = { ...kind.change, version: Number(before.version) + 1 }
      attempt('update', `update ${target} set ${assignments(target, change)} ${where}`, { method: 'PATCH' })
    } else attempt('update', `update ${target} set ${assignments(target, kind.change)} ${where}`)
    attempt('delete', `delete from ${target} ${where}`)
  }
  const outcomes = await rolledBack((client) => attempted(client, attempts))
  for (const [at, { caller, operation }] of attempts.entries()) tried[caller.role][operation] = outcomes[at]
  return tried
}
