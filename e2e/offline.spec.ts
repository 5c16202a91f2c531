import type { Page } from '@playwright/test'
import { expect } from './fixtures'
import { test } from './support/rows'

test.use({ role: 'admin' })

/** What the page loads while it is connected, to say later that it is not: the watch, the library of toasts, and their place. */
const PREPARED = [/Connect, then try again/, /Toastify__toast-container/, /position:"bottom-right",autoClose/]

/** Opens a page and resolves when it has what it needs to lose its connection. */
async function openPrepared(page: Page, address: string) {
  const prepared = PREPARED.map((text) =>
    page.waitForResponse(
      // After a navigation, earlier responses’ bodies cannot be read.
      async (answer) => answer.url().endsWith('.js') && text.test(await answer.text().catch(() => '')),
    ),
  )
  await page.goto(address)
  await Promise.all(prepared)
}

test('without a connection, what cannot open or be done says so, a link leaves the page as it is, and what was typed stays', async ({
  page,
  rows,
  context,
  database,
}) => {
  const opportunity = await rows.opportunity('Dropped Line', await rows.company('Dropped Line'))
  await database.query("insert into tasks (opportunity_id, name) values ($1, 'Call back')", [opportunity])
  const toast = page.getByRole('alert')
  const address = `/app/sales/opportunities/${opportunity}`
  await openPrepared(page, address)
  await page.getByPlaceholder('Write a note').fill('They will call back')
  const task = page.getByRole('checkbox', { name: /Call back/ })
  await expect(task).toBeVisible()
  await context.setOffline(true)

  await task.click()
  await expect(toast.filter({ hasText: 'The server cannot be reached.' })).toBeVisible()
  await page.getByRole('button', { name: 'New task' }).click()
  await expect(toast.filter({ hasText: 'Part of this page could not be loaded.' })).toBeVisible()
  const failure = page.getByRole('alertdialog', { name: 'This could not be loaded' })
  await failure.getByRole('button', { name: 'Try again' }).click()
  await expect(failure).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(failure).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'New task' })).toBeFocused()
  await page.getByRole('link', { name: 'Inventory', exact: true }).click()
  await expect(toast.filter({ hasText: 'You are offline. Connect, then try again.' })).toBeVisible()
  await expect(page).toHaveURL(address)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Dropped Line')

  await page.getByRole('button', { name: 'New task' }).click()
  await expect(failure).toBeVisible()
  await context.setOffline(false)
  await failure.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('dialog', { name: 'New task' })).toBeVisible()
  await expect(failure).toHaveCount(0)
  await page.keyboard.press('Escape')
  await page.reload()
  await page.getByRole('button', { name: 'Restore' }).click()
  await expect(page.getByPlaceholder('Write a note')).toHaveValue('They will call back')
  await page.getByRole('button', { name: 'New task' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await page.getByRole('link', { name: 'Inventory', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Inventory' })).toBeVisible()
  const { rows: tasks } = await database.query('select done_at from tasks where opportunity_id = $1', [
    opportunity,
  ])
  expect(tasks).toEqual([{ done_at: null }])
})
