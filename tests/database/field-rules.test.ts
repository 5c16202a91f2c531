// Rules that a form states as well as the database, for a message of its own: what the form accepts can be stored.
import { expect, test } from 'vitest'
import { tenantDomain } from '@/lib/tenants/new-tenant'
import { query } from '../support/database'
import { declaredResources } from '../support/resources'

const TEXTS = [
  ...String.raw`0 1 9 a A z ä é ٣ * # + - . _ @ : / " < > & ; \ ~ | 12 99 911 933 1001 0100 12345678 1234567890123456 *9 *99 *991
    *1234567 **1 1* +1 +12 ++1 a.b a..b a- -a A_b a@b a:b 1.10 1.10.12 1.2.3.4 1.1000 200 2075 207555 2075550 host:0 host:70000
    host:5060 http://a https://a.example/x?y=1 ftp://a //a en-US EN-us x.wav x.mp3 .wav ME me 04101 04101-1234 +12075550123
    ada@customer.example`.split(/\s+/),
  ...['\u0001', '\u007f', '\u00a0', '\u2028', 'a b', ' a', 'a\tb', 'a\nb', '1 Main Street', '(207) 555-0123'],
  ...[8, 9, 16, 21, 33, 64, 65, 129, 254, 300].flatMap((length) =>
    ['1', 'a', '*'].map((each) => each.repeat(length)),
  ),
]

const checks = await query<{ table: string; column: string; check: string }>(`
  select t.relname as table, a.attname as column, pg_get_expr(c.conbin, c.conrelid) as check
  from pg_constraint c
  join pg_class t on t.oid = c.conrelid and not t.relispartition
  join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
  where c.contype = 'c' and cardinality(c.conkey) = 1 and c.connamespace = 'public'::regnamespace
    and a.atttypid = 'text'::regtype`)

/** What a form makes of texts that it accepts and a column's checks refuse. */
async function refused(table: string, column: string, accept: (text: string) => unknown): Promise<unknown[]> {
  const checked = checks.filter((each) => each.table === table && each.column === column)
  const values = [...new Set(TEXTS.map(accept).filter((value) => typeof value === 'string'))]
  if (checked.length === 0 || values.length === 0) return []
  const rows = await query<{ value: string }>(
    `select r.${column} as value from unnest($1::text[]) r (${column})
     where not (${checked.map(({ check }) => `coalesce(${check}, true)`).join(' and ')})`,
    [values],
  )
  return rows.map(({ value }) => value)
}

const fields = (await declaredResources()).flatMap(({ table, fields, shape }) =>
  fields.flatMap(({ name }) => {
    const schema = shape[name]
    return schema ? [{ table, name, schema }] : []
  }),
)

test.each(fields)('the form accepts nothing for $name of $table that cannot be stored', async (field) => {
  const { table, name, schema } = field
  expect(await refused(table, name, (text) => schema.safeParse(text).data)).toEqual([])
})

test('the form of a new tenant accepts no domain that cannot be stored', async () => {
  expect(await refused('tenants', 'domain', (text) => tenantDomain.safeParse(text).data)).toEqual([])
})
