import { describe, expect, test } from 'vitest'
import { query, rolledBack } from '../support/database'
import { type Declaration, triggersOf } from '../support/declared-triggers'

/** Tables without a declaration, and why. */
const WRITTEN_OUT: Record<string, string> = {
  audit_log: 'each entry names the section whose viewers read it',
  secrets: 'no user reads or writes it',
}

const declarations = await query<Declaration>('select * from private.record_tables order by table_name')
const tables = await query<{ name: string; secured: boolean }>(`
  select relname as name, relrowsecurity as secured from pg_class
  where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')`)
const policies = await query<{ table: string; command: string; using: string | null; check: string | null }>(`
  select tablename as table, cmd as command, qual as using, with_check as check
  from pg_policies where schemaname = 'public'`)
const triggers = await query<{ table: string; name: string; definition: string }>(`
  select c.relname as table, t.tgname as name, pg_get_triggerdef(t.oid) as definition
  from pg_trigger t join pg_class c on c.oid = t.tgrelid
  where c.relnamespace = 'public'::regnamespace and not t.tgisinternal`)
const columns = await query<{ table: string; name: string }>(`
  select table_name as table, column_name as name from information_schema.columns where table_schema = 'public'`)

test('every table is declared, or listed here as defined by hand', () => {
  const declared = declarations.map((declaration) => declaration.table_name)
  expect([...declared, ...Object.keys(WRITTEN_OUT)].sort()).toEqual(tables.map(({ name }) => name).sort())
})

describe.each(declarations)('table $table_name', (declared) => {
  const { table_name: table } = declared

  test('has row-level security', () => {
    expect(tables.find(({ name }) => name === table)).toMatchObject({ secured: true })
  })

  test.each([
    ['SELECT', declared.may_view],
    ['INSERT', declared.may_create],
    ['UPDATE', declared.may_edit],
    ['DELETE', declared.may_delete],
  ] as const)('allows %s to the declared permissions and nobody else', (command, rights) => {
    const found = policies.filter((policy) => policy.table === table && policy.command === command)
    if (rights === null) {
      expect(found, 'a policy is written out').toHaveLength(1)
      return
    }
    const condition =
      command === 'INSERT' && declared.part_of && rights.includes('create')
        ? partsCondition(declared, rights)
        : conditionOf(declared.section, rights)
    expect(found).toEqual(
      condition === null
        ? []
        : [
            {
              table,
              command,
              using: command === 'INSERT' ? null : condition,
              check: command === 'INSERT' || command === 'UPDATE' ? condition : null,
            },
          ],
    )
  })

  test('has the triggers of its declaration', () => {
    const expected = triggersOf(declared, columns)
    const found = triggers.filter((trigger) => trigger.table === table && trigger.name in expected)
    expect(Object.fromEntries(found.map(({ name, definition }) => [name, definition]))).toEqual(expected)
  })

  test.runIf(declared.part_of)('is deleted with its parent by a foreign key', async () => {
    const whole = await query(
      `select 1 from pg_constraint f join pg_attribute a on a.attrelid = f.conrelid and a.attnum = any (f.conkey)
       where f.contype = 'f' and f.confdeltype = 'c' and f.conrelid = $1::regclass and f.confrelid = $2::regclass
         and a.attname = $3`,
      [`public.${table}`, `public.${declared.part_of}`, declared.part_column],
    )
    expect(whole).toHaveLength(1)
  })

  test('has the secrets of its declaration', async () => {
    const rules = await query<{ field: string; kind: string; opens_others: boolean }>(
      `select field, kind, opens_others from private.secret_rules where owner_table = $1 and owner_table <> 'tenants'`,
      [table],
    )
    expect(Object.fromEntries(rules.map(({ field, kind }) => [field, kind]))).toEqual(declared.secrets)
    expect(rules.filter((rule) => rule.opens_others !== declared.opens_others)).toEqual([])
  })
})

test.each(['authenticated', 'service_role', 'anon'])(
  '%s can neither declare nor read declarations',
  async (role) => {
    const open = await rolledBack(async (client) => {
      const { rows } = await client.query(
        `select p.proname as name from pg_proc p
       where p.pronamespace = 'private'::regnamespace and has_function_privilege($1, p.oid, 'execute')
         and p.proname in ('declare_records', 'declare_parts', 'declare_restricted_columns', 'declare_read_only', 'create_policies', 'create_triggers', 'create_indexes', 'permission_condition', 'expose', 'grant_access')
       union all select 'record_tables' where has_table_privilege($1, 'private.record_tables', 'select,insert,update,delete')`,
        [role],
      )
      return rows
    })
    expect(open).toEqual([])
  },
)

/** The same for parts, which whoever may create their record adds to a new one. */
function partsCondition({ section, part_of: whole, part_column: column }: Declaration, rights: string[]) {
  const others = conditionOf(
    section,
    rights.filter((right) => right !== 'create'),
  )
  return `(${others} OR (${conditionOf(section, ['create'])} AND private.is_new('${whole}'::text, ${column})))`
}

/** The condition of a policy as PostgreSQL prints it; null when nobody has the right. */
function conditionOf(section: string, rights: string[]): string | null {
  const asked = rights.map((right) => {
    const [of, action] = right.includes('.') ? right.split('.') : [section, right]
    return `( SELECT private.has_permission('${of}'::text, '${action}'::text) AS has_permission)`
  })
  if (asked.length < 2) return asked[0] ?? null
  return `(${asked.join(' OR ')})`
}
