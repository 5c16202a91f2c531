// The check constraints on single columns of the migrated database, as TypeScript constants.
import type pg from 'pg'

/** The limits of a column. Bounds are inclusive; lengths are in characters. */
export interface ColumnLimits {
  choices?: (string | number)[]
  min?: number
  max?: number
  maxLength?: number
}

/** Limits by table and column, both in order of name. */
export type Constraints = Record<string, Record<string, ColumnLimits>>

/** Reads the limits of all tables in the schema public from their checks on one column. */
export async function readConstraints(client: Pick<pg.ClientBase, 'query'>): Promise<Constraints> {
  const { rows } = await client.query<{ table: string; column: string; check: string }>(`
    select t.relname as table, a.attname as column, pg_get_expr(c.conbin, c.conrelid) as check
    from pg_constraint c
    join pg_class t on t.oid = c.conrelid and not t.relispartition
    join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    where c.contype = 'c' and cardinality(c.conkey) = 1 and c.connamespace = 'public'::regnamespace
    order by t.relname collate "C", a.attname collate "C", c.conname collate "C"`)
  const constraints: Constraints = {}
  for (const { table, column, check } of rows) {
    const limits = limitsOf(column, check)
    if (Object.keys(limits).length === 0) continue
    constraints[table] ??= {}
    constraints[table][column] = { ...constraints[table][column], ...limits }
  }
  return constraints
}

/** Reads a check as PostgreSQL writes it out; one with alternatives (`or`, `case`) sets no limits. */
export function limitsOf(column: string, check: string): ColumnLimits {
  if (/ OR |\bCASE\b/.test(check)) return {}
  const name = `"?${column}"?`
  const list = new RegExp(`^\\(${name} = ANY \\(ARRAY\\[(.*)\\]\\)\\)$`).exec(check)?.[1]
  if (list !== undefined) {
    const choices = [...list.matchAll(/'((?:[^']|'')*)'::text|(-?\d+)/g)].map(([, text, number]) =>
      text === undefined ? Number(number) : text.replaceAll("''", "'"),
    )
    return choices.length > 0 ? { choices } : {}
  }
  const number = `\\(?'?(-?[0-9.]+)(?![0-9.-])'?(?:::\\w+)?\\)?`
  const bound = (of: string, sign: string) => {
    const found = new RegExp(`\\(${of} ${sign} ${number}`).exec(check)?.[1]
    return found === undefined ? undefined : Number(found)
  }
  const entries: [string, number | undefined][] = [
    ['min', bound(name, '>=')],
    ['max', bound(name, '<=')],
    ['maxLength', bound(`length\\((?:btrim\\()?${name}\\)?\\)`, '<=')],
  ]
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined))
}

/** Values of database functions, by the name of their constant. */
export async function readFigures(
  client: Pick<pg.ClientBase, 'query'>,
  asked: Figures,
  constraints: Constraints,
): Promise<Record<string, unknown>> {
  const figures: Record<string, unknown> = {}
  for (const [name, { value, of }] of Object.entries(asked)) {
    const choices = of ? [constraints[of.table]?.[of.column]?.choices] : []
    const { rows } = await client.query<{ value: unknown }>(`select ${value} as value`, choices)
    figures[name] = rows[0]?.value
  }
  return figures
}

/** SQL expressions; those evaluated per choice of a column get the choices as $1. */
type Figures = Readonly<Record<string, { value: string; of?: { table: string; column: string } }>>

/** Values of database functions, written next to the limits. */
export const FIGURES: Figures = {
  CYCLE_MONTHS: {
    value: '(select json_object_agg(c, private.cycle_months(c)) from unnest($1::text[]) c)',
    of: { table: 'subscriptions', column: 'cycle' },
  },
  DIAL_PATTERN: { value: 'private.dial_pattern()' },
  EMERGENCY_NUMBERS: { value: 'private.emergency_numbers()' },
  FEATURES: { value: '(select json_agg(f.feature) from private.default_feature_codes() f)' },
  MOST_BEHIND: { value: 'private.most_behind()' },
  PLAN_LIMITS: { value: 'private.plan_limits()' },
  PRODUCT_SETTINGS: { value: 'private.product_settings()' },
  STAGE_PROBABILITY: {
    value: '(select json_object_agg(s, private.stage_probability(s)) from unnest($1::text[]) s)',
    of: { table: 'opportunities', column: 'status' },
  },
}

/** Which states an address for 911 may be in, which one page needs. */
export const ADDRESS_FIGURES: Figures = { ADDRESS_STATES: { value: 'private.address_states()' } }

/** After how many days things are deleted or no longer shown, which some pages tell. */
export const KEPT_FIGURES: Figures = { KEPT_DAYS: { value: 'private.kept_days()' } }

/** What is known of vendors and their phones, which few pages need. */
export const PHONE_FIGURES: Figures = {
  FORBIDDEN_SETTINGS: {
    value: `(select json_object_agg(r, private.forbidden_settings(r)) from unnest('{password,elsewhere,server}'::text[]) r)`,
  },
  MAKER_PREFIXES: { value: 'private.maker_prefixes()' },
}

/** Declarations of tables. Pages without a form need these but no limits, so they have their own file. */
export const TABLE_FIGURES: Figures = {
  // The tables whose records have a number of their tenant's plan, with the columns of number and name, the kind under which both the
  // plan and the list of destinations know them, and whether calls can be sent to them.
  DIALED_TABLES: {
    value: `(select json_object_agg(r.table_name, json_build_object('kind', r.kind, 'number', r.number, 'name', r.named,
      'isDestination', r.destination is not null) order by r.table_name collate "C")
      from private.record_tables r where r.number is not null)`,
  },
  FORWARDABLE_KINDS: { value: 'private.forwardable_kinds()' },
  // Child tables: rows that belong to another record and are edited with it.
  PARTS: {
    value: `(select json_object_agg(r.table_name, r.part_of order by r.table_name collate "C")
      from private.record_tables r where r.part_column <> 'id')`,
  },
  // Tables of a tenant's snapshot, each with the columns it omits in addition to those omitted everywhere.
  SNAPSHOT_TABLES: {
    value: `(select json_object_agg(s.table_name, array(
        select c.column_name from information_schema.columns c
        where c.table_schema = 'public' and c.table_name = s.table_name and c.column_name <> all (s.columns)
          and c.column_name not in ('tenant_id', 'created_at', 'updated_at', 'version')
        order by c.column_name collate "C") order by s.table_name collate "C")
      from private.snapshot_tables s where s.table_name not in ('secrets', 'tenant_settings', 'tenants'))`,
  },
}

/** The TypeScript file of the constants, not yet formatted: an object for each table, then the figures. */
export function constraintsFile(constraints: Constraints, figures: Record<string, unknown>): string {
  const constants = [
    ...Object.entries(constraints).map(([table, limits]) => [table.toUpperCase(), limits] as const),
    ...Object.entries(figures),
  ]
  return [
    '// Written by `npm run types` from the checks and functions of the migrations.',
    ...constants.map(([name, value]) => `export const ${name} = ${JSON.stringify(value)} as const`),
    '',
  ].join('\n\n')
}
