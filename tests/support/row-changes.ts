import pg from 'pg'
import { become, query } from './database'
import { SUPERADMIN } from './demo-users'
import { FACTORIES } from './factories'
import type { TableName } from './factories/row'
import { settled, tried } from './observed-effects'
import { tenantTables } from './tenant-rows'

/** A change to a row, to observe what its triggers do. */
export interface Deed {
  /** With its schema. */
  table: string
  name: string
  /** The result. It is rolled back. */
  answer(client: pg.Client): Promise<string>
}

type Row = Record<string, unknown>

/**
 * A row of each table stored, changed column by column, and deleted: by a superadmin, or by the owner of the schema where no user may.
 */
export async function deedsOf(tables: readonly TableName[]): Promise<Deed[]> {
  const ofTenants = await tenantTables()
  const deeds: Deed[] = []
  for (const table of tables) {
    const [row, other] = [(await FACTORIES[table]()) as Row, (await FACTORIES[table]()) as Row]
    const known = new Set((JSON.stringify([row, other]).match(/[0-9a-f-]{36}/g) ?? []) as string[])
    const tenants = ofTenants.includes(table) || table === 'tenants' ? [...known] : []
    const target = `public.${pg.escapeIdentifier(table)}`
    const columns = await changeable(table)
    const key = columns.has('id') ? 'id' : undefined
    const insert = (client: pg.Client, given: Row) => client.query(...inserted(target, given))
    const changes: [string, Row][] = [...columns]
      .filter(([column]) => column !== key && column !== 'version' && column !== 'created_at')
      .flatMap(([column, others]) =>
        [other[column], ...others]
          .filter((value) => value !== undefined && value !== row[column])
          .map((value): [string, Row] => [
            `${column} set to ${JSON.stringify(value)}`.slice(0, 80),
            { [column]: value },
          ]),
      )
    const deed = (name: string, work: (client: pg.Client) => Promise<unknown>, begin?: Row) => {
      const done = (client: pg.Client, by: 'superadmin' | 'owner') =>
        tried(client, tenants, known, async () => {
          if (begin) await insert(client, begin)
          if (by === 'superadmin') await become(client, SUPERADMIN)
          return settled(JSON.stringify(await work(client)) ?? '', known)
        })
      deeds.push({
        table: `public.${table}`,
        name: `${table} ${name}`,
        answer: async (client) => {
          const said = await done(client, 'superadmin')
          return said.startsWith('refused 42501') ? `${said}, ${await done(client, 'owner')}` : said
        },
      })
    }
    deed('stored', async (client) => (await insert(client, row)).rowCount)
    deed('stored twice', async (client) => (await insert(client, other)).rowCount, row)
    if (!key) continue
    for (const [name, change] of changes) {
      deed(
        name,
        async (client) =>
          (await client.query(...updated(target, String(row.id), change, columns.has('version')))).rows,
        row,
      )
    }
    deed(
      'deleted',
      async (client) => (await client.query(`delete from ${target} where id = $1`, [row.id])).rowCount,
      row,
    )
  }
  return deeds
}

function inserted(target: string, row: Row): [string, unknown[]] {
  const columns = Object.keys(row)
    .map((column) => pg.escapeIdentifier(column))
    .join(', ')
  return [
    `insert into ${target} (${columns}) select ${columns} from jsonb_populate_record(null::${target}, $1)`,
    [JSON.stringify(row)],
  ]
}

function updated(target: string, id: string, change: Row, versioned: boolean): [string, unknown[]] {
  const columns = Object.keys(change).map((column) => pg.escapeIdentifier(column))
  const sets = [
    ...columns.map((column) => `${column} = r.${column}`),
    ...(versioned ? ['version = t.version + 1'] : []),
  ].join(', ')
  return [
    `update ${target} t set ${sets} from jsonb_populate_record(null::${target}, $1) r where t.id = $2 returning to_jsonb(t) as row`,
    [JSON.stringify(change), id],
  ]
}

/** Columns that can be changed, with values that their constraints or types allow. */
async function changeable(table: string): Promise<Map<string, unknown[]>> {
  const rows = await query<{ column: string; type: string; checks: string | null }>(
    `select a.attname as column, format_type(a.atttypid, a.atttypmod) as type,
      (select string_agg(pg_get_constraintdef(c.oid), ' ') from pg_constraint c
        where c.conrelid = a.attrelid and c.contype = 'c' and c.conkey = array[a.attnum]) as checks
     from pg_attribute a
     where a.attrelid = format('public.%I', $1::text)::regclass and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''`,
    [table],
  )
  return new Map(
    rows.map(({ column, type, checks }): [string, unknown[]] => {
      const choices = [...(checks ?? '').matchAll(/'([a-z_]+)'::text/g)].map(([, value]) => value)
      // Offset by a quarter of an hour, so that calls are recounted.
      if (column === 'time_zone') return [column, ['another', 'Asia/Kathmandu']]
      if (type === 'boolean') return [column, [true, false]]
      if (type === 'uuid') return [column, [null]]
      if (type === 'date' || type.startsWith('timestamp')) return [column, ['2026-02-03']]
      if (type === 'text') return [column, choices.length > 0 ? choices : ['', 'another']]
      if (/int|numeric/.test(type)) return [column, [0, 7]]
      return [column, []]
    }),
  )
}
