import type pg from 'pg'
import { describe, expect, test } from 'vitest'
import { moveCompany } from '../support/business-zone'
import { callersByRole } from '../support/clients'
import { become, failure, rolledBack } from '../support/database'
import { ADMIN, TECH } from '../support/demo-users'
import { newInvoice, newInvoiceLine, newSubscription } from '../support/factories/billing'
import { insertTenant, newCompanyProfile } from '../support/factories/companies'
import { insertRow } from '../support/factories/row'
import { newOpportunity, newOpportunityItem } from '../support/factories/sales'

const PROFILE = {
  name: 'Granite Voice',
  address: '1 Ledge Road\nBarre, VT 05641\n',
  phone: '(802) 555-0100',
  email: 'billing@granite.example',
  tax_id: '03-0000000',
  payment_instructions: 'By check.',
  quote_terms: 'Net 15.',
  time_zone: 'Pacific/Honolulu',
}
const HEAD =
  'Granite Voice\n1 Ledge Road\nBarre, VT 05641\n(802) 555-0100\nbilling@granite.example\nTax ID 03-0000000'

/** Fills in the company, in place of every profile there is. */
async function fillIn(
  database: pg.Client,
  profile: { [Column in keyof typeof PROFILE]: string | null },
): Promise<void> {
  await database.query('delete from public.company_profiles')
  await database.query(
    'insert into public.company_profiles select * from jsonb_populate_record(null::public.company_profiles, $1)',
    [
      {
        id: crypto.randomUUID(),
        created_at: '2026-01-01T00:00:00Z',
        updated_at: '2026-01-01T00:00:00Z',
        version: 1,
        ...profile,
      },
    ],
  )
}

const invoiceOf = async (database: pg.Client, id: string) =>
  (await database.query('select * from public.invoices where id = $1', [id])).rows[0]
const quoteOf = async (database: pg.Client, id: string) =>
  (await database.query('select * from public.quotes where id = $1', [id])).rows[0]

describe('the company profile', () => {
  test('heads an invoice, which takes changes when its draft is run and keeps them once it is issued', async () => {
    const { tenant } = await insertTenant('Alder Street Dental')
    await insertRow('subscriptions', await newSubscription({ tenant_id: tenant.id }))
    const [earlier, issued, later] = await rolledBack(async (database) => {
      const run = async () =>
        (await database.query("select public.run_billing_cycle($1, '2026-01-01') as id", [tenant.id])).rows[0]
          .id
      await fillIn(database, { ...PROFILE, name: 'Ledge Telephone' })
      const draft = await invoiceOf(database, await run())
      await fillIn(database, PROFILE)
      await database.query('select public.issue_invoice($1, $2)', [tenant.id, draft.id])
      const sent = await invoiceOf(database, draft.id)
      await fillIn(database, { ...PROFILE, payment_instructions: 'By wire.' })
      await run()
      return [draft, sent, await invoiceOf(database, draft.id)]
    })
    expect(earlier).toMatchObject({ status: 'draft', bill_to: 'Alder Street Dental' })
    expect(earlier.issuer).toMatch(/^Ledge Telephone\n/)
    expect(issued).toMatchObject({ status: 'issued', issuer: HEAD, payment_instructions: 'By check.' })
    expect(later).toEqual(issued)
  })

  test('cannot be left out by whoever issues an invoice', async () => {
    const { tenant } = await insertTenant('Alder Street Dental')
    const { id } = await insertRow('invoices', await newInvoice({ tenant_id: tenant.id }))
    await insertRow('invoice_lines', await newInvoiceLine({ tenant_id: tenant.id, invoice_id: id }))
    const issued = await rolledBack(async (database) => {
      await fillIn(database, PROFILE)
      await database.query(
        "update public.invoices set status = 'issued', issuer = 'Me', payment_instructions = 'To me', bill_to = 'You' where id = $1",
        [id],
      )
      return invoiceOf(database, id)
    })
    expect(issued).toMatchObject({
      status: 'issued',
      bill_to: 'Alder Street Dental',
      issuer: HEAD,
      payment_instructions: 'By check.',
    })
  })

  test('heads a quote, which takes changes while it is a draft and keeps them once it is sent', async () => {
    const { id: opportunity } = await insertRow('opportunities', await newOpportunity())
    await insertRow('opportunity_items', await newOpportunityItem({ opportunity_id: opportunity }))
    const id = crypto.randomUUID()
    const heads = await rolledBack(async (database) => {
      await fillIn(database, { ...PROFILE, name: 'Ledge Telephone' })
      await database.query(
        "insert into public.quotes (id, opportunity_id, issuer) values ($1, $2, 'Somebody else')",
        [id, opportunity],
      )
      const drafted = await quoteOf(database, id)
      await fillIn(database, PROFILE)
      await database.query("update public.quotes set status = 'sent', version = version + 1 where id = $1", [
        id,
      ])
      const sent = await quoteOf(database, id)
      await fillIn(database, { ...PROFILE, name: 'Ledge Telephone' })
      await database.query(
        "update public.quotes set status = 'accepted', version = version + 1 where id = $1",
        [id],
      )
      return [drafted, sent, await quoteOf(database, id)].map(({ issuer }) => issuer)
    })
    expect(heads).toEqual([expect.stringMatching(/^Ledge Telephone\n/), HEAD, HEAD])
  })

  test('has terms for quotes, which whoever sees sales may read, and nobody else', async () => {
    const terms = await rolledBack(async (database) => {
      await fillIn(database, PROFILE)
      const read = async (user: string) => {
        await become(database, user)
        return (await database.query('select public.quote_terms() as terms')).rows[0].terms
      }
      return [await read(ADMIN), await read(TECH)]
    })
    expect(terms).toEqual(['Net 15.', ''])
  })

  test('leaves out what is not filled in, and heads nothing while there is none', async () => {
    const heads = await rolledBack(async (database) => {
      const head = async () => (await database.query('select * from private.letterhead()')).rows[0]
      await fillIn(database, {
        ...PROFILE,
        address: ' \n',
        phone: '',
        email: null,
        tax_id: '',
        payment_instructions: '',
      })
      const nameAlone = await head()
      await database.query('delete from public.company_profiles')
      return [nameAlone, await head()]
    })
    expect(heads).toEqual([
      { issuer: 'Granite Voice', payment_instructions: '' },
      { issuer: '', payment_instructions: '' },
    ])
  })
})

