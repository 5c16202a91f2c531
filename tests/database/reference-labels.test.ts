import { beforeAll, describe, expect, test } from 'vitest'
import { labelsOfIds, OFFERED, offeredLabels, referenceLabels } from '@/lib/labels'
import { OPEN_OPPORTUNITY, recordOf, TENANT } from '@/lib/resources/kinds'
import { findDestinations } from '@/lib/telephony/find-destinations'
import { shownNumber } from '@/lib/validation/phone'
import { type Client, newMember } from '../support/clients'
import { become, query, rolledBack } from '../support/database'
import { SUPERADMIN } from '../support/demo-users'
import { insertTenant, newTenant } from '../support/factories/companies'
import { insertRow, unique } from '../support/factories/row'
import { newOpportunity } from '../support/factories/sales'
import { newExtension, newTenantNumber } from '../support/factories/telephony'

const EXTENSION = recordOf('extensions')
const ALL = OFFERED + 20

let client: Client
let tenant: string

beforeAll(async () => {
  client = (await newMember('tech')).client
  tenant = (await insertRow('tenants', await newTenant({ extension_limit: ALL + 10 }))).id
  await query(
    `insert into public.extensions (tenant_id, extension, effective_caller_id_name)
     select $1, (2000 + n)::text, 'Desk ' || n from generate_series(1, $2) n`,
    [tenant, ALL],
  )
})

const offered = async (typed: string) => [...(await offeredLabels(client, EXTENSION, tenant, typed)).values()]

describe('the records offered in a picker', () => {
  test('are limited, in order of their labels, and typing finds the rest', async () => {
    const labels = await offered('')
    expect(labels).toHaveLength(OFFERED + 1)
    expect(labels[0]).toBe('2001 Desk 1')
    expect(await referenceLabels(client, EXTENSION, tenant)).toHaveProperty('size', ALL)
  })

  test('are found beyond the limit by words in any of the label’s columns', async () => {
    expect(await offered(`${2000 + ALL}`)).toEqual([`${2000 + ALL} Desk ${ALL}`])
    expect(await offered(`desk 25${ALL % 100}`)).toEqual([`${2000 + ALL} Desk ${ALL}`])
    expect(await offered('2001 kitchen')).toEqual([])
  })

  test('are found by words with special characters', async () => {
    const names = ['100% "real", (yes)', 'back\\slash', 'under_score', 'a,b.ilike.*', "O'Neil: {x}"]
    const other = (await insertRow('tenants', await newTenant())).id
    for (const [n, name] of names.entries()) {
      const given = { tenant_id: other, extension: String(4000 + n), effective_caller_id_name: name }
      await insertRow('extensions', await newExtension(given))
      const found = await offeredLabels(client, EXTENSION, other, name)
      expect([...found.values()]).toEqual([`${4000 + n} ${name}`])
    }
    expect((await offeredLabels(client, EXTENSION, other, 'tenant_id.eq.*')).size).toBe(0)
  })

  test.each(['jose muller', 'José Müller', 'MULLER', 'José'.normalize('NFD')])(
    'are found by %s where accents are written',
    async (typed) => {
      const key = unique()
      const { tenant: of, company } = await insertTenant(`José Müller ${key}`)
      const given = { tenant_id: of.id, effective_caller_id_name: `Müller, José` }
      const desk = await insertRow('extensions', await newExtension(given))
      const opportunity = await insertRow(
        'opportunities',
        await newOpportunity({ company_id: company.id, name: `Phones for José Müller ${key}` }),
      )
      const words = `${typed} ${key}`
      const seller = (await newMember('admin')).client
      expect([...(await offeredLabels(client, EXTENSION, of.id, typed)).keys()]).toEqual([desk.id])
      expect([...(await offeredLabels(client, TENANT, of.id, words)).keys()]).toEqual([of.id])
      expect([...(await offeredLabels(seller, recordOf('companies'), null, words)).keys()]).toEqual([
        company.id,
      ])
      expect([...(await offeredLabels(seller, OPEN_OPPORTUNITY, null, words)).keys()]).toEqual([
        opportunity.id,
      ])
      const destinations = await findDestinations(client, of.id, typed, ['extensions'])
      expect(destinations.map(({ label }) => label)).toEqual([expect.stringContaining('Müller, José')])
    },
  )

  test('are no lost opportunities', async () => {
    const name = `Lost ${unique()}`
    const { company } = await insertTenant(name)
    const given = { company_id: company.id, name, status: 'lost', lost_reason: 'Price' }
    await insertRow('opportunities', await newOpportunity(given))
    const seller = (await newMember('admin')).client
    expect((await offeredLabels(seller, recordOf('opportunities'), null, name)).size).toBe(1)
    expect((await offeredLabels(seller, OPEN_OPPORTUNITY, null, name)).size).toBe(0)
  })

  test('are found by two letters, too few for the index of a list that has one', async () => {
    const { company } = await insertTenant(`Qx ${unique()}`)
    const seller = (await newMember('admin')).client
    const found = await offeredLabels(seller, recordOf('companies'), null, 'Qx')
    expect([...found.keys()]).toContain(company.id)
  })

  test('are looked up in the index of a list that has one', async () => {
    const { company } = await insertTenant(`Béatrice ${unique()}`)
    await rolledBack(async (database) => {
      await become(database, SUPERADMIN)
      const { rows } = await database.query(
        `select private.words_condition('companies', '{name}', $1) as condition`,
        [company.name.split(' ')],
      )
      expect(rows[0]?.condition).toContain(`t.id = any ('{${company.id}}'::uuid[])`)
    })
  })

  test('are found by a phone number as it is shown or pasted', async () => {
    const did = recordOf('dids')
    const { id, number } = await insertRow('dids', await newTenantNumber({ tenant_id: tenant }))
    for (const typed of [number, shownNumber(number), shownNumber(number).slice(0, -2), number.slice(2)]) {
      expect([...(await offeredLabels(client, did, tenant, typed)).keys()]).toContain(id)
    }
  })

  test('are labeled by id, even for more ids than fit in a URL', async () => {
    const all = await referenceLabels(client, EXTENSION, tenant)
    expect(await labelsOfIds(client, EXTENSION, tenant, [...all.keys()])).toEqual(all)
    expect((await labelsOfIds(client, EXTENSION, null, [tenant])).size).toBe(0)
  })
})
