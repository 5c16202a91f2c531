import { expect } from './fixtures'
import { test } from './support/rows'

test.use({ role: 'admin' })

test('without a connection, what cannot open or be done says so, and what was typed stays', async ({
  page,
  rows,
  context,
  database,
}) => {
  const opportunity = await rows.opportunity('Dropped Line', await rows.company('Dropped Line'))
  await database.query("insert into tasks (opportunity_id, name) values ($1, 'Call back')", [opportunity])
  const toast = page.getByRole('alert')
  await page.goto(`/app/sales/opportunities/${opportunity}`)
  await page.getByPlaceholder('Write a note').fill('They will call back')
  // The page is whole once it has loaded what it shows toasts with.
  await page.waitForLoadState('networkidle')
  await context.setOffline(true)

  await page.getByRole('checkbox', { name: /Call back/ }).click()
  await expect(toast.filter({ hasText: 'The server cannot be reached.' })).toBeVisible()
  await page.getByRole('button', { name: 'New task' }).click()
  await expect(toast.filter({ hasText: 'Part of this page could not be loaded.' })).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)

  await context.setOffline(false)
  await page.reload()
  await page.getByRole('button', { name: 'Restore' }).click()
  await expect(page.getByPlaceholder('Write a note')).toHaveValue('They will call back')
  await page.getByRole('button', { name: 'New task' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  const { rows: tasks } = await database.query('select done_at from tasks where opportunity_id = $1', [
    opportunity,
  ])
  expect(tasks).toEqual([{ done_at: null }])
})
