import type { Page } from '@playwright/test'
import type { Client } from 'pg'
import { expect, test } from './fixtures'
import { follow } from './screens/shell'
import { holdLookUps, openSearch, searchOverlay } from './support/search'

test.use({ role: 'admin' })

/** A tenant of the demo data with one of its devices and one of its numbers. */
async function findTenant(database: Client, company: string) {
  const { rows } = await database.query<{ id: string; mac: string; number: string }>(
    `select c.domain_uuid as id,
       (select min(mac) from devices where tenant_id = c.domain_uuid) as mac,
       (select min(number) from dids where tenant_id = c.domain_uuid) as number
     from companies c where c.name = $1`,
    [company],
  )
  if (!rows[0]) throw new Error(`The demo data has no tenant ${company}.`)
  return rows[0]
}

const COMPANY = 'Cedar Ridge Logistics'

/** While lists are loading, the best hit so far is highlighted, which a better one may replace. */
async function openLoadedSearch(page: Page) {
  const search = await openSearch(page)
  await search.input.fill(COMPANY)
  await expect(search.result(new RegExp(COMPANY)).filter({ hasText: 'Tenant' })).toBeVisible()
  await expect(search.loading).toBeHidden()
  await search.input.fill('')
  return search
}

/** On a sub-page of a tenant, finds another, which opens on the same sub-page. */
async function expectSameSubPage(page: Page, database: Client) {
  const from = await findTenant(database, 'Harbor Lane Dental')
  const to = await findTenant(database, COMPANY)
  await follow(page, `/app/tenants/${from.id}/dids/inbound`)
  await expect(page.getByRole('heading', { level: 1, name: 'Harbor Lane Dental' })).toBeVisible()
  const { input, highlighted } = await openLoadedSearch(page)
  await input.fill(to.number)
  await expect(highlighted).toHaveText(/Phone$/)
  await input.press('Enter')
  await expect(page).toHaveURL(`/app/tenants/${to.id}/dids/inbound`)
  await expect(page.getByRole('heading', { level: 1, name: COMPANY })).toBeVisible()
}

test('a tenant is found by name with a typing error, by phone number, by MAC address and by clicking, also from a sub-page of another', async ({
  page,
  database,
}) => {
  const tenant = await findTenant(database, COMPANY)
  const phone = tenant.number.replace(/^\+1(...)(...)(....)$/, '($1) $2-$3')
  const mac = tenant.mac.toLowerCase().replaceAll(':', '-')
  await page.goto('/app')
  for (const term of ['ceder rigde logistics', phone, mac]) {
    await test.step(term, async () => {
      await expect(page).toHaveURL('/app')
      const { input, highlighted, dialog } = await openLoadedSearch(page)
      await input.fill(term)
      await expect(highlighted).toBeVisible()
      await input.press('Enter')
      await expect(page).toHaveURL(`/app/tenants/${tenant.id}`)
      await expect(page.getByRole('heading', { level: 1, name: COMPANY })).toBeVisible()
      await expect(dialog).toBeHidden()
      await page.goBack()
      await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()
    })
  }

  await test.step('by clicking, and the highlight follows the mouse', async () => {
    await expect(page).toHaveURL('/app')
    const { input, results, highlighted } = await openLoadedSearch(page)
    await input.fill('ridge')
    await expect(results.nth(1)).toBeVisible()
    await results.nth(1).hover()
    await expect(results.nth(1)).toHaveAttribute('aria-selected', 'true')
    await expect(highlighted).toHaveCount(1)
    await input.fill('cedar ridge')
    await expect(highlighted).toContainText(COMPANY)
    await highlighted.click()
    await expect(page).toHaveURL(`/app/tenants/${tenant.id}`)
  })

  await test.step('from a sub-page', () => expectSameSubPage(page, database))

  await test.step('closing the overlay cancels the lookup', async () => {
    const { mac: others } = await findTenant(database, 'Harbor Lane Dental')
    const lookUps = await holdLookUps(page)
    const address = page.url()
    const { dialog, input } = await openSearch(page)
    await input.fill(others)
    const calledOff = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/api/search'))
    await input.press('Enter')
    await expect(input).toBeDisabled()
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await calledOff
    lookUps.release()
    await expect(page).toHaveURL(address)
  })
})

test('a tenant is found by tapping on a phone', async ({ browser, storageState, database }) => {
  const { id } = await findTenant(database, COMPANY)
  const context = await browser.newContext({
    storageState,
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  })
  const page = await context.newPage()
  await page.goto('/app')
  await page.getByRole('searchbox', { name: 'Search', exact: true }).tap()
  const { input, result, dialog } = searchOverlay(page)
  await expect(input).toBeFocused()
  await input.pressSequentially('cedar')
  const wide = await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth)
  expect(wide).toBe(false)
  await result(new RegExp(COMPANY)).filter({ hasText: 'Tenant' }).tap()
  await expect(page).toHaveURL(`/app/tenants/${id}`)
  await expect(page.getByRole('heading', { level: 1, name: COMPANY })).toBeVisible()
  await expect(dialog).toBeHidden()
  await context.close()
})
