// Figures, dates and lists with which no page, sum or mail can do anything: nobody can store them, past the forms either.
import { expect, test } from 'vitest'
import { query, rolledBack, storedRow } from '../support/database'
import { FACTORIES } from '../support/factories'
import { insertRow, type TableName } from '../support/factories/row'

const DATES = ['infinity', '-infinity', '0044-03-15 BC', '12000-01-01']
/** Lists that have no value at a place, and lists of lists; of values that some column takes. */
const listsOf = (...values: unknown[]) =>
  values.flatMap((value) => [[value, null], [[value]], [[value, value]]])
const IMPOSSIBLE: Record<string, unknown[]> = {
  numeric: ['NaN'],
  date: DATES,
  'timestamp with time zone': DATES,
  'text[]': listsOf('VIP', 'PCMU', 'christmas_day', 'front@desk.example', '192.0.2.7'),
  'smallint[]': listsOf(1),
}
const isPossible = (stored: unknown) => {
  if (Array.isArray(stored)) return stored.every((each) => each !== null && !Array.isArray(each))
  return typeof stored === 'string' ? /^\d{4}-\d{2}-\d{2}(T[^ ]+)?$/.test(stored) : stored !== undefined
}

// Every column of a table that clients write to, so that new ones are covered.
const tables = await query<{ table: TableName; columns: { name: string; type: string }[] }>(
  `select r.table_name as table, json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, null))) as columns
   from private.record_tables r
   join pg_attribute a on a.attrelid = format('public.%I', r.table_name)::regclass and a.attnum > 0 and not a.attisdropped
   where format_type(a.atttypid, null) = any ($1) and a.attgenerated = ''
     and (r.may_create is distinct from '{}' or r.may_edit is distinct from '{}')
   group by 1 order by 1`,
  [Object.keys(IMPOSSIBLE)],
)

test.each(tables)('$table stores no impossible figure, date or list', async ({ table, columns }) => {
  const row = (await FACTORIES[table]()) as { id: string }
  const tried = columns.flatMap(({ name, type }) =>
    (IMPOSSIBLE[type] ?? []).map((value) => ({ name, value })),
  )
  const possible = tried.map(({ name, value }) => ({ name, value, isPossible: true }))
  await rolledBack(async (client) => {
    /** What a column holds after an attempt of which nothing stays; null if it was refused. */
    const after = async (column: string, attempt: () => Promise<unknown>) => {
      await client.query('savepoint before')
      const stored = await attempt().then(
        () => storedRow(table, row.id, client),
        () => client.query('rollback to before').then(() => ({ [column]: null })),
      )
      await client.query('rollback to before')
      return stored?.[column]
    }
    const found = async (attempt: (given: (typeof tried)[number]) => Promise<unknown>) => {
      const outcomes = []
      for (const given of tried)
        outcomes.push({ ...given, isPossible: isPossible(await after(given.name, () => attempt(given))) })
      return outcomes
    }
    const added = await found(({ name, value }) =>
      insertRow(table, { ...row, [name]: value } as never, client),
    )
    expect(added).toEqual(possible)
    await insertRow(table, row as never, client)
    const changed = await found(({ name, value }) =>
      client.query(`update public.${table} set ${name} = $1 where id = $2`, [value, row.id]),
    )
    expect(changed).toEqual(possible)
  })
})
