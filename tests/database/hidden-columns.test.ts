import pg from 'pg'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Caller, callersByRole, type Role, ROLES } from '../support/clients'
import { asking, become, becomeOwner, failure, query, rolledBack } from '../support/database'
import { insertIssuedInvoice } from '../support/factories/billing'
import { insertTenant } from '../support/factories/companies'
import { insertRow, unique } from '../support/factories/row'
import { newTenantNumber } from '../support/factories/telephony'
import { memberWith } from '../support/members'

/** Restricted values of a tenant's company and number, each one unique in the database. */
const HIDDEN = {
  billing_address: `Billing ${unique()} Street`,
  tax_id: `tax-${unique()}`,
  notes: `Notes ${unique()}`,
  monthly_cost: '73519.4628',
}
const COMPANY: string[] = [HIDDEN.billing_address, HIDDEN.tax_id, HIDDEN.notes]
/** Roles that may see each of them. */
const SEEN_BY: Record<Role, string[]> = {
  superadmin: Object.values(HIDDEN),
  admin: COMPANY,
  tech: [],
  anon: [],
  disabled: [],
  nomember: [],
}

const relations = (
  await query<{ name: string }>(`
    select c.relname as name from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm', 'f') order by 1`)
).map(({ name }) => name)

interface ApiFunction {
  name: string
  arguments: string[]
  /** Their types, in order. */
  types: string[]
}
const functions = await query<ApiFunction>(`
  select p.proname as name, coalesce(p.proargnames[1:p.pronargs], '{}') as arguments,
    array(select format_type(t, null) from unnest(p.proargtypes) with ordinality u (t, place) order by place) as types
  from pg_proc p where p.pronamespace = 'public'::regnamespace and p.prokind = 'f'
    and p.prorettype <> 'trigger'::regtype
    and not exists (select 1 from pg_depend d where d.objid = p.oid and d.deptype = 'e')
  order by 1`)
const lists = (
  await query<{ name: string }>('select table_name as name from private.record_lists order by 1')
).map(({ name }) => name)

let callers: Record<Role, Caller>
let ids: string[]
beforeAll(async () => {
  callers = await callersByRole()
  const { tenant, company } = await insertTenant(`Hidden ${unique()}`)
  const number = await insertRow('dids', await newTenantNumber({ tenant_id: tenant.id }))
  await query(
    'update public.company_accounts set billing_address = $2, tax_id = $3, notes = $4, terms_days = 15 where id = $1',
    [company.id, ...COMPANY],
  )
  await insertIssuedInvoice({ tenant_id: tenant.id })
  await query('update public.did_costs set monthly_cost = $2 where id = $1', [number.id, HIDDEN.monthly_cost])
  ids = [tenant.id, company.id, number.id]
})

/** Which hidden values each statement shows to the caller, in its rows (column `row`) or in its error. */
const SHOWN = `
  create function pg_temp.shown(statements text[], role text, claims text, hidden text[]) returns jsonb
  language plpgsql as $$
  declare
    statement text;
    said text;
    detail text;
    shown jsonb := '[]';
  begin
    foreach statement in array statements loop
      begin
        perform set_config('role', role, true), set_config('request.jwt.claims', claims, true);
        execute format('select string_agg(s.row::text, chr(10)) from (%s) s', statement) into said;
        raise exception using errcode = 'UNDO1';
      exception
        when sqlstate 'UNDO1' then null;
        when others then
          get stacked diagnostics detail = pg_exception_detail;
          said := sqlerrm || ' ' || detail;
      end;
      shown := shown || jsonb_build_array(
        (select coalesce(jsonb_agg(value), '[]') from unnest(hidden) value where strpos(said, value) > 0));
    end loop;
    return shown;
  end
  $$`

/** The hidden values that each statement shows to the user. What the statements change is undone. */
function shownTo(userId: string | null, statements: string[]): Promise<string[][]> {
  return rolledBack(async (client) => {
    await client.query(SHOWN)
    const caller = asking(userId)
    const { rows } = await client.query<{ shown: string[][] }>(
      'select pg_temp.shown($1, $2, $3, $4) as shown',
      [statements, caller.role, caller.claims, Object.values(HIDDEN)],
    )
    return rows[0]?.shown ?? []
  })
}

