import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { findRemote } from '@/lib/search/remote-hits'
import { type Caller, callersByRole, type Role } from '../support/clients'
import { query, storedRow } from '../support/database'
import { FACTORIES } from '../support/factories'
import { insertIssuedInvoice } from '../support/factories/billing'
import { insertTenant, newCompany, newContact } from '../support/factories/companies'
import { newPortalUser } from '../support/factories/people'
import { insertRow, unique } from '../support/factories/row'
import { newStockItem } from '../support/factories/sales'

let callers: Record<Role, Caller>
beforeAll(async () => {
  callers = await callersByRole()
})

/** A customer with a contact, a phone in stock and an issued invoice, each with unique values to search for. */
async function customer() {
  const key = unique()
  const { company, tenant } = await insertTenant(`Found ${key}`)
  const contact = await insertRow(
    'contacts',
    await newContact({
      company_id: company.id,
      name: `Reception ${key}`,
      email: `desk-${key}@found.example`,
    }),
  )
  const item = await insertRow(
    'inventory',
    await newStockItem({ serial: `SN-${key}`, asset_tag: `AT-${key}` }),
  )
  const { id: issued } = await insertIssuedInvoice({ tenant_id: tenant.id })
  const invoice = { id: issued, number: String((await storedRow('invoices', issued))?.number) }
  return { key, company, tenant, contact, item, invoice }
}

describe('the extended search finds', () => {
  test('contacts by name and email, linked to their customer', async () => {
    const { key, company, contact, tenant } = await customer()
    const { client } = callers.admin
    for (const words of [`reception ${key}`, `DESK-${key}@found`]) {
      expect(await findRemote(client, words)).toEqual([
        {
          type: 'contact',
          id: company.id,
          tenantId: tenant.id,
          name: contact.name,
          description: expect.stringContaining(`${company.name}, desk-${key}@found.example`),
        },
      ])
    }
  })

  test('contacts whose name is typed without its accents', async () => {
    const key = unique()
    const { company } = await insertTenant(`Found ${key}`)
    await insertRow('contacts', await newContact({ company_id: company.id, name: `José Müller ${key}` }))
    for (const words of [`jose muller ${key}`, `José Müller ${key}`]) {
      expect((await findRemote(callers.admin.client, words)).map((hit) => hit.id)).toEqual([company.id])
    }
  })

  test('companies by phone number, in any format', async () => {
    const phone = '+12075550143'
    const { id } = await insertRow('companies', await newCompany({ phone }))
    for (const words of ['(207) 555-0143', '555-0143', '+1 207 555 0143', '(207) 555–0143 ext. 12']) {
      expect(await findRemote(callers.admin.client, words)).toContainEqual(
        expect.objectContaining({ type: 'company', id }),
      )
    }
    expect(await findRemote(callers.admin.client, '55')).toEqual([])
  })

  test('a tenant by the phone number of its company, also for techs', async () => {
    const { company, tenant } = await insertTenant('Answering')
    await query('update public.companies set phone = $2 where id = $1', [company.id, '+12075550144'])
    for (const role of ['admin', 'tech'] as const) {
      const hit = { type: 'tenant', id: tenant.id, name: company.name, description: company.tenant_code }
      expect(await findRemote(callers[role].client, '207-555-0144')).toContainEqual(
        expect.objectContaining(hit),
      )
    }
  })

  test('stock by serial number and asset tag, and invoices by number', async () => {
    const { key, item, invoice, tenant } = await customer()
    const { client } = callers.admin
    for (const words of [`sn-${key}`, `at-${key}`]) {
      expect(await findRemote(client, words)).toEqual([
        expect.objectContaining({ type: 'inventory', id: item.id }),
      ])
    }
    expect(await findRemote(client, invoice.number)).toContainEqual(
      expect.objectContaining({ type: 'invoice', id: invoice.id, tenantId: tenant.id }),
    )
  })

  test("a tenant's users by their email and phones by their serial, for techs as well", async () => {
    const { key, tenant } = await customer()
    const tenant_id = tenant.id
    const user = await insertRow(
      'portal_users',
      await newPortalUser({ tenant_id, email: `u-${key}@found.example` }),
    )
    const serial = `Serial-${key}x`
    const phoneWith = async (serial_number: string) =>
      insertRow('devices', { ...(await FACTORIES.devices({ tenant_id })), serial_number })
    const { client } = callers.tech
    expect(await findRemote(client, ` U-${key}@found.example`)).toMatchObject([
      { type: 'user', id: user.id, tenantId: tenant_id },
    ])
    const mixed = await phoneWith(`${serial}-1`)
    const capitals = await phoneWith(`${serial}-2`.toUpperCase())
    const small = await phoneWith(`${serial}-3`.toLowerCase())
    for (const [words, { id }] of [
      [`${serial}-1`, mixed],
      [`${serial}-2`.toLowerCase(), capitals],
      [`${serial}-2`.toUpperCase(), capitals],
      [`${serial}-3`.toLowerCase(), small],
      [`${serial}-3`.toUpperCase(), small],
    ] as const) {
      expect(await findRemote(client, words)).toMatchObject([{ type: 'device', id, tenantId: tenant_id }])
    }
    expect(await findRemote(callers.nomember.client, `${serial}-1`)).toEqual([])
  })

  test('nothing by a wildcard', async () => {
    await customer()
    for (const words of ['%%%', '---', '’’’']) {
      expect(await findRemote(callers.admin.client, words), words).toEqual([])
    }
  })

  test.each(['tech', 'disabled', 'nomember'] as const)('none of these for %s', async (role) => {
    const { key, invoice } = await customer()
    expect(await findRemote(callers[role].client, key)).toEqual([])
    expect(await findRemote(callers[role].client, invoice.number)).toEqual([])
  })
})

