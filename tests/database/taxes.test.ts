import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { fromUnits, toUnits } from '@/lib/billing/money'
import { type Caller, callersByRole, type Role } from '../support/clients'
import { failure, query, rolledBack, storedRow } from '../support/database'
import {
  newBillingAccount,
  newInvoice,
  newInvoiceLine,
  newSubscription,
  newTaxJurisdiction,
} from '../support/factories/billing'
import { insertTenant } from '../support/factories/companies'
import { type Given, insertRow } from '../support/factories/row'

const JANUARY = '2026-01-01'
const FEBRUARY = '2026-02-01'

let callers: Record<Role, Caller>
beforeAll(async () => {
  callers = await callersByRole()
})

/** A tenant whose account names a jurisdiction with the rate. */
async function taxed(percent: number, given: Given<'billing_accounts'> = {}) {
  const jurisdiction = await insertRow('tax_jurisdictions', await newTaxJurisdiction({ percent }))
  const { tenant, company } = await insertTenant('Taxed')
  const account = await insertRow(
    'billing_accounts',
    await newBillingAccount({ tenant_id: tenant.id, tax_jurisdiction_id: jurisdiction.id, ...given }),
  )
  return { jurisdiction, tenant: tenant.id, company: company.name, account }
}

async function draftOf(tenant_id: string, amounts: readonly number[], period_start = JANUARY) {
  const draft = await insertRow('invoices', await newInvoice({ tenant_id, period_start }))
  for (const amount of amounts) {
    await insertRow('invoice_lines', await newInvoiceLine({ tenant_id, invoice_id: draft.id, amount }))
  }
  return draft.id
}

const taxOf = async (invoice: string) =>
  (
    await query<{ description: string; amount: string; taxed: string; tax_percent: string }>(
      `select description, amount::text, taxed::text, tax_percent::float as tax_percent
       from public.invoice_lines where invoice_id = $1 and kind = 'tax'`,
      [invoice],
    )
  ).at(0)

const totalOf = async (invoice: string) => Number((await storedRow('invoices', invoice))?.total)

async function issue(tenant: string, invoice: string) {
  const { error } = await callers.admin.client.rpc('issue_invoice', { tenant, invoice })
  expect(error).toBeNull()
}

describe('the tax of a draft', () => {
  test('applies its jurisdiction’s rate to all lines, and follows changes of the lines', async () => {
    const { tenant, jurisdiction } = await taxed(8.81)
    const draft = await draftOf(tenant, [100, 20.5, -10])
    expect(await taxOf(draft)).toEqual({
      description: `Sales tax, ${jurisdiction.name}`,
      amount: '9.74',
      taxed: '110.50',
      tax_percent: 8.81,
    })
    expect(await totalOf(draft)).toBe(120.24)
    await query(
      "delete from public.invoice_lines where invoice_id = $1 and kind = 'adjustment' and amount > 50",
      [draft],
    )
    expect([(await taxOf(draft))?.amount, await totalOf(draft)]).toEqual(['0.93', 11.43])
    await query("delete from public.invoice_lines where invoice_id = $1 and kind = 'adjustment'", [draft])
    expect([await taxOf(draft), await totalOf(draft)]).toEqual([undefined, 0])
  })

  test('is rounded on the total, half away from zero, for any lines and rate', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 1_000_000 }),
        fc.array(fc.integer({ min: -99_999, max: 99_999 }), { minLength: 1, maxLength: 6 }),
        async (rate, cents) => {
          const { tenant } = await taxed(rate / 10_000)
          const draft = await draftOf(
            tenant,
            cents.map((amount) => amount / 100),
          )
          const sum = cents.reduce((total, amount) => total + BigInt(amount), 0n)
          const exact = sum * BigInt(rate)
          const half = exact < 0n ? -500_000n : 500_000n
          const tax = (exact + half) / 1_000_000n
          expect((await taxOf(draft))?.amount).toBe(sum === 0n ? undefined : fromUnits(tax, 2))
          expect(toUnits(String((await storedRow('invoices', draft))?.total), 2)).toBe(
            sum + (sum === 0n ? 0n : tax),
          )
        },
      ),
      { numRuns: 25 },
    )
  })

  test.each<[string, number, Given<'billing_accounts'>]>([
    ['an exempt customer', 7, { tax_exemption: 'E-20417' }],
    ['a customer without a jurisdiction', 7, { tax_jurisdiction_id: null }],
    ['a rate of zero', 0, {}],
  ])('is zero for %s', async (_, percent, given) => {
    const { tenant } = await taxed(percent, given)
    const draft = await draftOf(tenant, [100])
    expect([await taxOf(draft), await totalOf(draft)]).toEqual([undefined, 100])
  })

  test('follows a new rate or exemption on the next run, and is refunded with a credit', async () => {
    const { tenant, jurisdiction, account } = await taxed(5)
    await insertRow('subscriptions', await newSubscription({ tenant_id: tenant, unit_price: 40 }))
    const run = async (period_start: string) => {
      const { data } = await callers.admin.client.rpc('run_billing_cycle', { tenant, period_start })
      return String(data)
    }
    const draft = await run(JANUARY)
    expect((await taxOf(draft))?.amount).toBe('2.00')
    await query('update public.tax_jurisdictions set percent = 10 where id = $1', [jurisdiction.id])
    await run(JANUARY)
    expect([(await taxOf(draft))?.amount, await totalOf(draft)]).toEqual(['4.00', 44])
    await query("update public.billing_accounts set tax_exemption = 'E-1' where id = $1", [account.id])
    await run(JANUARY)
    expect([await taxOf(draft), await totalOf(draft)]).toEqual([undefined, 40])

    await query("update public.billing_accounts set tax_exemption = '' where id = $1", [account.id])
    await issue(tenant, draft)
    const credit = await draftOf(tenant, [-40], FEBRUARY)
    expect([(await taxOf(credit))?.amount, await totalOf(credit)]).toEqual(['-4.00', -44])
  })

  test('cannot be written, changed or removed by hand', async () => {
    const { tenant } = await taxed(7)
    const draft = await draftOf(tenant, [100])
    for (const role of ['admin', 'superadmin'] as const) {
      const lines = callers[role].client.from('invoice_lines')
      const tax = { kind: 'tax', tax_jurisdiction: 'Here', tax_percent: 1, taxed: 1 }
      const written = { tenant_id: tenant, invoice_id: draft, description: 'Tax', amount: 1, ...tax }
      expect((await lines.insert(written)).error?.code).toBe('42501')
      const [line] = await query<{ id: string; version: number }>(
        "select id, version from public.invoice_lines where invoice_id = $1 and kind = 'tax'",
        [draft],
      )
      const changed = lines.update({ amount: 0, version: Number(line?.version) + 1 })
      expect((await changed.eq('id', String(line?.id))).error?.code).toBe('42501')
      expect((await lines.delete().eq('id', String(line?.id))).error?.code).toBe('42501')
    }
    expect((await taxOf(draft))?.amount).toBe('7.00')
  })
})

