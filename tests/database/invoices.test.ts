import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'
import { beforeAll, describe, expect, test } from 'vitest'
import { saveAccount } from '@/lib/billing/account'
import { type Invoice, issueInvoice, loadInvoice } from '@/lib/billing/invoices'
import { dayAfter } from '@/lib/dates/day'
import type { Json } from '@/lib/supabase/database.types'
import { moveToAnotherDay } from '../support/business-zone'
import { type Caller, callersByRole, type Role, serviceClient } from '../support/clients'
import { failure, query, rolledBack, type Stored, storedRow, withDatabase } from '../support/database'
import {
  insertIssuedInvoice,
  newBillingAccount,
  newInvoice,
  newInvoiceLine,
  newRatePlan,
  newRatePlanRate,
  newSubscription,
} from '../support/factories/billing'
import { insertTenant, newTenant } from '../support/factories/companies'
import { insertRow } from '../support/factories/row'

const REFUSED = '23514'

let callers: Record<Role, Caller>
beforeAll(async () => {
  callers = await callersByRole()
})

const invoice = (id: string) => storedRow('invoices', id)
const linesOf = (id: string) =>
  query<{ id: string; amount: string }>('select id, amount from public.invoice_lines where invoice_id = $1', [
    id,
  ])

/** The SQLSTATE the schema owner gets. */
const asOwner = (text: string, values: unknown[]) => rolledBack((client) => failure(client, text, values))

describe('an issued invoice', () => {
  test('cannot have its lines changed by anyone', async () => {
    const { id, tenant_id } = await insertIssuedInvoice()
    const [line] = await linesOf(id)
    if (!line) throw new Error('No line')
    for (const client of [callers.admin.client, callers.superadmin.client, serviceClient()]) {
      const lines = client.from('invoice_lines')
      expect((await lines.update({ amount: 1 }).eq('id', line.id)).error?.code).toBe(REFUSED)
      expect((await lines.delete().eq('id', line.id)).error?.code).toBe(REFUSED)
      const another = { tenant_id, invoice_id: id, description: 'Late', amount: 5 }
      expect((await lines.insert(another)).error?.code).toBe(REFUSED)
    }
    expect(await asOwner('update public.invoice_lines set amount = 1 where id = $1', [line.id])).toBe(REFUSED)
    expect(await asOwner('delete from public.invoice_lines where id = $1', [line.id])).toBe(REFUSED)
    expect(await linesOf(id)).toEqual([line])
  })

  test('cannot exchange lines with a draft', async () => {
    const issued = await insertIssuedInvoice()
    const draft = await insertRow(
      'invoices',
      await newInvoice({ tenant_id: issued.tenant_id, period_start: '2026-02-01' }),
    )
    const line = await insertRow(
      'invoice_lines',
      await newInvoiceLine({ invoice_id: draft.id, tenant_id: issued.tenant_id }),
    )
    const move = 'update public.invoice_lines set invoice_id = $1 where invoice_id = $2'
    expect(await asOwner(move, [issued.id, draft.id])).toBe(REFUSED)
    expect(await asOwner(move, [draft.id, issued.id])).toBe(REFUSED)
    expect((await linesOf(draft.id)).map(({ id }) => id)).toEqual([line.id])
  })

  test.each([
    ['total = 1'],
    ['due_on = due_on + 30'],
    ["number = '2026-99999'"],
    ["note = 'changed'"],
    ["bill_to = 'Someone else'"],
    ["issuer = 'Someone else'"],
    ["payment_instructions = 'By wire'"],
    ["currency = 'EUR'"],
    ["period_start = '2026-05-01'"],
    ["status = 'draft', number = null, issued_on = null, due_on = null"],
    ["status = 'paid'"],
    ['paid = 100'],
    ["status = 'paid', paid = 100"],
  ])('cannot have %s set', async (assignment) => {
    const { id } = await insertIssuedInvoice()
    expect(await asOwner(`update public.invoices set ${assignment} where id = $1`, [id])).toBe(REFUSED)
  })

  test('cannot be deleted, and neither can its tenant', async () => {
    const { id, tenant_id } = await insertIssuedInvoice()
    expect(await asOwner('delete from public.invoices where id = $1', [id])).toBe(REFUSED)
    expect(await asOwner('delete from public.tenants where id = $1', [tenant_id])).toBe('23503')
  })

  test('cannot be created as issued', async () => {
    const row = await newInvoice()
    const { error } = await callers.admin.client
      .from('invoices')
      .insert({ ...row, status: 'issued', number: '2026-1', issued_on: '2026-01-01', due_on: '2026-01-01' })
    expect(error?.code).toBe('42501')
    expect(await invoice(row.id)).toBeUndefined()
  })
})

