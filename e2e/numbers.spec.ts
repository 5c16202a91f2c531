import { expect } from './fixtures'
import { expectAccessible } from './support/accessible'
import { confirmNumber } from './support/emergency'
import { test } from './support/rows'

test.use({ role: 'superadmin' })

const NUMBERS = ['+13165554301', '+13165554302']

test('numbers are imported, assigned, kept while registered for 911, and released', async ({
  page,
  database,
  rows,
  service,
}) => {
  const tenant = await rows.tenant('Prairie Bindery')
  const stored = async () =>
    (
      await database.query<{
        status: string
        tenant_id: string | null
        carrier: string
        monthly_cost: string
      }>(
        'select status, tenant_id, carrier, monthly_cost from public.did_list where number = any ($1) order by number',
        [NUMBERS],
      )
    ).rows
  try {
    await page.goto('/app/numbers')
    await page.getByRole('button', { name: 'Import' }).click()
    const dialog = page.getByRole('dialog', { name: 'Import numbers' })
    const csv = `Number,Carrier,Monthly cost,Tags\n316-555-4301,Bandwidth,0.35,new; main\n${NUMBERS[1]},Bandwidth,0.35,new`
    await dialog
      .getByLabel('CSV file')
      .setInputFiles({ name: 'numbers.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) })
    await dialog.getByRole('button', { name: 'Check 2 rows' }).click()
    await expect(dialog).toContainText('2 to be added')
    await dialog.getByRole('button', { name: 'Import' }).click()
    await dialog.getByRole('button', { name: 'Done' }).click()
    const free = { status: 'available', tenant_id: null, carrier: 'Bandwidth', monthly_cost: '0.3500' }
    expect(await stored()).toEqual([free, free])

    await page.getByPlaceholder('Number, description, carrier, tag').fill('316555430')
    const table = page.getByRole('table', { name: 'Numbers' })
    await expect(table.getByRole('row')).toHaveCount(3)
    await table.getByRole('checkbox', { name: /^Select all/ }).click()
    await page.getByRole('button', { name: 'Assign to a tenant' }).click()
    const assign = page.getByRole('dialog', { name: /^Assign to a tenant/ })
    await assign.getByRole('combobox', { name: 'Tenant' }).click()
    await page.getByRole('option', { name: 'Prairie Bindery' }).click()
    await assign.getByRole('button', { name: 'Assign to a tenant' }).click()
    await expect(assign).toContainText('2 done, 0 failed.')
    await assign.getByRole('button', { name: 'Done' }).click()
    await expect(table).toContainText('Prairie Bindery')
    expect(await stored()).toMatchObject([
      { status: 'assigned', tenant_id: tenant },
      { status: 'assigned', tenant_id: tenant },
    ])

    const { rows: first } = await database.query<{ id: string }>(
      'select id from public.dids where number = $1',
      [NUMBERS[0]],
    )
    await confirmNumber(service, first[0]?.id ?? '', tenant)
    await page.reload()
    await expect(table.getByRole('row')).toHaveCount(3)
    await table.getByRole('checkbox', { name: /^Select all/ }).click()
    await page.getByRole('button', { name: 'Release' }).click()
    const release = page.getByRole('dialog', { name: /^Release/ })
    await release.getByLabel('Aging period').selectOption('30 days')
    await release.getByRole('button', { name: 'Release' }).click()
    await expect(release).toContainText('1 done, 1 failed.')
    await expect(release).toContainText('is registered for 911. End its registration first.')
    await release.getByRole('button', { name: 'Done' }).click()
    expect(await stored()).toMatchObject([
      { status: 'assigned', tenant_id: tenant },
      { status: 'aging', tenant_id: null },
    ])
  } finally {
    await database.query("update public.dids set e911_state = 'none' where number = any ($1)", [NUMBERS])
    await database.query('delete from public.dids where number = any ($1)', [NUMBERS])
  }
})

test('a tenant’s page leads to the stock, where its number is assigned from the row with the tenant proposed', async ({
  page,
  database,
  rows,
}) => {
  const number = '+13165554303'
  const tenant = await rows.tenant('Cedar Press')
  await database.query("insert into public.dids (number, status) values ($1, 'available')", [number])
  try {
    await page.goto(`/app/tenants/${tenant}/dids/inbound`)
    await page.getByRole('link', { name: 'Add from stock' }).click()
    await page.getByPlaceholder('Number, description, carrier, tag').fill('3165554303')
    await page.getByRole('button', { name: 'Actions for (316) 555-4303' }).click()
    await page.getByRole('menuitem', { name: 'Assign to a tenant' }).click()
    const assign = page.getByRole('dialog', { name: 'Assign to a tenant: 1 number' })
    await expect(assign.getByRole('combobox', { name: 'Tenant' })).toContainText('Cedar Press')
    await assign.getByRole('button', { name: 'Assign to a tenant' }).click()
    await expect(assign).toContainText('1 done, 0 failed.')
    const stored = await database.query('select tenant_id, status from public.dids where number = $1', [
      number,
    ])
    expect(stored.rows).toEqual([{ tenant_id: tenant, status: 'assigned' }])
  } finally {
    await database.query('delete from public.dids where number = $1', [number])
  }
})

test('the dashboard links to numbers being ported, beside whose list port orders say what went wrong', async ({
  page,
}) => {
  await page.goto('/app/numbers?porting=true')
  const table = page.getByRole('table', { name: 'Numbers' })
  await expect(table).toContainText('Porting in')
  await expect(table).not.toContainText('Assigned')
  await expectAccessible(page, 'the numbers', [390])
  await page.setViewportSize({ width: 1440, height: 900 })

  await page.getByRole('tab', { name: 'Port orders' }).click()
  await expect(page.getByRole('table', { name: 'Port orders' })).toContainText(
    'The account number does not match',
  )
})