describe.each(ROLES)('%s', (role) => {
  /** Each statement shows nothing that the role may not see; together they show all that it may, so the search works. */
  async function expectOnlyWhatItMaySee(statements: { from: string; text: string }[]) {
    const shown = await shownTo(
      callers[role].userId,
      statements.map(({ text }) => text),
    )
    expect(shown).toHaveLength(statements.length)
    for (const [at, values] of shown.entries())
      for (const value of values) expect(SEEN_BY[role], statements[at]?.from).toContain(value)
    expect([...new Set(shown.flat())].sort()).toEqual([...SEEN_BY[role]].sort())
  }

  test('cannot read hidden values from any table or view', async () => {
    const pattern = pg.escapeLiteral(Object.values(HIDDEN).join('|').replaceAll('.', '\\.'))
    await expectOnlyWhatItMaySee(
      relations.map((name) => ({
        from: name,
        text: `select to_jsonb(t) as row from public."${name}" t where to_jsonb(t)::text ~ ${pattern}`,
      })),
    )
  })

  test('cannot get hidden values from any function', async () => {
    await expectOnlyWhatItMaySee(functions.flatMap(callsOf))
  })
})

test('a role that has the reports alone gets hidden values from none of them, though they are of all customers', async () => {
  const { userId } = await memberWith('reports.view')
  const calls = functions.filter(({ name }) => name.startsWith('report_')).flatMap(callsOf)
  const texts = calls.map(({ text }) => text)
  expect((await shownTo(userId, texts)).flat()).toEqual([])
  // The tax id is there to be found.
  expect((await shownTo(callers.superadmin.userId, texts)).flat()).toContain(HIDDEN.tax_id)
})

/** A function's calls. */
function callsOf(each: ApiFunction): { from: string; text: string }[] {
  return tries(each).map((values) => {
    const given = values.map((value, at) => `"${each.arguments[at]}" => ${value}::${each.types[at]}`)
    return {
      from: each.name,
      text: `select to_jsonb(f) as row from public."${each.name}"(${given.join(', ')}) f`,
    }
  })
}

/** The arguments of a function's calls, as SQL: with each id, and with each list if it takes a table name. */
function tries({ arguments: names, types }: ApiFunction): string[][] {
  const tables = names.includes('target_table') ? lists : [null]
  return tables.flatMap((table) =>
    (types.includes('uuid') || types.includes('uuid[]') ? ids : [null]).map((id) =>
      types.map((type, at) => {
        if (names[at] === 'target_table' && table) return pg.escapeLiteral(table)
        if (names[at] === 'tenant' && tables.length > 1) return 'null'
        return plain(type, id, names[at])
      }),
    ),
  )
}

/** A value of the type, as SQL; the id for a uuid, and days around today, when the invoice was issued. */
function plain(type: string, id: string | null, name = ''): string {
  if (type === 'uuid') return id ? `'${id}'` : 'null'
  if (type === 'uuid[]') return `array['${id}']`
  if (type.endsWith('[]')) return "'{}'"
  if (type === 'jsonb' || type === 'json') return "'{}'"
  if (type === 'boolean') return 'false'
  if (type === 'text') return "''"
  if (type === 'date') return name.startsWith('until') ? '(current_date + 1)' : '(current_date - 1)'
  return 'null'
}

test('users who may not see a column cannot change it, not even by saving the whole record', async () => {
  const [tenant = '', company = '', number = ''] = ids
  // Edits companies, and sees those that are tenants, but no company's accounts.
  const editor = await memberWith('tenants.view', 'customers.edit')
  await rolledBack(async (client) => {
    for (const [userId, table, owner, record, values] of [
      [editor.userId, 'companies', null, company, { tax_id: 'guessed' }],
      [callers.tech.userId, 'dids', tenant, number, { monthly_cost: 0 }],
    ] as const) {
      await become(client, userId ?? '')
      const save = (given: object) =>
        failure(
          client,
          `select public.save_record($1, $2, $3, (select version from public.${table} where id = $2), $4)`,
          [table, record, owner, JSON.stringify(given)],
        )
      expect(await save(values), table).toBe('42501')
      // The same user may save the record's other columns.
      expect(await save({}), table).toBeUndefined()
    }
    await becomeOwner(client)
    const { rows } = await client.query(
      'select a.tax_id, c.monthly_cost from public.company_accounts a, public.did_costs c where a.id = $1 and c.id = $2',
      [company, number],
    )
    expect(rows).toEqual([{ tax_id: HIDDEN.tax_id, monthly_cost: HIDDEN.monthly_cost }])
  })
})

test('the audit trail of a number shows its cost only to users who may see it', async () => {
  const [tenant = '', , number = ''] = ids
  const { error } = await callers.superadmin.client
    .from('did_costs')
    .update({ monthly_cost: 2 })
    .eq('id', number)
  expect(error).toBeNull()
  const history = async (role: Role) =>
    JSON.stringify(
      (
        await callers[role].client
          .rpc('record_history', { target_table: 'dids', record: number })
          .throwOnError()
      ).data,
    )
  expect(await history('superadmin')).toContain(HIDDEN.monthly_cost)
  expect(await history('tech')).not.toContain(HIDDEN.monthly_cost)
  expect(await history('tech')).toContain(tenant)
})
