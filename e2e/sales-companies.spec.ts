import { expect } from './fixtures'
import { followAfterForm } from './screens/shell'
import { expectAccessible } from './support/accessible'
import { test } from './support/rows'
import { cuttableSocket } from './support/socket'

test.use({ role: 'admin' })

test('the list of companies follows what others add, shows and merges duplicates, and a prospect becomes a customer', async ({
  page,
  rows,
  service,
  database,
}) => {
  const prospect = await rows.company('Samphire Cartography')
  await rows.company('Samphire Cartography, Inc.')
  await rows.opportunity('Samphire lines', prospect)
  const kept = await rows.company('Sundew Cartage')
  const gone = await rows.company('Sundew Cartage, LLC')
  const opportunity = await rows.opportunity('Sundew lines', gone)
  await database.query("insert into public.contacts (company_id, name) values ($1, 'Dispatch')", [gone])
  await rows.company('Tidewrack Foundry')
  const socket = await cuttableSocket(page)
  await page.goto('/app/sales/companies')

  await test.step('what others add appears at the top, also after a dropped socket', async () => {
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

  await test.step('a company that is found shows its status as the list does', async () => {
    await page.getByRole('button', { name: 'Find a company' }).click()
    await page.getByPlaceholder('Search companies by name...').fill('Tidewrack')
    await page.getByRole('option', { name: /Tidewrack Foundry/ }).click()
    const found = page
      .locator('section')
      .filter({ has: page.getByRole('heading', { name: 'Tidewrack Foundry' }) })
    await expect(found).toContainText('Prospect')
    await expect(page.getByRole('button', { name: 'Find a company' })).toBeFocused()
  })

  await test.step('possible duplicates are shown, and a prospect becomes a customer', async () => {
    await followAfterForm(page, '/app/sales/companies?q=samphire')
    await page.getByText('may be here more than once').click()
    await expect(page.getByRole('listitem').filter({ hasText: 'have the same name' }).first()).toBeVisible()
    await expectAccessible(page, 'the companies of sales')
    await page.setViewportSize({ width: 1440, height: 900 })
    const row = page.getByRole('row', { name: /Samphire Cartography(?!,)/ })
    await expect(row).toContainText('Prospect')
    await row.getByRole('button', { name: /^Actions|^More/ }).click()
    await page.getByRole('menuitem', { name: 'Convert to customer' }).click()
    await expect(row).toContainText('Active')
    const asked = service.from('companies').select('status').eq('id', prospect).single()
    expect((await asked.throwOnError()).data).toEqual({ status: 'active' })
  })

  await test.step('two records of a company are merged, and the remaining one has everything', async () => {
    await followAfterForm(page, '/app/sales/companies?q=sundew')
    await expect(page.getByRole('row', { name: /Sundew Cartage/ })).toHaveCount(2)
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
})
