import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import type { Client } from 'pg'
import { expect } from './fixtures'
import { expectAccessible } from './support/accessible'
import { monthStart, test } from './support/billing'

test.use({ role: 'admin' })

async function stored<Row>(database: Client, table: string, tenant: string): Promise<Row[]> {
  const { rows } = await database.query(
    `select to_jsonb(t) as row from ${table} t where tenant_id = $1 order by created_at, id`,
    [tenant],
  )
  return rows.map(({ row }) => row)
}

/** A monthly subscription to three hosted seats since the first of this month. */
async function subscribe(database: Client, tenant: string): Promise<void> {
  await database.query(
    `insert into subscriptions (tenant_id, service_id, quantity, unit_price, starts_on)
     select $1, id, 3, 22, $2 from services where name = 'Hosted seat'`,
    [tenant, monthStart()],
  )
}

async function draft(page: Page, tenant: string): Promise<void> {
  await page.goto(`/app/tenants/${tenant}/billing`)
  await page.getByRole('button', { name: 'Run billing' }).click()
  await page.getByRole('button', { name: 'Draft invoice' }).click()
  await expect(page.getByRole('article', { name: 'Draft invoice' })).toBeVisible()
}

async function choose(page: Page, action: string): Promise<void> {
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: action }).click()
}

test('a subscription takes its price from the catalog, is stored, and ends', async ({
  page,
  billedTenant,
  database,
}) => {
  const tenant = await billedTenant('Ledger Trial Dental')
  await page.goto(`/app/tenants/${tenant}/billing?tab=subscriptions`)
  await expect(page.getByText('No subscriptions yet')).toBeVisible()
  await page.getByRole('button', { name: 'New subscription' }).click()
  const dialog = page.getByRole('dialog', { name: 'New subscription' })
  await dialog.getByLabel('Product').selectOption('Hosted seat')
  await expect(dialog.getByLabel('Unit price (USD)')).toHaveValue('22.00')
  await dialog.getByLabel('Cycle', { exact: true }).selectOption('Quarterly')
  await expect(dialog.getByLabel('Unit price (USD)')).toHaveValue('66.00')
  await dialog.getByLabel('Quantity').fill('0')
  await dialog.getByRole('button', { name: 'Save subscription' }).click()
  await expect(dialog.getByText('Enter at least 1.')).toBeVisible()
  await dialog.getByLabel('Quantity').fill('4')
  await dialog.getByLabel('Starts on').fill(monthStart())
  await dialog.getByRole('button', { name: 'Save subscription' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('table', { name: 'Subscriptions' })).toContainText('$264.00')

  await page.getByRole('button', { name: 'Actions for Hosted seat' }).click()
  await page.getByRole('menuitem', { name: 'Set end date' }).click()
  await page.getByLabel('Last day charged').fill('2099-12-31')
  await page.getByRole('button', { name: 'Set end' }).click()
  await expect(page.getByRole('table', { name: 'Subscriptions' })).toContainText('Dec 31, 2099')
  expect(await stored(database, 'subscriptions', tenant)).toMatchObject([
    { quantity: 4, unit_price: 66, cycle: 'quarterly', starts_on: monthStart(), ends_on: '2099-12-31' },
  ])
})

test('an invoice is drafted, adjusted, issued, partly paid and voided', async ({
  page,
  billedTenant,
  database,
}) => {
  const tenant = await billedTenant('Ledger Trial Bank')
  await subscribe(database, tenant)
  await draft(page, tenant)
  await expect(page).toHaveURL(/tab=invoices&invoice=/)
  const document = page.getByRole('article')
  await expect(document).toContainText('$66.00')
  const all = page.getByRole('button', { name: 'All invoices' })
  await all.press('Enter')
  const row = page.getByRole('table', { name: 'Invoices' }).getByRole('link')
  await row.press('Enter')
  await expect(page.getByRole('heading', { name: 'Draft', exact: true })).toBeFocused()
  await all.press('Enter')
  await expect(row).toBeFocused()
  await row.press('Enter')

  await choose(page, 'Add an adjustment')
  await page.getByLabel('Kind').selectOption('Credit')
  await page.getByLabel('Description').fill('Goodwill')
  await page.getByLabel('Amount in USD').fill('6')
  await page.getByRole('button', { name: 'Add adjustment' }).click()
  await expect(document).toContainText('-$6.00')
  await page.getByRole('button', { name: 'Refresh' }).click()
  await expect(page.getByText('The draft is up to date')).toBeVisible()
  await expect(document).toContainText('Goodwill')

  await page.getByRole('button', { name: 'Issue', exact: true }).click()
  await expect(page.getByRole('alertdialog')).toContainText('$60.00')
  await page.getByRole('button', { name: 'Issue invoice' }).click()
  await expect(page.getByRole('article', { name: /^Invoice \d{4}-\d{5}$/ })).toBeVisible()
  await expect(document.getByRole('button')).toHaveCount(0)

  const download = page.waitForEvent('download')
  await choose(page, 'Export lines as CSV')
  const text = await readFile(await (await download).path(), 'utf8')
  expect(text).toContain('Description,From,To,Quantity,Unit price,Amount')
  expect(text).toMatch(/Hosted seat,\d{4}-\d\d-01,\d{4}-\d\d-\d\d,3,22,66\.00/)

  await page.getByRole('button', { name: 'Mark paid' }).click()
  const payment = page.getByRole('dialog', { name: /paid$/ })
  await expect(payment.getByLabel('Amount in USD')).toHaveValue('60.00')
  await payment.getByLabel('Amount in USD').fill('20')
  await payment.getByRole('button', { name: 'Record payment' }).click()
  await expect(document).toContainText('$40.00')
  await page.getByRole('button', { name: 'Mark paid' }).click()
  await expect(payment.getByLabel('Amount in USD')).toHaveValue('40.00')
  await payment.getByLabel('Reference').fill('ACH 7')
  await payment.getByRole('button', { name: 'Record payment' }).click()
  await expect(payment).toBeHidden()
  await expect(page.getByRole('button', { name: 'Mark paid' })).toHaveCount(0)
  expect(await stored(database, 'invoices', tenant)).toMatchObject([{ status: 'paid', total: 60, paid: 60 }])

  await choose(page, 'Void invoice')
  const question = page.getByRole('dialog', { name: /^Void invoice/ })
  await question.getByRole('button', { name: 'Void invoice' }).click()
  await expect(question.getByText('Enter a reason')).toBeVisible()
  await question.getByLabel('Reason').fill('Wrong company')
  await question.getByRole('button', { name: 'Void invoice' }).click()
  await expect(document).toContainText(/Void since \w+ \d+, \d+: Wrong company/)
  expect(await stored(database, 'invoices', tenant)).toMatchObject([{ status: 'void', total: 60, paid: 0 }])

  // The payments are credit now; a part is refunded, and none of that can be reversed before the refund.
  await page.getByRole('button', { name: 'All invoices' }).click()
  await page.getByRole('tab', { name: 'Payments' }).click()
  await page.getByRole('button', { name: 'Record a payment' }).click()
  const refund = page.getByRole('dialog', { name: 'Record a payment' })
  await refund.getByLabel('Method').selectOption('Refund')
  await refund.getByLabel('Amount in USD').fill('50')
  await refund.getByRole('button', { name: 'Record refund' }).click()
  const reverse = async (amount: string) => {
    await page.getByRole('button', { name: `Reverse ${amount} of` }).click()
    await page.getByRole('button', { name: 'Reverse', exact: true }).click()
  }
  await reverse('$20.00')
  const refused = page.getByRole('alertdialog', { name: 'Reverse this payment?' })
  await expect(refused.getByRole('alert')).toContainText(
    'Refunds would exceed the credit by 10.00. Reverse the refund first.',
  )
  await refused.getByRole('button', { name: 'Cancel' }).click()
  await reverse('-$50.00')
  await expect(page.getByRole('table', { name: 'Payments' })).not.toContainText('Refund')
  await reverse('$20.00')
  await expect(page.getByRole('table', { name: 'Payments' })).not.toContainText('$20.00')
  await page.getByRole('tab', { name: 'Overview' }).click()
  await expect(page.getByRole('tabpanel')).toContainText('Credit$40.00')
  expect(await stored(database, 'payments', tenant)).toMatchObject([{ amount: 40, reference: 'ACH 7' }])
})

test('the print view shows the invoice and nothing else', async ({ page, billedTenant, database }) => {
  const tenant = await billedTenant('Ledger Trial Print')
  await subscribe(database, tenant)
  await draft(page, tenant)
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('article')).toBeVisible()
  await expect(page.getByRole('table')).toContainText('$66.00')
  await expect(page.getByRole('navigation')).toHaveCount(0)
  await expect(page.getByRole('heading')).toHaveText(['How to pay'])
  await expect(page.getByRole('button')).toHaveCount(0)
})

