import { describe, expect, test } from 'vitest'
import { newMember } from '../support/clients'
import { become, failure, rolledBack, storedRow } from '../support/database'
import { ADMIN } from '../support/demo-users'
import { FACTORIES } from '../support/factories'
import { insertIssuedInvoice } from '../support/factories/billing'
import { insertTenant } from '../support/factories/companies'
import { insertRow, unique } from '../support/factories/row'
import { memberWith } from '../support/members'

const REMOVE = 'delete from public.companies where id = $1'

describe('a customer with a tenant, numbers and an open invoice', () => {
  test('cannot be deleted, and the error says why', async () => {
    const { tenant, company } = await insertTenant(`Kept ${unique()}`)
    await insertRow('dids', await FACTORIES.dids({ tenant_id: tenant.id }))
    await insertRow('dids', await FACTORIES.dids({ tenant_id: tenant.id }))
    await insertIssuedInvoice({ tenant_id: tenant.id }, 100)
    const { client } = await newMember('admin')
    const holds = `${company.name} cannot be deleted while it has the tenant ${tenant.domain}, 2 numbers, 1 open invoice.`
    expect((await client.rpc('company_delete_refusal', { company: company.id })).data).toBe(holds)
    const { error } = await client.from('companies').delete().eq('id', company.id)
    expect(error).toMatchObject({ code: '23001', message: holds })
    expect(await storedRow('companies', company.id)).toMatchObject({ domain_uuid: tenant.id })
  })

  test('is not revealed by that error to users who may not view customers', async () => {
    const { company } = await insertTenant(`Hidden ${unique()}`)
    const { client } = await newMember('tech')
    expect((await client.rpc('company_delete_refusal', { company: company.id })).data).toBeNull()
  })
})

test('the list of customers has no seats, balance or currency for users who may not see them, nor without a tenant', async () => {
  const { tenant, company } = await insertTenant(`Owing ${unique()}`)
  await insertIssuedInvoice({ tenant_id: tenant.id }, 100)
  const prospect = await insertRow('companies', await FACTORIES.companies())
  const listed = async ({ client }: Awaited<ReturnType<typeof newMember>>) => {
    const list = client
      .from('customer_list')
      .select('id, seats, balance, currency')
      .in('id', [company.id, prospect.id])
    return new Map((await list.throwOnError()).data.map(({ id, ...figures }) => [id, figures]))
  }
  const shown = await listed(await newMember('admin'))
  expect(shown.get(company.id)).toEqual({ seats: 0, balance: 100, currency: 'USD' })
  expect(shown.get(prospect.id)).toEqual({ seats: null, balance: null, currency: null })
  const hidden = await listed(await memberWith('customers.view', 'tenants.view'))
  expect(hidden.get(company.id)).toEqual({ seats: null, balance: null, currency: null })
})

test('a contact is removed by whoever may change the customer, even if they may delete no customers', async () => {
  const company = await insertRow('companies', await FACTORIES.companies())
  const contact = await insertRow('contacts', await FACTORIES.contacts({ company_id: company.id }))
  const { client } = await memberWith('customers.view', 'customers.edit')
  const { data } = await client.rpc('save_record', {
    target_table: 'companies',
    record: company.id,
    tenant: null as unknown as string,
    expected_version: 2,
    record_values: { name: company.name },
    children: { contacts: { parent: 'company_id', rows: [] } },
  })
  expect(data).toMatchObject({ version: 3 })
  expect(await storedRow('contacts', contact.id)).toBeUndefined()
})

test('a customer without a tenant can be deleted', async () => {
  const company = await insertRow('companies', await FACTORIES.companies())
  await rolledBack(async (client) => {
    await become(client, ADMIN)
    const { rows } = await client.query('select public.company_delete_refusal($1) as kept', [company.id])
    expect(rows).toEqual([{ kept: null }])
    await client.query(REMOVE, [company.id])
    expect(await storedRow('companies', company.id, client)).toBeUndefined()
  })
})

test('a customer with opportunities or stock cannot be deleted', async () => {
  const company = await insertRow('companies', await FACTORIES.companies())
  await insertRow('opportunities', await FACTORIES.opportunities({ company_id: company.id }))
  await rolledBack(async (client) => {
    await become(client, ADMIN)
    expect(await failure(client, REMOVE, [company.id])).toMatch(/^2300[13]|23503$/)
  })
})

test('the records related to a customer are all counted, partly listed, and null if hidden', async () => {
  const company = await insertRow('companies', await FACTORIES.companies())
  for (let n = 0; n < 12; n += 1) {
    const status = n === 0 ? 'lead' : 'won'
    await insertRow('opportunities', await FACTORIES.opportunities({ company_id: company.id, status }))
  }
  interface Records {
    opportunities: { count: number; open: number; rows: { status: string }[] } | null
    invoices: { count: number } | null
  }
  const records = async (member: Awaited<ReturnType<typeof newMember>>) =>
    (await member.client.rpc('customer_records', { company: company.id })).data as unknown as Records
  const told = await records(await newMember('admin'))
  const { count, open, rows } = told.opportunities ?? {}
  expect([count, open, rows?.length, rows?.[0]?.status, told.invoices?.count]).toEqual([12, 1, 10, 'lead', 0])
  expect(await records(await memberWith('customers.view'))).toMatchObject({
    opportunities: null,
    invoices: null,
  })
})

test('tenant code and type can change until the tenant is live', async () => {
  const { company } = await insertTenant(`Fixed ${unique()}`)
  const free = await insertRow('companies', await FACTORIES.companies())
  const code = `code-${unique().toLowerCase()}`.slice(0, 32)
  await rolledBack(async (client) => {
    await become(client, ADMIN)
    const change = 'update public.companies set tenant_code = $2 where id = $1'
    expect(await failure(client, change, [company.id, code])).toBe('23514')
    expect(await failure(client, change, [company.id, null])).toBe('23514')
    expect(
      await failure(client, "update public.companies set type = 'company' where id = $1", [company.id]),
    ).toBe('23514')
    await client.query(change, [free.id, code])
    expect(await storedRow('companies', free.id, client)).toMatchObject({ tenant_code: code })
  })
})
