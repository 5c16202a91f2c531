import { randomUUID } from 'node:crypto'
import { expect } from './fixtures'
import { followAfterForm } from './screens/shell'
import { expectAccessible } from './support/accessible'
import { monthStart, test } from './support/billing'

test.use({ role: 'admin' })

test('a new tax rate is assigned to a customer, whose draft invoice shows its line', async ({
  page,
  billedTenant,
  database,
}) => {
  const tenant = await billedTenant('Taxed Trial Dental')
  await database.query(
    `insert into subscriptions (tenant_id, service_id, quantity, unit_price, starts_on)
     select $1, id, 3, 22, $2 from services where name = 'Hosted seat'`,
    [tenant, monthStart()],
  )
  const place = `Trial County ${randomUUID().slice(0, 8)}`
  const stored = async (table: string, where: string, values: unknown[]) =>
    (await database.query(`select to_jsonb(t) as row from ${table} t where ${where}`, values)).rows.map(
      ({ row }) => row,
    )

  try {
    await page.goto('/app/sales')
    await page.getByRole('link', { name: 'Taxes' }).click()
    await page.getByRole('button', { name: 'New jurisdiction' }).click()
    const form = page.getByRole('dialog', { name: 'New jurisdiction' })
    await form.getByLabel('Jurisdiction').fill(place)
    await form.getByRole('textbox', { name: 'Tax', exact: true }).fill('County sales tax')
    await form.getByLabel('Rate').pressSequentially('8.05')
    await form.getByRole('button', { name: 'Create jurisdiction' }).click()
    await expect(form).toBeHidden()
    await expect(page.getByRole('row', { name: new RegExp(place) })).toContainText('8.05%')
    const [rate] = await stored('tax_jurisdictions', 'name = $1', [place])
    expect(rate).toMatchObject({ tax: 'County sales tax', percent: 8.05 })

    await followAfterForm(page, `/app/tenants/${tenant}/billing`)
    await page.getByRole('button', { name: 'Edit account' }).click()
    const account = page.getByRole('dialog', { name: 'Edit account' })
    await account.getByLabel('Tax jurisdiction').selectOption(`${place}, 8.05%`)
    await account.getByRole('button', { name: 'Save account' }).click()
    await expect(account).toBeHidden()
    expect(await stored('billing_accounts', 'tenant_id = $1', [tenant])).toMatchObject([
      { tax_jurisdiction_id: rate?.id, tax_exemption: '' },
    ])

    await page.getByRole('button', { name: 'Run billing' }).click()
    await page.getByRole('button', { name: 'Draft invoice' }).click()
    const invoice = page.getByRole('article', { name: 'Draft invoice' })
    await expect(invoice.getByRole('row', { name: /County sales tax/ })).toContainText('$5.31')
    await expect(invoice).toContainText('Subtotal$66.00')
    await expect(invoice).toContainText('Total$71.31')
    expect(await stored('invoices', 'tenant_id = $1', [tenant])).toMatchObject([
      { status: 'draft', total: 71.31 },
    ])
    expect(await stored('invoice_lines', `tenant_id = $1 and kind = 'tax'`, [tenant])).toMatchObject([
      { amount: 5.31, taxed: 66, tax_percent: 8.05 },
    ])
    await expectAccessible(page, 'a draft invoice with tax')
  } finally {
    await database.query('update billing_accounts set tax_jurisdiction_id = null where tenant_id = $1', [
      tenant,
    ])
    await database.query('delete from tax_jurisdictions where name = $1', [place])
  }
})