test("calls are rated by the tenant's plan", async ({ page, billedTenant, database }) => {
  const tenant = await billedTenant('Ledger Trial Calls')
  await database.query(
    `insert into cdr (id, tenant_id, call_uuid, start_at, answer_at, end_at, talk_seconds, direction, status, to_number)
     select gen_random_uuid(), $1, gen_random_uuid(), now(), now(), now() + interval '90 seconds', 90, 'outbound', 'answered', n
     from unnest(array['+442079460000', '2075550100']) n`,
    [tenant],
  )
  await page.goto(`/app/tenants/${tenant}/billing?tab=usage`)
  await expect(page.getByText('2 calls are not charged')).toBeVisible()
  await page.getByRole('tab', { name: 'Rate plan' }).click()
  await page.getByRole('combobox', { name: 'Rate plan' }).selectOption('Standard (USD)')
  await page.getByRole('button', { name: 'Use for this tenant' }).click()
  await expect(page.getByRole('button', { name: 'Use for this tenant' })).toHaveCount(0)
  await page.getByLabel('Number dialed').fill('+44 20 7946 0000')
  await page.getByLabel('Seconds talked').fill('90')
  await expect(page.getByText('United Kingdom: 90 seconds are billed, $0.0315.')).toBeVisible()
  await page.getByRole('tab', { name: 'Usage' }).click()
  const usage = page.getByRole('table', { name: 'Usage' })
  await expect(usage.getByRole('row', { name: /United Kingdom/ })).toContainText('$0.0315')
  await expect(usage.getByRole('row', { name: /United States and Canada/ })).toContainText('$0.0225')
  expect(await stored(database, 'billing_accounts', tenant)).toMatchObject([
    { rate_plan_id: expect.any(String) },
  ])
})