test('an adjustment cannot pass for a line that the draft is given when it is rebuilt', async () => {
  const { id: invoice_id, tenant_id } = await insertRow('invoices', await newInvoice())
  const { id } = await insertRow('subscriptions', await newSubscription({ tenant_id }))
  const { client } = callers.admin
  for (const line_key of ['tax', 'usage 1', `subscription ${id} recurring 2026-01-01`]) {
    const line = { tenant_id, invoice_id, description: 'Late', amount: 5, line_key }
    expect((await client.from('invoice_lines').insert(line)).error?.code).toBe(REFUSED)
  }
  expect(await linesOf(invoice_id)).toEqual([])
})

describe('issuing', () => {
  test('sets number, dates and address according to the account’s terms', async () => {
    const { tenant, company } = await insertTenant('Alder Street Dental')
    await insertRow('billing_accounts', await newBillingAccount({ tenant_id: tenant.id, terms_days: 15 }))
    const draft = await insertRow('invoices', await newInvoice({ tenant_id: tenant.id }))
    await insertRow(
      'invoice_lines',
      await newInvoiceLine({ invoice_id: draft.id, tenant_id: tenant.id, amount: 33.1 }),
    )
    const { error } = await callers.admin.client.rpc('issue_invoice', {
      tenant: tenant.id,
      invoice: draft.id,
      expected_total: 33.1,
    })
    expect(error).toBeNull()
    const stored = await invoice(draft.id)
    expect(stored).toMatchObject({
      status: 'issued',
      total: 33.1,
      paid: 0,
      bill_to: company.name,
      terms_days: 15,
    })
    expect(stored?.number).toMatch(/^\d{4}-\d{5}$/)
    expect(Date.parse(String(stored?.due_on)) - Date.parse(String(stored?.issued_on))).toBe(15 * 86_400_000)
  })

  test.each([
    ['the customer’s without a billing account', undefined, 15],
    ['the customer’s if its account has none', { terms_days: null }, 15],
    ['the account’s if it has its own', { terms_days: 0 }, 0],
  ] as const)('takes terms and the address from the customer: terms are %s', async (_, account, days) => {
    const { tenant, company } = await insertTenant('Alder Street Dental')
    await callers.admin.client
      .from('company_accounts')
      .update({ terms_days: 15, billing_address: '12 Alder Street\nPortland, ME 04101', version: 2 })
      .eq('id', company.id)
      .throwOnError()
    if (account)
      await insertRow('billing_accounts', await newBillingAccount({ tenant_id: tenant.id, ...account }))
    await insertRow('subscriptions', await newSubscription({ tenant_id: tenant.id }))
    const { data: draft } = await callers.admin.client
      .rpc('run_billing_cycle', { tenant: tenant.id, period_start: '2026-01-01' })
      .throwOnError()
    expect(await invoice(String(draft))).toMatchObject({ status: 'draft', terms_days: days })
    const { data: overview } = await callers.admin.client
      .rpc('billing_overview', { tenant: tenant.id })
      .throwOnError()
    expect(overview).toMatchObject({ terms_days: account?.terms_days ?? null, customer_terms_days: 15 })
    await callers.admin.client
      .rpc('issue_invoice', { tenant: tenant.id, invoice: String(draft) })
      .throwOnError()
    const stored = await invoice(String(draft))
    expect(stored).toMatchObject({
      terms_days: days,
      bill_to: 'Alder Street Dental\n12 Alder Street\nPortland, ME 04101',
    })
    expect(stored?.due_on).toBe(dayAfter(String(stored?.issued_on), days))
  })

  test('is refused for a changed total, a second time, before its period ends, and without lines', async () => {
    const { client } = callers.admin
    const { id: draft, tenant_id: tenant } = await insertRow('invoices', await newInvoice())
    expect((await client.rpc('issue_invoice', { tenant, invoice: draft })).error?.code).toBe(REFUSED)
    const line = await insertRow('invoice_lines', await newInvoiceLine())
    expect(
      (
        await client.rpc('issue_invoice', {
          tenant: line.tenant_id,
          invoice: line.invoice_id,
          expected_total: 1,
        })
      ).error?.code,
    ).toBe('TR412')
    expect(
      (
        await client.rpc('issue_invoice', {
          tenant: line.tenant_id,
          invoice: line.invoice_id,
          expected_total: 12.5,
        })
      ).error,
    ).toBeNull()
    expect(
      (await client.rpc('issue_invoice', { tenant: line.tenant_id, invoice: line.invoice_id })).error?.code,
    ).toBe('TR409')
    const later = await insertRow('invoices', await newInvoice({ period_start: '2099-01-01' }))
    await insertRow(
      'invoice_lines',
      await newInvoiceLine({ invoice_id: later.id, tenant_id: later.tenant_id }),
    )
    expect(
      (await client.rpc('issue_invoice', { tenant: later.tenant_id, invoice: later.id })).error?.code,
    ).toBe(REFUSED)
    expect(await invoice(later.id)).toMatchObject({ status: 'draft', number: null })
  })

  const EURO_ACCOUNT = "insert into public.billing_accounts (tenant_id, currency) values ($1, 'EUR')"
  const DUE_AT_ONCE = 'insert into public.billing_accounts (tenant_id, terms_days) values ($1, 0)'
  test.each([
    ['the account’s currency', EURO_ACCOUNT, /^Its currency, terms or addresses have changed\. Refresh/],
    ['the account’s terms', DUE_AT_ONCE, /^Its currency, terms or addresses have changed\. Refresh/],
    [
      'the customer’s address',
      "update public.company_accounts a set billing_address = '1 Elm Street' from public.companies c where c.id = a.id and c.domain_uuid = $1",
      /^Its currency, terms or addresses have changed\. Refresh/,
    ],
    [
      'its note',
      "update public.invoices set note = 'Paid by check' where tenant_id = $1",
      /^Someone else has changed this draft/,
    ],
  ])('is refused for %s that has changed since it was seen', async (_, change, message) => {
    const { tenant } = await insertTenant('Alder Street Dental')
    await insertRow('subscriptions', await newSubscription({ tenant_id: tenant.id, unit_price: 1200 }))
    const { client } = callers.admin
    const redraft = async () => {
      const { data } = await client
        .rpc('run_billing_cycle', { tenant: tenant.id, period_start: '2026-01-01' })
        .throwOnError()
      return (await loadInvoice(client, tenant.id, String(data)))?.invoice as Invoice
    }
    const seen = await redraft()
    await query(change, [tenant.id])
    await expect(issueInvoice(client, seen)).rejects.toThrow(message)
    expect(await invoice(seen.id)).toMatchObject({ status: 'draft', total: 1200 })
    await issueInvoice(client, await redraft())
    expect(await invoice(seen.id)).toMatchObject({ status: 'issued', total: 1200 })
  })

  test('is refused until the period has begun in the tenant’s time zone, because calls would be missed', async () => {
    const { invoice_id } = await insertRow('invoice_lines', await newInvoiceLine())
    const issue = (client: pg.Client) =>
      failure(client, "update public.invoices set status = 'issued' where id = $1", [invoice_id])
    // A month has begun here but not there for a few hours only, and seldom while this runs.
    const beginsIn = (client: pg.Client, minutes: number) =>
      client.query(`create or replace function private.start_of_month(tenant uuid, month date) returns timestamptz
        language sql stable as 'select now() + make_interval(mins => ${minutes})'`)
    await rolledBack(async (client) => {
      await beginsIn(client, -1)
      expect(await issue(client)).toBeUndefined()
    })
    await rolledBack(async (client) => {
      await beginsIn(client, 1)
      expect(await issue(client)).toBe(REFUSED)
    })
    expect(await invoice(invoice_id)).toMatchObject({ status: 'draft' })
  })

  test('is refused until the period has begun where the company is, too', async () => {
    const { invoice_id } = await insertRow('invoice_lines', await newInvoiceLine())
    const refused = await rolledBack(async (client) => {
      const issueOn = async (day: string) => {
        await client.query(
          `create or replace function private.business_today() returns date language sql stable as $$ select date '${day}' $$`,
        )
        return failure(client, "update public.invoices set status = 'issued' where id = $1", [invoice_id])
      }
      return [await issueOn('2025-12-31'), await issueOn('2026-01-01')]
    })
    expect(refused).toEqual([REFUSED, undefined])
  })

  test('numbers on after a restore from where the README has the counter moved, whether or not the year has one', async () => {
    const readme = readFileSync(join(import.meta.dirname, '../../README.md'), 'utf8')
    const [moving = ''] = /insert into private\.invoice_counters[^;]*;/.exec(readme) ?? []
    expect(moving).toContain('(2026, 40)')
    const numbers = await rolledBack(async (client) => {
      const next = async () => {
        // A year that no other test counts in.
        await client.query(moving.replace('2026', '1999'))
        return (await client.query('select private.next_invoice_number(1999) as number')).rows[0].number
      }
      return [await next(), await next()]
    })
    expect(numbers).toEqual(['1999-00041', '1999-00041'])
  })

  test('dates and numbers the invoice by the company’s day, and counts its terms from there', async () => {
    const { invoice_id } = await insertRow('invoice_lines', await newInvoiceLine())
    const issued = await rolledBack(async (client) => {
      await moveToAnotherDay(client)
      await client.query("update public.invoices set status = 'issued' where id = $1", [invoice_id])
      const { rows } = await client.query(
        `select i.issued_on = private.business_today() as today, i.issued_on <> (now() at time zone 'UTC')::date as elsewhere,
           i.due_on - i.issued_on = i.terms_days as terms, i.number like extract(year from i.issued_on) || '-%' as year
         from public.invoices i where i.id = $1`,
        [invoice_id],
      )
      return rows[0]
    })
    expect(issued).toEqual({ today: true, elsewhere: true, terms: true, year: true })
  })

  test('is refused when other lines of the same total came, also once somebody else has refreshed them', async () => {
    const { client } = callers.admin
    const tenant_id = (await insertRow('tenants', await newTenant())).id
    const line = { tenant_id, starts_on: '2026-01-01', cycle: 'monthly' }
    const first = await insertRow(
      'subscriptions',
      await newSubscription({ ...line, quantity: 1, unit_price: 10 }),
    )
    const second = await insertRow(
      'subscriptions',
      await newSubscription({ ...line, quantity: 1, unit_price: 20 }),
    )
    const refresh = async () =>
      String((await client.rpc('run_billing_cycle', { tenant: tenant_id, period_start: '2026-01-01' })).data)
    const id = await refresh()
    const { version, total } = (await invoice(id)) as { version: number; total: string }
    const issue = async (expected_version: number) =>
      (
        await client.rpc('issue_invoice', {
          tenant: tenant_id,
          invoice: id,
          expected_total: Number(total),
          expected_version,
        })
      ).error
    await query(`update public.subscriptions set unit_price = 30 - unit_price where id = any ($1)`, [
      [first.id, second.id],
    ])
    expect(await issue(version)).toMatchObject({
      code: 'TR412',
      message: expect.stringMatching(/^The lines of this draft have changed\. Refresh/),
    })
    await refresh()
    expect((await issue(version))?.code).toBe('TR412')
    const seen = (await invoice(id)) as { version: number; total: string }
    expect(seen.total).toBe(total)
    await refresh()
    expect(await invoice(id)).toMatchObject({ version: seen.version, status: 'draft' })
    expect(await issue(seen.version)).toBeNull()
  })

  test('is refused to techs, disabled members and visitors', async () => {
    const line = await insertRow('invoice_lines', await newInvoiceLine())
    for (const role of ['anon', 'tech', 'disabled', 'nomember'] as const) {
      const { error } = await callers[role].client.rpc('issue_invoice', {
        tenant: line.tenant_id,
        invoice: line.invoice_id,
      })
      expect(error, role).not.toBeNull()
    }
    expect(await invoice(line.invoice_id)).toMatchObject({ status: 'draft' })
  })

  test('numbers a year without gaps, even when many are issued at once and some fail', async () => {
    const drafts = await Promise.all(
      Array.from({ length: 12 }, async () => insertRow('invoice_lines', await newInvoiceLine())),
    )
    const { client } = callers.superadmin
    const answers = await Promise.all(
      drafts.map(({ invoice_id, tenant_id: tenant }, n) =>
        client.rpc('issue_invoice', {
          tenant,
          invoice: invoice_id,
          expected_total: n % 3 === 0 ? 999 : 12.5,
        }),
      ),
    )
    expect(answers.filter(({ error }) => error?.code === 'TR412')).toHaveLength(4)
    // A rolled-back transaction returns its number.
    await rolledBack((client) =>
      client.query("update public.invoices set status = 'issued' where id = $1", [drafts[0]?.invoice_id]),
    )
    const numbers = await query<{ year: string; gaps: boolean }>(`
      select split_part(number, '-', 1) as year,
        count(*) <> max(split_part(number, '-', 2)::int) or count(distinct number) <> count(*) as gaps
      from public.invoices where number is not null group by 1`)
    expect(numbers.length).toBeGreaterThan(0)
    expect(numbers.filter(({ gaps }) => gaps)).toEqual([])
  })
})