describe('the tax of an issued invoice', () => {
  test('is part of the amount due, and unaffected by later changes of rate, name and exemption', async () => {
    const { tenant, jurisdiction, account } = await taxed(6)
    const invoice = await draftOf(tenant, [200])
    await issue(tenant, invoice)
    const before = await taxOf(invoice)
    await query("update public.tax_jurisdictions set percent = 9, name = name || ' West' where id = $1", [
      jurisdiction.id,
    ])
    await query("update public.billing_accounts set tax_exemption = 'E-9' where id = $1", [account.id])
    expect(await taxOf(invoice)).toEqual(before)
    expect(await storedRow('invoices', invoice)).toMatchObject({ total: 212, tax_exemption: '' })
    const { data } = await callers.admin.client.rpc('billing_overview', { tenant })
    expect(data).toMatchObject({ balance: 212 })
  })

  test('names the exemption certificate of the issue date permanently', async () => {
    const { tenant, account } = await taxed(6, { tax_exemption: 'E-20417' })
    const invoice = await draftOf(tenant, [200])
    await issue(tenant, invoice)
    await query("update public.billing_accounts set tax_exemption = '' where id = $1", [account.id])
    expect(await storedRow('invoices', invoice)).toMatchObject({ total: 200, tax_exemption: 'E-20417' })
    const change = "update public.invoices set tax_exemption = '' where id = $1"
    expect(await rolledBack((client) => failure(client, change, [invoice]))).toBe('23514')
  })
})

describe('a tax jurisdiction', () => {
  test('cannot be deleted while an account uses it', async () => {
    const { jurisdiction } = await taxed(6)
    const { error } = await callers.admin.client.from('tax_jurisdictions').delete().eq('id', jurisdiction.id)
    expect(error?.code).toBe('23503')
    expect(await storedRow('tax_jurisdictions', jurisdiction.id)).toMatchObject({ percent: 6 })
  })

  test.each([[-1], [100.5]])('cannot have a rate of %d %%', async (percent) => {
    const row = await newTaxJurisdiction({ percent })
    const { error } = await callers.admin.client.from('tax_jurisdictions').insert(row)
    expect(error?.code).toBe('23514')
  })
})

test('the report shows the tax of each jurisdiction and month, with its invoices', async () => {
  const { tenant, jurisdiction, company } = await taxed(5)
  for (const [period, amount] of [
    [JANUARY, 100],
    [FEBRUARY, 60],
  ] as const) {
    await issue(tenant, await draftOf(tenant, [amount], period))
  }
  await draftOf(tenant, [999], '2026-03-01')
  const voided = await draftOf(tenant, [500], '2026-04-01')
  await issue(tenant, voided)
  const { client } = callers.admin
  expect((await client.rpc('void_invoice', { tenant, invoice: voided, reason: 'Wrong' })).error).toBeNull()

  const [today] = await query<{ day: string }>('select private.business_today()::text as day')
  const days = { from_day: String(today?.day), until_day: String(today?.day) }
  const { data: report } = await client.rpc('report_business', days)
  const { taxes, voided: takenBack } = report as Record<
    'taxes' | 'voided',
    { jurisdiction: string; id: string }[]
  >
  expect(takenBack?.find(({ id }) => id === voided)).toMatchObject({
    ...{ tenant_id: tenant, name: company, issued_on: days.from_day, voided_on: days.from_day, tax: 25 },
  })
  const month = days.from_day.slice(0, 7)
  expect(taxes.filter((row) => row.jurisdiction === jurisdiction.name)).toEqual([
    { month, jurisdiction: jurisdiction.name, currency: 'USD', invoices: 2, taxed: 160, tax: 8 },
  ])
  const { data: behind } = await client.rpc('report_invoices', { ...days, jurisdiction: jurisdiction.name })
  expect(behind).toMatchObject([
    { name: company, total: 63, tax: 3 },
    { name: company, total: 105, tax: 5 },
  ])
})
