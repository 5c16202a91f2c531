// Rules that a form states as well as the database, for a message of its own: what the form accepts can be stored.
import { expect, test } from 'vitest'
import { tenantDomain } from '@/lib/tenants/new-tenant'
import { isWebAddress } from '@/lib/validation/web-address'
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

const checks = await query<{ table: string; column: string; check: string; listed: boolean }>(`
  select t.relname as table, a.attname as column, a.atttypid = 'text[]'::regtype as listed, pg_get_expr(c.conbin, c.conrelid) as check
  from pg_constraint c
  join pg_class t on t.oid = c.conrelid and not t.relispartition
  join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
  where c.contype = 'c' and cardinality(c.conkey) = 1 and c.connamespace = 'public'::regnamespace
    and a.atttypid in ('text'::regtype, 'text[]'::regtype)`)

/** What a form makes of texts that it accepts and a column's checks refuse. */
async function refused(
  table: string,
  column: string,
  accept: (given: unknown) => unknown,
): Promise<unknown[]> {
  const checked = checks.filter((each) => each.table === table && each.column === column)
  const values = checked[0]?.listed ? lists(accept) : texts(accept)
  if (checked.length === 0 || values.length === 0) return []
  const stored = checked[0]?.listed
    ? `array(select jsonb_array_elements_text(given.value))`
    : `given.value #>> '{}'`
  const rows = await query<{ value: unknown }>(
    `select given.value from jsonb_array_elements($1) given (value)
     cross join lateral (select ${stored} as ${column}) r
     where not (${checked.map(({ check }) => `coalesce(${check}, true)`).join(' and ')})`,
    [JSON.stringify(values)],
  )
  return rows.map(({ value }) => value)
}

const texts = (accept: (text: string) => unknown) => [
  ...new Set(TEXTS.map(accept).filter((value) => typeof value === 'string')),
]

/** Lists of each text that a form accepts, with one entry and with as many as it takes. */
const lists = (accept: (list: string[]) => unknown) =>
  TEXTS.flatMap((text) =>
    [1, 10, 11, 20, 21, 50, 51, 1001].map((length) => accept(Array(length).fill(text))).filter(Array.isArray),
  )

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

test('a web address is the same to a form as to the database', async () => {
  const rows = await query<{ passes: boolean }>(
    'select private.is_web_address(t.text) as passes from unnest($1::text[]) with ordinality t (text, place) order by t.place',
    [TEXTS],
  )
  expect(TEXTS.filter((text, place) => isWebAddress(text) !== rows[place]?.passes)).toEqual([])
})

test('the form of a new tenant accepts no domain that cannot be stored', async () => {
  expect(await refused('tenants', 'domain', (text) => tenantDomain.safeParse(text).data)).toEqual([])
})