describe('voiding', () => {
  test('stores a reason, keeps the number and cannot be undone', async () => {
    const { client } = callers.admin
    const { id, tenant_id: tenant } = await insertIssuedInvoice()
    expect((await client.rpc('void_invoice', { tenant, invoice: id, reason: ' ' })).error?.code).toBe(REFUSED)
    expect((await client.rpc('void_invoice', { tenant, invoice: id, reason: 'Wrong plan' })).error).toBeNull()
    const stored = await invoice(id)
    expect(stored).toMatchObject({ status: 'void', void_reason: 'Wrong plan', paid: 0 })
    expect(stored?.number).toEqual(expect.any(String))
    expect(
      await asOwner("update public.invoices set status = 'issued', voided_at = null where id = $1", [id]),
    ).toBe(REFUSED)
    const [line] = await linesOf(id)
    expect(await asOwner('delete from public.invoice_lines where id = $1', [line?.id])).toBe(REFUSED)
  })

  test('works only on issued invoices, not on drafts', async () => {
    const draft = await insertRow('invoices', await newInvoice())
    expect(
      (
        await callers.admin.client.rpc('void_invoice', {
          tenant: draft.tenant_id,
          invoice: draft.id,
          reason: 'Trial',
        })
      ).error?.code,
    ).toBe(REFUSED)
    expect((await callers.admin.client.from('invoices').delete().eq('id', draft.id)).error).toBeNull()
    expect(await invoice(draft.id)).toBeUndefined()
  })
})

