import { describe, expect, test } from 'vitest'
import { query, rolledBack } from '../support/database'

/** A row of private.record_tables: what a table of the schema says about itself in one call. */
interface Declaration {
  table_name: string
  section: string
  part_of: string | null
  part_column: string | null
  may_view: string[] | null
  may_create: string[] | null
  may_edit: string[] | null
  may_delete: string[] | null
  trail: string[]
  touched: boolean
  keeps_tenant: boolean
  number: string | null
  following: string | null
  codes: string[]
  destination: string | null
  named: string
  kind: string
  secrets: Record<string, string>
  opens_others: boolean
  not_while_suspended: boolean
}

/** Tables that no call declares, and why. */
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

test('every table is declared, or listed here as written out', () => {
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
  ] as const)('lets those declared %s, and nobody else', (command, rights) => {
    const found = policies.filter((policy) => policy.table === table && policy.command === command)
    if (rights === null) {
      expect(found, 'a policy is written out').toHaveLength(1)
      return
    }
    const condition = conditionOf(declared.section, rights)
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
    const expected = triggersOf(declared)
    const found = triggers.filter((trigger) => trigger.table === table && trigger.name in expected)
    expect(Object.fromEntries(found.map(({ name, definition }) => [name, definition]))).toEqual(expected)
  })

  test.runIf(declared.part_of)('has a foreign key to its record that deletes it too', async () => {
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
         and p.proname in ('records', 'parts', 'apart', 'read_only', 'make_policies', 'make_triggers', 'make_indexes', 'rights_condition')
       union all select 'record_tables' where has_table_privilege($1, 'private.record_tables', 'select,insert,update,delete')`,
        [role],
      )
      return rows
    })
    expect(open).toEqual([])
  },
)

/** The condition of a policy as PostgreSQL prints it; null when nobody has the right. */
function conditionOf(section: string, rights: string[]): string | null {
  const asked = rights.map((right) => {
    const [of, action] = right.includes('.') ? right.split('.') : [section, right]
    return `( SELECT private.has_permission('${of}'::text, '${action}'::text) AS has_permission)`
  })
  if (asked.length < 2) return asked[0] ?? null
  return `(${asked.join(' OR ')})`
}

/** The triggers that follow from a declaration, as PostgreSQL prints them, by name. */
function triggersOf(declared: Declaration): Record<string, string> {
  const { table_name: table, kind, named } = declared
  const following = declared.following ? [declared.following] : []
  const on = `ON public.${table}`
  const after = `AFTER INSERT OR DELETE OR UPDATE ${on} FOR EACH ROW EXECUTE FUNCTION private`
  const apart = declared.part_column === 'id'
  const make = (name: string, definition: string) => ({ [name]: `CREATE TRIGGER ${name} ${definition}` })
  const quoted = (values: string[]) => values.map((value) => `'${value}'`).join(', ')
  const follow = (name: string, watched: string[], call: string) => ({
    ...make(
      `${name}_of_new`,
      `AFTER INSERT ${on} REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION private.${call}`,
    ),
    ...make(
      `${name}_of_changed`,
      `AFTER UPDATE ${on} FOR EACH ROW WHEN (${anyDiffers(table, watched)}) EXECUTE FUNCTION private.${call}`,
    ),
    ...make(`${name}_of_deleted`, `AFTER DELETE ${on} FOR EACH ROW EXECUTE FUNCTION private.${call}`),
  })
  return {
    ...(declared.touched &&
      make('touch', `BEFORE UPDATE ${on} FOR EACH ROW EXECUTE FUNCTION private.touch()`)),
    ...(declared.keeps_tenant &&
      make(
        'keep_tenant',
        `BEFORE UPDATE OF tenant_id ${on} FOR EACH ROW WHEN ((new.tenant_id <> old.tenant_id)) EXECUTE FUNCTION private.keep_tenant()`,
      )),
    ...(declared.trail.length > 0 &&
      make('audit', `${apart ? after.replace('INSERT OR ', '') : after}.audit(${quoted(declared.trail)})`)),
    ...(declared.number &&
      follow(
        'claim_number',
        ['tenant_id', declared.number, ...following, named],
        `claim_number(${quoted([kind, declared.number, named, ...following])})`,
      )),
    ...Object.assign(
      {},
      ...declared.codes.map((code) =>
        follow(`claim_${code}`, ['tenant_id', code, named], `claim_number(${quoted([kind, code, named])})`),
      ),
    ),
    ...(declared.destination &&
      follow(
        'publish_destination',
        ['tenant_id', declared.destination, named, 'enabled', 'suspended'],
        `publish_destination(${quoted([kind, declared.destination, named])})`,
      )),
    ...(Object.keys(declared.secrets).length > 0 &&
      make('drop_secrets', `AFTER DELETE ${on} FOR EACH ROW EXECUTE FUNCTION private.drop_secrets()`)),
    ...(declared.not_while_suspended &&
      make(
        'keep_from_growing',
        `BEFORE INSERT ${on} FOR EACH ROW EXECUTE FUNCTION private.keep_from_growing()`,
      )),
  }
}

/** That one of the columns which the table has was changed, as PostgreSQL prints it. */
function anyDiffers(table: string, watched: string[]): string {
  return watched
    .filter((column) => columns.some((one) => one.table === table && one.name === column))
    .map((column) => `(old.${column} IS DISTINCT FROM new.${column})`)
    .reduce((all, one) => `(${all} OR ${one})`)
}