test('a search for a very long text, or for many words, is answered, and does not keep others waiting', async () => {
  const words = 'a'.repeat(4_000_000)
  const many = (n: number, word: string) => Array<string>(n).fill(word)
  const [{ tenant = '' } = {}] = await query<{ tenant: string }>(
    'select tenant_id as tenant from public.destinations group by 1 order by count(*) desc limit 1',
  )
  const search = (name: string, args: object) => callers.superadmin.client.rpc(name as never, args as never)
  const asked = await Promise.all([
    search('record_page', { target_table: 'companies', search: words }),
    search('record_count', { target_table: 'companies', search: words }),
    search('tenant_list', { search: words }),
    search('tenant_count', { search: words }),
    search('trail_page', { from_time: '2026-01-01', to_time: '2027-01-01', search: words }),
    search('find_other_records', { words }),
    search('offered_records', {
      target_table: 'companies',
      label_columns: ['name'],
      words: many(20_000, 'pine'),
    }),
    search('tenant_destinations', { tenant, words: many(200_000, '1') }),
  ])
  expect(asked.map(({ error }) => error)).toEqual(Array(8).fill(null))
  // The rest is not even looked at.
  const far = `${' '.repeat(2000)}pine`
  expect(await query('select private.search_words($1) as words', [far])).toEqual([{ words: '' }])
})

// PostgreSQL plans a function's statements for any argument once it has been called several times on a connection.
test('a very long text is searched for among many phones, also where the search has often been asked', async () => {
  const { tenant } = await insertTenant(`Many phones ${unique()}`)
  onTestFinished(
    async () => void (await query('delete from public.devices where tenant_id = $1', [tenant.id])),
  )
  await query(
    `insert into public.devices (tenant_id, mac)
      select $1, '02:BB:BB:BB:' || upper(substr(lpad(to_hex(n), 4, '0'), 1, 2)) || ':' || upper(right(to_hex(n + 256), 2))
      from generate_series(1, 2000) n`,
    [tenant.id],
  )
  const { client } = callers.superadmin
  for (let n = 0; n < 8; n++) await client.rpc('find_other_records', { words: 'desk' }).throwOnError()
  const { error } = await client.rpc('find_other_records', { words: 'a'.repeat(4_000_000) })
  expect(error).toBeNull()
})