describe('the business day', () => {
  const DAYS = `select private.business_time_zone() as zone, private.business_today()::text as today,
    (now() at time zone private.business_time_zone())::date::text as there,
    private.business_midnight('2026-03-08')::text as midnight`
  const days = async (database: pg.Client) =>
    (await database.query<{ zone: string; today: string; there: string; midnight: string }>(DAYS)).rows[0]

  test('is that of the zone of the company, whose oldest profile counts, and UTC’s without one', async () => {
    const [filledIn, missing] = await rolledBack(async (database) => {
      await fillIn(database, PROFILE)
      await insertRow('company_profiles', await newCompanyProfile({ time_zone: 'Asia/Tokyo' }), database)
      const known = await days(database)
      await database.query('delete from public.company_profiles')
      return [known, await days(database)]
    })
    expect(filledIn).toMatchObject({ zone: 'Pacific/Honolulu', midnight: '2026-03-08 10:00:00+00' })
    expect(filledIn?.today).toBe(filledIn?.there)
    expect(missing).toMatchObject({ zone: 'UTC', midnight: '2026-03-08 00:00:00+00' })
    expect(missing?.today).toBe(missing?.there)
  })

  test('needs a time zone that exists', async () => {
    const refusals = await rolledBack(async (database) => {
      const change = (zone: string) =>
        failure(database, 'update public.company_profiles set time_zone = $1', [zone])
      return [await change('Mars/Olympus_Mons'), await change('Asia/Tokyo')]
    })
    expect(refusals).toEqual(['23514', undefined])
  })

  test('is known to staff who may not see the profile, and to nobody without a permission', async () => {
    const answer = await rolledBack(async (database) => {
      await moveCompany(database, 'Pacific/Honolulu')
      await become(database, TECH)
      const seen = await database.query('select from public.company_profiles')
      const { rows } = await database.query<{ told: object; there: object }>(
        `select public.own_standing() - 'permissions' as told,
           jsonb_build_object('time_zone', 'Pacific/Honolulu', 'business_day', jsonb_build_object('today', day,
             'ends_at', (day + 1)::timestamp at time zone 'Pacific/Honolulu')) as there
         from (select (now() at time zone 'Pacific/Honolulu')::date as day) d`,
      )
      return { profiles: seen.rowCount, ...rows[0] }
    })
    expect(answer).toEqual({ profiles: 0, told: answer.there, there: answer.there })
    const callers = await callersByRole()
    for (const role of ['disabled', 'nomember'] as const) {
      expect((await callers[role].client.rpc('own_standing')).data, role).toMatchObject({
        time_zone: null,
        business_day: null,
      })
    }
    expect((await callers.anon.client.rpc('own_standing')).error).not.toBeNull()
  })
})