test('a carrier’s deck is imported into a new plan, where one of its rates is found and corrected', async ({
  page,
  billedTenant,
  database,
}) => {
  test.slow()
  const tenant = await billedTenant('Ledger Trial Deck')
  const name = `Deck ${tenant}`
  const rows = Array.from({ length: 59 }, (_, n) => `${440000 + n},United Kingdom ${n},0.0210,60`)
  const deck = ['Prefix,Destination,Cost per minute,First increment', ...rows, '+998,Uzbekistan,0.0815,60']
  try {
    await page.goto(`/app/tenants/${tenant}/billing?tab=rates`)
    await page.getByRole('button', { name: 'New plan' }).click()
    await page.getByRole('dialog').getByLabel('Name').fill(name)
    await page.getByRole('button', { name: 'Create plan' }).click()
    await page.getByRole('link', { name: 'Add rates' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Rates of ${name}`)
    await expect(page.getByText('No rates yet')).toBeVisible()

    await page.getByRole('button', { name: 'Import' }).click()
    const dialog = page.getByRole('dialog', { name: 'Import rates' })
    await dialog
      .getByLabel('CSV file')
      .setInputFiles({ name: 'deck.csv', mimeType: 'text/csv', buffer: Buffer.from(deck.join('\n')) })
    await dialog.getByRole('button', { name: 'Check 60 rows' }).click()
    await expect(dialog.getByText('60 to be added')).toBeVisible()
    await dialog.getByRole('button', { name: 'Import', exact: true }).click()
    await expect(dialog.getByText('60 added')).toBeVisible()
    await dialog.getByRole('button', { name: 'Done' }).click()

    await page.getByRole('searchbox', { name: 'Search rates' }).fill('+998')
    await page
      .getByRole('row', { name: /Uzbekistan/ })
      .getByText('+998')
      .click()
    const form = page.getByRole('dialog', { name: '+998 Uzbekistan' })
    await form.getByLabel('Cost per minute').fill('0.0905')
    await form.getByRole('button', { name: 'Save' }).click()
    await expect(form).toBeHidden()
    await expect(page.getByRole('row', { name: /Uzbekistan/ })).toContainText('$0.0905')
    const { rows: stored } = await database.query(
      `select count(*)::int as rates, min(r.cost_per_minute) filter (where r.prefix = '998')::text as cost
       from rate_plan_rates r join rate_plans p on p.id = r.rate_plan_id where p.name = $1`,
      [name],
    )
    expect(stored).toEqual([{ rates: 60, cost: '0.0905' }])

    await page.goto(`/app/tenants/${tenant}/billing?tab=rates`)
    await page.getByRole('combobox', { name: 'Rate plan' }).selectOption(`${name} (USD)`)
    await expect(page.getByRole('link', { name: 'Open 60 rates' })).toBeVisible()
    await page.getByLabel('Number dialed').fill('+998 71 123 45 67')
    await expect(page.getByText('Uzbekistan: 60 seconds are billed, $0.0905.')).toBeVisible()
    await page.getByRole('link', { name: 'Open this rate' }).click()
    await expect(form.getByLabel('Cost per minute')).toHaveValue('0.0905')
  } finally {
    await database.query('delete from rate_plans where name = $1', [name])
  }
})

test('a missing invoice is reported', async ({ page, billedTenant }) => {
  const tenant = await billedTenant('Ledger Trial Nothing')
  await page.goto(`/app/tenants/${tenant}/billing?tab=invoices&invoice=00000000-0000-4000-8000-000000000000`)
  await expect(page.getByText('Invoice not found')).toBeVisible()
  await page.getByRole('button', { name: 'All invoices' }).click()
  await expect(page.getByText('No invoices yet')).toBeVisible()
})

test('figures, rates and an invoice are accessible', async ({ page, database }) => {
  test.slow()
  const { rows } = await database.query<{ tenant: string; invoice: string }>(
    `select c.domain_uuid as tenant, i.id as invoice from companies c join invoices i on i.tenant_id = c.domain_uuid
     where c.name = 'Bluestem Veterinary Clinic' and i.status = 'issued' limit 1`,
  )
  const { tenant, invoice } = rows[0] ?? { tenant: '', invoice: '' }
  for (const query of ['', '?tab=rates', `?tab=invoices&invoice=${invoice}`]) {
    await page.goto(`/app/tenants/${tenant}/billing${query}`)
    await expect(page.getByRole(query.includes('invoice=') ? 'article' : 'tabpanel')).toBeVisible()
    await expect(page.getByRole('main').locator('[aria-busy="true"]')).toHaveCount(0)
    await expectAccessible(page, `billing ${query}`)
  }
})
