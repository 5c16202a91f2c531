import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Caller, callersByRole, type Role } from '../support/clients'
import { query, storedRow } from '../support/database'
import { newCompany } from '../support/factories/companies'
import { insertRow, unique, uniqueNumber } from '../support/factories/row'
import { newNote, newOpportunity } from '../support/factories/sales'

let callers: Record<Role, Caller>
beforeAll(async () => {
  callers = await callersByRole()
})

const stored = async (given = {}) => insertRow('companies', await newCompany(given))
const groupsOf = async (id: string, role: Role = 'admin') => {
  const { data } = await callers[role].client.rpc('company_duplicates').throwOnError()
  const groups = data as unknown as { kind: string; companies: { id: string }[] }[]
  return groups
    .filter(({ companies }) => companies.some((company) => company.id === id))
    .map(({ kind, companies }) => ({ kind, ids: companies.map((company) => company.id).sort() }))
}

describe('possible duplicate companies', () => {
  test.each([
    ['name', (mark: string) => [{ name: `The ${mark} Bakery, Inc.` }, { name: `${mark} BAKERY LLC` }]],
    [
      'domain',
      (mark: string) => [
        { website: `https://www.${mark}.example/contact` },
        { website: `${mark.toUpperCase()}.example` },
      ],
    ],
  ])('are detected by %s', async (kind, given) => {
    const [one, other] = given(`q${unique()}`)
    const [first, second] = [await stored(one), await stored(other)]
    expect(await groupsOf(first.id)).toEqual([{ kind, ids: [first.id, second.id].sort() }])
    expect(await groupsOf(first.id, 'tech')).toEqual([])
  })

  test('are found by phone number, unless one of them is closed', async () => {
    const phone = uniqueNumber()
    const [first, second] = [await stored({ phone }), await stored({ phone: `${phone};ext=12` })]
    expect(await groupsOf(first.id)).toEqual([{ kind: 'phone', ids: [first.id, second.id].sort() }])
    await query("update public.companies set status = 'closed' where id = $1", [second.id])
    expect(await groupsOf(first.id)).toEqual([])
  })

  test('are suggested while typing, without the company itself', async () => {
    const mark = `q${unique()}`
    const phone = uniqueNumber()
    const known = await stored({ name: `${mark} Optical`, website: `${mark}.example`, phone })
    const like = async (
      typed: { name: string; website?: string; phone?: string },
      company: string = randomUUID(),
    ) => (await callers.admin.client.rpc('similar_companies', { company, ...typed }).throwOnError()).data
    const hit = (kind: string) => [{ id: known.id, company_name: known.name, kind }]
    expect(await like({ name: `${mark.toUpperCase()} optical, Ltd` })).toEqual(hit('name'))
    expect(await like({ name: 'Something else', website: `http://${mark}.example` })).toEqual(hit('domain'))
    expect(await like({ name: 'Something else', phone })).toEqual(hit('phone'))
    expect(await like({ name: 'Something else', phone: `${phone};ext=7` })).toEqual(hit('phone'))
    expect(await like({ name: 'Something else' })).toEqual([])
    expect(await like({ name: known.name, phone }, known.id)).toEqual([])
  })
})

test('the list shows open opportunities and the latest activity of a company', async () => {
  const company = await stored({ name: `q${unique()} Open` })
  const opportunity = await insertRow(
    'opportunities',
    await newOpportunity({ company_id: company.id, amount: 100.5 }),
  )
  await insertRow('opportunities', await newOpportunity({ company_id: company.id, status: 'won', amount: 9 }))
  const note = await insertRow('notes', await newNote({ opportunity_id: opportunity.id }))
  const page = (filters: Record<string, string>) =>
    callers.admin.client
      .rpc('record_page', { target_table: 'companies', search: company.name, filters })
      .throwOnError()
  const { data } = await page({ in_pipeline: 'true' })
  expect(data).toMatchObject([{ id: company.id, open_opportunities: 1, open_amount: 100.5 }])
  expect(Date.parse((data as unknown as { last_activity: string }[])[0]!.last_activity)).toBe(
    Date.parse(note.created_at),
  )
  expect((await page({ in_pipeline: 'false' })).data).toEqual([])
})

test('a prospect that becomes a customer keeps its record and opportunities', async () => {
  const company = await stored()
  const opportunity = await insertRow('opportunities', await newOpportunity({ company_id: company.id }))
  const convert = (role: Role, version: number) =>
    callers[role].client.rpc('save_record', {
      target_table: 'companies',
      record: company.id,
      tenant: null as unknown as string,
      expected_version: version,
      record_values: { status: 'active' },
    })
  expect((await convert('tech', company.version)).error).not.toBeNull()
  expect((await convert('admin', company.version + 1)).error?.code).toBe('TR409')
  expect(await storedRow('companies', company.id)).toMatchObject({ status: 'prospect' })
  await convert('admin', company.version).throwOnError()
  expect(await storedRow('companies', company.id)).toMatchObject({ status: 'active', id: company.id })
  expect(await storedRow('opportunities', opportunity.id)).toMatchObject({ company_id: company.id })
})