describe('saving a billing record', () => {
  test.each([
    ['subscriptions', newSubscription, { quantity: 9 }, { quantity: 7 }],
    ['invoices', newInvoice, { note: 'With thanks' }, { note: 'Thank you' }],
    ['rate_plan_rates', newRatePlanRate, { cost_per_minute: 0.0125 }, { cost_per_minute: 0.02 }],
    ['rate_plans', newRatePlan, { name: 'Renamed' }, { name: 'Renamed otherwise' }],
  ] as const)('rejects %s over a newer version', async (table, make, change, other) => {
    const row: Stored & { id: string } = await make()
    const tenant = String(row.tenant_id ?? '')
    const save = (expected_version: number | null, record_values: object) =>
      callers.admin.client.rpc('save_record', {
        target_table: table,
        record: row.id,
        tenant: (tenant || null) as string,
        expected_version: expected_version as number,
        record_values: record_values as Json,
      })
    const { id, ...values } = row
    expect((await save(null, values)).error).toBeNull()
    expect((await save(1, change)).error).toBeNull()
    expect((await save(1, other)).error?.code).toBe('TR409')
    expect(await storedRow(table, id)).toMatchObject({ ...change, version: 2 })
  })
})

describe('the terms of a subscription', () => {
  test('are fixed once invoiced, except the end date', async () => {
    const subscription = await insertRow('subscriptions', await newSubscription())
    const { client } = callers.admin
    const change = (values: { quantity?: number; ends_on?: string; starts_on?: string }) =>
      client.from('subscriptions').update(values).eq('id', subscription.id)
    expect((await change({ quantity: 2 })).error).toBeNull()
    const run = await client.rpc('run_billing_cycle', {
      tenant: subscription.tenant_id,
      period_start: '2026-01-01',
    })
    expect((await change({ quantity: 3 })).error).toBeNull()
    expect(
      (await client.rpc('issue_invoice', { tenant: subscription.tenant_id, invoice: String(run.data) }))
        .error,
    ).toBeNull()
    expect((await change({ quantity: 4 })).error?.code).toBe(REFUSED)
    expect((await change({ starts_on: '2026-01-02' })).error?.code).toBe(REFUSED)
    expect((await change({ ends_on: '2026-06-30' })).error).toBeNull()
    expect((await client.from('subscriptions').delete().eq('id', subscription.id)).error?.code).toBe('23503')
    expect(await storedRow('subscriptions', subscription.id)).toMatchObject({
      quantity: 3,
      ends_on: '2026-06-30',
    })
  })

  test('the currency cannot change by adding or deleting the account once an invoice has been issued', async () => {
    const { client } = callers.admin
    const ofTenant = (tenant: string) =>
      query('select currency from public.billing_accounts where tenant_id = $1', [tenant])
    const { tenant_id: charged } = await insertIssuedInvoice()
    const account = (currency: string) => newBillingAccount({ tenant_id: charged, currency })
    expect((await client.from('billing_accounts').insert(await account('EUR'))).error?.code).toBe(REFUSED)
    expect(await ofTenant(charged)).toEqual([])
    await client
      .from('billing_accounts')
      .insert(await account('USD'))
      .throwOnError()
    await client.from('billing_accounts').delete().eq('tenant_id', charged).throwOnError()
    expect(await ofTenant(charged)).toEqual([])

    const abroad = await insertRow('billing_accounts', await newBillingAccount({ currency: 'EUR' }))
    await insertIssuedInvoice({ tenant_id: abroad.tenant_id, currency: 'EUR' })
    expect((await client.from('billing_accounts').delete().eq('id', abroad.id)).error?.code).toBe(REFUSED)
    expect(await ofTenant(abroad.tenant_id)).toEqual([{ currency: 'EUR' }])
    // The terms are saved with the currency that the account has.
    await saveAccount(client, abroad.tenant_id, 1, { currency: 'EUR', terms_days: 15 })
    expect(
      await query('select currency, terms_days from public.billing_accounts where tenant_id = $1', [
        abroad.tenant_id,
      ]),
    ).toEqual([{ currency: 'EUR', terms_days: 15 }])
    await expect(saveAccount(client, abroad.tenant_id, 2, { currency: 'GBP' })).rejects.toThrow(
      'The currency is fixed',
    )
  })

  test('the currency must match the rate plan and is fixed once an invoice has been issued', async () => {
    const account = await insertRow('billing_accounts', await newBillingAccount())
    const set = (currency: string) =>
      callers.admin.client.from('billing_accounts').update({ currency }).eq('id', account.id)
    expect((await set('CAD')).error).toBeNull()
    await insertIssuedInvoice({ tenant_id: account.tenant_id })
    expect((await set('USD')).error?.code).toBe(REFUSED)
    await withDatabase(async (client) => {
      const plan = await insertRow('rate_plans', { name: `Euro plan ${account.id}`, currency: 'EUR' }, client)
      const use = 'update public.billing_accounts set rate_plan_id = $1 where id = $2'
      await expect(client.query(use, [plan.id, account.id])).rejects.toMatchObject({ code: '23503' })
    })
  })
})
