import { beforeAll, describe, expect, test } from 'vitest'
import { labelsOfIds, OFFERED, offeredLabels, referenceLabels } from '@/lib/records/reference-labels'
import { recordOf } from '@/lib/resources/kinds'
import { shownNumber } from '@/lib/validation/phone'
import { type Client, newMember } from '../support/clients'
import { query } from '../support/database'
import { newTenant } from '../support/factories/companies'
import { insertRow } from '../support/factories/row'
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
