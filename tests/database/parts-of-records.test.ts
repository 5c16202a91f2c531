import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { query } from '../support/database'
import { FACTORIES } from '../support/factories'
import { insertRow, type TableName } from '../support/factories/row'
import { ownerClient } from '../support/owner-client'
import { type Actor, inserting, makeActors, triedAs, type Way } from '../support/permission-probe'

/** Parts that whoever may create their record adds to it. */
const PARTS = await query<{ table: TableName; section: string; whole: TableName; column: string }>(`
  select r.table_name as table, r.section, r.part_of as whole, r.part_column as column from private.record_tables r
  where r.part_of is not null and 'create' = any (r.may_create) order by r.table_name`)

const client = ownerClient()
let actors: Map<string, Actor>
beforeAll(async () => {
  const ways = [...new Set(PARTS.map(({ section }) => section))].flatMap((section) =>
    ['create', 'delete'].map((action) => `${section}.${action}` as Way),
  )
  actors = new Map((await makeActors(client(), [...new Set(ways)])).map((actor) => [actor.name, actor]))
})

// No test's locks last for the whole file, in which other tests would wait for them.
beforeEach(() => client().query('savepoint test'))
afterEach(() => client().query('rollback to test'))

type Make = (given?: object) => Promise<Record<string, unknown> & { id: string }>
const maker = (table: TableName) => FACTORIES[table as keyof typeof FACTORIES] as unknown as Make

describe.each(PARTS)('$table', ({ table, section, whole, column }) => {
  const tried = async (right: string, statement: string) => {
    const actor = actors.get(`${section}.${right}`)
    return actor && (await triedAs(client(), { statement }, [actor]))[actor.name]
  }

  test('are added to a new record by whoever may create it, and to no other', async () => {
    const existing = await maker(table)()
    expect(await tried('create', inserting(`public.${table}`, existing))).toMatch(/^42501 /)
    // The same record, made in this transaction.
    const { rows } = await client().query<{ row: object; columns: string[] }>(
      `select to_jsonb(t) as row, private.writable_columns($2) as columns from public.${whole} t where t.id = $1`,
      [existing[column], `public.${whole}`],
    )
    const columns = ['id', ...(rows[0]?.columns ?? [])].join(', ')
    await client().query(`delete from public.${whole} where id = $1`, [existing[column]])
    await client().query(
      `insert into public.${whole} (${columns}) select ${columns} from jsonb_populate_record(null::public.${whole}, $1)`,
      [rows[0]?.row],
    )
    expect(await tried('create', inserting(`public.${table}`, existing))).toBe('1')
    expect(await tried('delete', inserting(`public.${table}`, existing))).toMatch(/^42501 /)
  })

  test('are added to what the same run of requests has made before', async () => {
    const existing = await maker(table)()
    const made = await query<{ transaction_id: string }>(
      `select transaction_id from public.audit_log where table_name = $1 and record_id = $2 and action = 'insert'`,
      [whole, existing[column]],
    )
    await client().query("select set_config('app.run_transaction', $1, true)", [made[0]?.transaction_id])
    expect(await tried('create', inserting(`public.${table}`, existing))).toBe('1')
    await client().query("select set_config('app.run_transaction', '', true)")
  })

  test('are not added to what somebody else has made since a run of requests began', async () => {
    const existing = await maker(table)()
    await client().query(
      "select set_config('app.run_at', (now() - interval '1 hour')::text, true), set_config('app.run_transaction', '1', true)",
    )
    expect(await tried('create', inserting(`public.${table}`, existing))).toMatch(/^42501 /)
    await client().query(
      "select set_config('app.run_at', '', true), set_config('app.run_transaction', '', true)",
    )
  })

  test('are not removed by whoever may only delete records', async () => {
    const { id } = await insertRow(table, (await maker(table)()) as never)
    expect(await tried('delete', `delete from public.${table} where id = '${id}'`)).toBe('0')
  })
})
