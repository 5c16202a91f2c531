import { query } from './database'

/** Whether each row passes a table's check; only the columns of the check are given. */
export async function passing(
  table: string,
  constraint: string,
  rows: readonly Record<string, unknown>[],
): Promise<boolean[]> {
  const [check] = await query<{ expression: string }>(
    `select pg_get_expr(conbin, conrelid) as expression from pg_constraint
     where conrelid = $1::regclass and conname = $2 and contype = 'c'`,
    [`public.${table}`, constraint],
  )
  if (!check) throw new Error(`${table} has no check ${constraint}.`)
  const answers = await query<{ passes: boolean }>(
    // Null passes, as in a table.
    `select (${check.expression}) is not false as passes
     from jsonb_array_elements($1) with ordinality given (row, place)
     cross join lateral jsonb_populate_record(null::public.${table}, given.row)
     order by given.place`,
    [JSON.stringify(rows)],
  )
  return answers.map(({ passes }) => passes)
}
