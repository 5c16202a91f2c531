import { randomUUID } from 'node:crypto'
import { expect } from './fixtures'
import { follow } from './screens/shell'
import { test as base } from './support/rows'

const test = base.extend<{ name: string }>({
  name: async ({ database }, use) => {
    const name = `Goes Back ${randomUUID().slice(0, 8)}`
    await use(name)
    await database.query('delete from companies where name = $1', [name])
  },
})

test.use({ role: 'admin' })

test('Back does not open again a form that was saved or closed', async ({ page, rows, database }) => {
  const tenant = await rows.tenant('Goes Back')
  const dialog = page.getByRole('dialog')
  await page.goto('/app/tenants')
  await follow(page, `/app/tenants/${tenant}/call-block`)
  await page.getByRole('button', { name: 'New block rule' }).first().click()
  await dialog.getByLabel('Name').fill('Unwanted')
  await dialog.getByLabel('Number', { exact: true }).fill('2075550142')
  await dialog.getByRole('button', { name: 'Create block rule' }).click()
  await expect(dialog).toBeHidden()
  await page.getByRole('row').filter({ hasText: 'Unwanted' }).getByRole('cell').nth(2).click()
  await expect(dialog).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()

  for (let step = 0; !page.url().endsWith('/app/tenants'); step += 1) {
    expect(step).toBeLessThan(4)
    await page.goBack()
    expect(page.url()).not.toContain('record=')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(dialog).toHaveCount(0)
  }
  const { rowCount } = await database.query('select 1 from call_block_rules where tenant_id = $1', [tenant])
  expect(rowCount).toBe(1)
})

test('Back from a customer that was created or edited does not open its form again', async ({
  page,
  database,
  name,
}) => {
  const dialog = page.getByRole('dialog')
  await page.goto('/app/app/customers')
  await page.getByRole('button', { name: 'New customer' }).first().click()
  await dialog.getByLabel('Legal name').fill(name)
  await dialog.getByRole('button', { name: 'Create customer' }).click()
  const heading = page.getByRole('heading', { level: 1, name })
  await expect(heading).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL('/app/app/customers')
  await expect(dialog).toHaveCount(0)
  await page.goForward()
  await expect(heading).toBeVisible()

  await page.getByRole('link', { name: 'Edit' }).click()
  await dialog.getByLabel('Status').selectOption('Active')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toHaveCount(0)
  expect((await database.query('select status from companies where name = $1', [name])).rows).toEqual([
    { status: 'active' },
  ])
  await page.goBack()
  await expect(heading).toBeVisible()
  await expect(dialog).toHaveCount(0)
})

test('Back closes what was opened over a page, and stays on the page', async ({ page, rows }) => {
  const opportunity = await rows.opportunity('Goes Back', await rows.company('Goes Back'))
  const dialog = page.getByRole('dialog')
  await page.goto('/app/sales')
  for (const [path, opens] of [
    [`/app/sales/opportunities/${opportunity}`, 'Edit'],
    ['/app/inventory', 'Receive by scanning'],
  ] as const) {
    await follow(page, path)
    await page.getByRole('button', { name: opens }).click()
    await expect(dialog, path).toBeVisible()
    await page.goBack()
    await expect(dialog, path).toHaveCount(0)
    await expect(page).toHaveURL(path)
  }
})

test('whoever stays on a form that Back or Forward would leave stays at its place in the history', async ({
  page,
  rows,
}) => {
  const tenant = await rows.tenant('Stays Here')
  const place = () => page.evaluate(() => window.navigation.currentEntry?.index)
  const settings = `/app/tenants/${tenant}/settings`
  await page.goto('/app/tenants')
  for (const path of [`/app/tenants/${tenant}/extensions`, settings, '/app/tenants', '/app/inventory']) {
    await follow(page, path)
    await expect(page).toHaveURL(path)
  }
  await page.evaluate(() => window.history.go(-2))
  await expect(page).toHaveURL(settings)
  const seats = page.getByLabel('Seats')
  await seats.fill('77')
  const here = await place()

  const asked: string[] = []
  page.on('dialog', (dialog) => {
    asked.push(dialog.message())
    void dialog.dismiss()
  })
  for (const steps of [1, 2, -1, -2]) {
    await page.evaluate((by) => window.history.go(by), steps)
    await expect.poll(() => asked.length).toBe(1)
    await expect.poll(place, `by ${steps}`).toBe(here)
    await expect(page).toHaveURL(settings)
    await expect(seats).toHaveValue('77')
    asked.length = 0
  }
})
