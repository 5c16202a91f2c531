import type pg from 'pg'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Caller, callersByRole, ROLES, type Role } from '../support/clients'
import { become, query, rolledBack } from '../support/database'
import { insertTenant } from '../support/factories/companies'
import { insertRow, unique } from '../support/factories/row'
import { newTenantNumber } from '../support/factories/telephony'

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
  await query('update public.did_costs set monthly_cost = $2 where id = $1', [number.id, HIDDEN.monthly_cost])
  ids = [tenant.id, company.id, number.id]
})

/** Runs a statement as the role and returns its result as text, empty if refused. */
async function answer(client: pg.Client, role: Role, text: string, values: unknown[] = []): Promise<string> {
  await client.query('savepoint attack')
  const { userId } = callers[role]
  if (userId === null) await client.query('set local role anon')
  else await become(client, userId)
  const answered = await client.query(text, values).then(
    ({ rows }) => JSON.stringify(rows),
    (error: Error & { detail?: string }) => `${error.message} ${error.detail ?? ''}`,
  )
  await client.query('rollback to savepoint attack')
  return answered
}

const shown = (text: string) => Object.values(HIDDEN).filter((value) => text.includes(value))

describe.each(ROLES)('%s', (role) => {
  test('cannot read hidden values from any table or view', async () => {
    const found = new Set<string>()
    await rolledBack(async (client) => {
      for (const name of relations) {
        const text = await answer(
          client,
          role,
          `select to_jsonb(t) from public."${name}" t where to_jsonb(t)::text ~ $1`,
          [Object.values(HIDDEN).join('|').replaceAll('.', '\\.')],
        )
        for (const value of shown(text)) {
          expect(SEEN_BY[role], name).toContain(value)
          found.add(value)
        }
      }
    })
    // Roles that may see the value do find it, so the search works.
    expect([...found].sort()).toEqual([...SEEN_BY[role]].sort())
  })

  test('cannot get hidden values from any function', async () => {
    const found = new Set<string>()
    await rolledBack(async (client) => {
      await client.query("set local statement_timeout = '20s'")
      for (const each of functions) {
        for (const values of tries(each)) {
          const places = each.types.map((type, at) => `"${each.arguments[at]}" => $${at + 1}::${type}`)
          const call = each.arguments.length > 0 ? places.join(', ') : ''
          const text = await answer(
            client,
            role,
            `select to_jsonb(f) from public."${each.name}"(${call}) f`,
            values,
          )
          for (const value of shown(text)) {
            expect(SEEN_BY[role], each.name).toContain(value)
            found.add(value)
          }
        }
      }
    })
    expect([...found].sort()).toEqual([...SEEN_BY[role]].sort())
  })
})

/** Calls of a function with each id, and with each list if it takes a table name. */
function tries({ arguments: names, types }: ApiFunction): unknown[][] {
  const tables = names.includes('target_table') ? lists : [null]
  return tables.flatMap((table) =>
    (types.includes('uuid') || types.includes('uuid[]') ? ids : [null]).map((id) =>
      types.map((type, at) => {
        if (names[at] === 'target_table') return table
        if (names[at] === 'tenant' && tables.length > 1) return null
        return plain(type, id)
      }),
    ),
  )
}

/** A value of the type; the id for a uuid. */
function plain(type: string, id: string | null): unknown {
  if (type === 'uuid') return id
  if (type === 'uuid[]') return [id]
  if (type.endsWith('[]')) return []
  if (type === 'jsonb' || type === 'json') return '{}'
  if (type === 'boolean') return false
  if (type === 'text') return ''
  if (type === 'date') return '2026-01-01'
  return null
}

test('users who may not see a column cannot change it, not even by saving the whole record', async () => {
  const [, company = '', number = ''] = ids
  await rolledBack(async (client) => {
    for (const [table, record, values] of [
      ['companies', company, { tax_id: 'guessed' }],
      ['dids', number, { monthly_cost: 0 }],
    ] as const) {
      const text = await answer(
        client,
        'tech',
        'select public.save_record($1, $2, null, (select version from public.dids where id = $2), $3)',
        [table, record, JSON.stringify(values)],
      )
      expect(text).not.toMatch(/^\[/)
    }
  })
  const [left] = await query(
    'select a.tax_id, c.monthly_cost from public.company_accounts a, public.did_costs c where a.id = $1 and c.id = $2',
    [company, number],
  )
  expect(left).toEqual({ tax_id: HIDDEN.tax_id, monthly_cost: HIDDEN.monthly_cost })
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
