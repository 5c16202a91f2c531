import { expect, test } from 'vitest'
import { undoingOf } from '@/lib/trail/change'
import type { TrailRow } from '@/lib/trail/pages'
import { become, query, storedRow, withDatabase } from '../support/database'
import { SUPERADMIN } from '../support/demo-users'
import { FACTORIES } from '../support/factories'
import { insertRow } from '../support/factories/row'

/** Rows that come and go with another record: a tenant's feature codes, restricted columns, destinations outside the tenant. */
const WITH_ANOTHER = ['company_accounts', 'destinations', 'did_costs', 'feature_codes']

const tables = await query<{ table: keyof typeof FACTORIES }>(
  `select distinct c.relname::text as table from pg_trigger t
   join pg_class c on c.oid = t.tgrelid join pg_proc p on p.oid = t.tgfoid
   where p.proname = 'audit' and not t.tgisinternal and (t.tgtype & 8) > 0 and t.tgqual is null
     and c.relnamespace = 'public'::regnamespace and c.relname <> all ($1) order by 1`,
  [WITH_ANOTHER],
)

/** Undoes a change; why some of it stayed. */
const undone = (entry?: string): Promise<string[]> =>
  withDatabase(async (client) => {
    await client.query('begin')
    await become(client, SUPERADMIN)
    const { rows } = await client.query('select public.undo_change($1) as told', [entry])
    await client.query('commit')
    return rows[0].told.reasons.map(({ message }: { message: string }) => message)
  })

test.each(tables)('a deleted row of $table is offered for restoring, and comes back', async ({ table }) => {
  const row = await insertRow(table, await FACTORIES[table]())
  await query(`delete from public.${table} where id = $1`, [row.id])
  const [entry] = await query<TrailRow>(
    `select *, jsonb_build_array(jsonb_build_object('table_name', table_name, 'action', action, 'count', 1)) as kinds
     from public.audit_log where table_name = $1 and record_id = $2 and action = 'delete'`,
    [table, row.id],
  )
  if (!entry) throw new Error(`Deleting from ${table} left no entry.`)
  expect(undoingOf(entry)).toBe('restore')
  expect(await undone(entry.id)).toEqual([])
  expect(await storedRow(table, row.id)).toMatchObject({ id: row.id })
  expect(await undone(entry.id).catch(({ message }) => [message])).toEqual(['It is already there.'])
})

test.each([
  [
    'call_flows',
    "state = 'alternate', reverts_at = now() + interval '1 hour'",
    'state, reverts_at, switched_at',
  ],
  ['call_center_agents', "status = 'Available'", 'status, status_changed_at'],
] as const)('a row of %s deleted with %s comes back with the same %s', async (table, state, columns) => {
  const { id } = await insertRow(table, await FACTORIES[table]())
  await query(`update public.${table} set ${state} where id = $1`, [id])
  const now = () => query(`select ${columns} from public.${table} where id = $1`, [id])
  const before = await now()
  await query(`delete from public.${table} where id = $1`, [id])
  const [entry] = await query<{ id: string }>(
    "select id from public.audit_log where record_id = $1 and action = 'delete'",
    [id],
  )
  expect(await undone(entry?.id)).toEqual([])
  expect(await now()).toEqual(before)
})
