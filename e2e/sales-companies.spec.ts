import { expect } from './fixtures'
import { expectAccessible } from './support/accessible'
import { test } from './support/rows'
import { cuttableSocket } from './support/socket'

test.use({ role: 'admin' })

test('a company added by someone else appears at the top of the open list, even after a dropped socket', async ({
  page,
  rows,
}) => {
  const socket = await cuttableSocket(page)
  await page.goto('/app/sales/companies')
  await socket.joined()
  const top = page.getByRole('row').nth(1)
  await expect(top).toBeVisible()
  await rows.company('Bogmyrtle Brewing')
  await expect(top).toContainText('Bogmyrtle Brewing')
  await socket.cut()
  await rows.company('Bogmyrtle Cider')
  socket.restore()
  await expect(top).toContainText('Bogmyrtle Cider')
  await expect(page.getByRole('row', { name: /Bogmyrtle/ })).toHaveCount(2)
})

test('possible duplicates are shown, and a prospect becomes a customer', async ({ page, rows, service }) => {
  const id = await rows.company('Samphire Cartography')
  await rows.company('Samphire Cartography, Inc.')
  await rows.opportunity('Samphire lines', id)
  await page.goto('/app/sales/companies?q=samphire')
  await page.getByText('may be here more than once').click()
  await expect(page.getByRole('listitem').filter({ hasText: 'have the same name' }).first()).toBeVisible()
  await expectAccessible(page, 'the companies of sales')
  await page.setViewportSize({ width: 1440, height: 900 })

  const row = page.getByRole('row', { name: /Samphire Cartography(?!,)/ })
  await expect(row).toContainText('Prospect')
  await row.getByRole('button', { name: /^Actions|^More/ }).click()
  await page.getByRole('menuitem', { name: 'Convert to customer' }).click()
  await expect(row).toContainText('Active')
  const { data } = await service.from('companies').select('status').eq('id', id).single().throwOnError()
  expect(data).toEqual({ status: 'active' })
})

test('two records of a company are merged, and the remaining one has everything', async ({
  page,
  rows,
  database,
}) => {
  const kept = await rows.company('Sundew Cartage')
  const gone = await rows.company('Sundew Cartage, LLC')
  const opportunity = await rows.opportunity('Sundew lines', gone)
  await database.query("insert into public.contacts (company_id, name) values ($1, 'Dispatch')", [gone])
  await page.goto('/app/sales/companies?q=sundew')
  await page.getByText('may be here more than once').click()
  await page.getByRole('button', { name: 'Merge Sundew Cartage and Sundew Cartage, LLC' }).click()
  const dialog = page.getByRole('dialog', { name: 'Merge companies' })
  await dialog.getByLabel('Keep').selectOption({ label: 'Sundew Cartage · prospect' })
  await expect(dialog.getByRole('listitem')).toHaveText(['1 contact', '1 opportunity'])
  await expectAccessible(page, 'merging companies')
  await page.setViewportSize({ width: 1440, height: 900 })
  await dialog.getByRole('button', { name: 'Merge' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('row', { name: /Sundew Cartage/ })).toHaveCount(1)
  const stored = await database.query(
    `select (select count(*)::int from companies where id = $2) as gone,
       (select company_id from opportunities where id = $3) as company,
       (select count(*)::int from contacts where company_id = $1) as contacts`,
    [kept, gone, opportunity],
  )
  expect(stored.rows).toEqual([{ gone: 0, company: kept, contacts: 1 }])
})

test('a company that is found shows its status as the list does', async ({ page, rows }) => {
  await rows.company('Tidewrack Foundry')
  await page.goto('/app/sales/companies')
  await page.getByRole('button', { name: 'Find a company' }).click()
  await page.getByPlaceholder('Search companies by name...').fill('Tidewrack')
  await page.getByRole('option', { name: /Tidewrack Foundry/ }).click()
  const found = page
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: 'Tidewrack Foundry' }) })
  await expect(found).toContainText('Prospect')
})
