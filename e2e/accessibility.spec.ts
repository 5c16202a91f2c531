import { expect, test } from './fixtures'
import { knownRecords } from './screens/addresses'
import { downloads } from './screens/downloads'
import { follow, menuPanel, openPasswordDialog, openUserMenu } from './screens/shell'
import { expectAccessible } from './support/accessible'

const PHONES = [390, 320]
const ONE_PHONE = [390]

test.describe.configure({ mode: 'parallel' })

test('the pages before sign-in, which download nothing of the shell', async ({ page }) => {
  const loaded = downloads(page)
  for (const path of ['/login', '/forgot-password', '/reset-password', '/nowhere']) {
    const answer = await page.goto(path)
    expect(answer?.status()).toBe(path === '/nowhere' ? 404 : 200)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page).toHaveTitle('Trunkline')
    await expect(page.getByRole('navigation')).toHaveCount(0)
    if (path === '/reset-password') {
      await expect(page.getByText('This link is no longer valid.')).toBeVisible()
      await expect(page.getByRole('textbox')).toHaveCount(0)
    }
    await expectAccessible(page, path)
  }
  await expect(page.getByRole('heading', { name: 'This page does not exist' })).toBeVisible()
  expect(loaded.elsewhere()).toEqual([])
  expect(loaded.libraries()).toEqual([])
})

test('the sign-in forms with errors', async ({ page }) => {
  await page.goto('/login')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByText('Enter your email address.')).toBeVisible()
  await expectAccessible(page, 'an empty sign-in', ONE_PHONE)
  await page.route('**/auth/v1/**', (route) => route.abort())
  await page.getByLabel('Email').fill('tech@demo.test')
  await page.getByRole('textbox', { name: 'Password' }).fill('any password')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByText('The sign-in service cannot be reached.')).toBeVisible()
  await expectAccessible(page, 'a refused sign-in')
})

test.describe('signed in', () => {
  test.use({ role: 'superadmin' })

  test('choosing a new password from a link, and the list of tenants', async ({ page }) => {
    await page.goto('/reset-password')
    await expect(page.getByRole('textbox', { name: 'New password' })).toBeVisible()
    await expectAccessible(page, 'the form for a new password')

    await page.goto('/app/tenants')
    await expect(page.getByRole('link', { name: 'Harbor Lane Dental' })).toBeVisible()
    await expectAccessible(page, 'the list of tenants')
    await page.getByRole('searchbox', { name: 'Search tenants' }).fill('no-tenant-has-this-name')
    await expect(page.getByText('No tenant matches')).toBeVisible()
    await expectAccessible(page, 'an empty list of tenants', ONE_PHONE)
  })

  test('the overview of a tenant, and a page of a tenant with its menu open on a phone', async ({
    page,
    database,
  }) => {
    const { tenantId, tenantName } = await knownRecords(database)
    const loading = page.getByRole('main').locator('[aria-busy="true"]')
    await page.goto(`/app/tenants/${tenantId}`)
    await expect(page.getByRole('heading', { name: tenantName })).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Recent changes' })).toBeVisible()
    await expect(loading).toHaveCount(0)
    await expectAccessible(page, 'the overview of a tenant')

    await follow(page, `/app/tenants/${tenantId}/dids/inbound`)
    await expect(page.getByRole('heading', { name: 'Inbound' })).toBeVisible()
    await expect(loading).toHaveCount(0)
    await expectAccessible(page, 'a page of a tenant')
    await page.getByRole('button', { name: 'Page: Inbound' }).click()
    await expectAccessible(page, 'the menu of a tenant’s pages', PHONES)
    await page.keyboard.press('Escape')
    await follow(page, '/app/tenants/00000000-0000-4000-8000-000000000000')
    await expect(page.getByText('Tenant not found')).toBeVisible()
    await expectAccessible(page, 'a tenant that does not exist', ONE_PHONE)
  })

  // On a page with little below them, which a scan reads, too.
  test('what opens over a page: the user menu, the password dialog, the phone menu and the search', async ({
    page,
  }) => {
    await page.goto('/app/sales/number-lookup')
    await expect(page.getByRole('heading', { name: 'Number lookup' })).toBeVisible()
    await test.step('the user menu', async () => {
      await openUserMenu(page)
      await expect(page.getByRole('menuitem', { name: 'Sign out' })).toBeVisible()
      await expectAccessible(page, 'the user menu')
      await expect(page.getByRole('menuitem', { name: 'Sign out' })).toBeVisible()
      await page.keyboard.press('Escape')
    })
    await test.step('the password dialog', async () => {
      const dialog = await openPasswordDialog(page)
      await expect(dialog).toBeVisible()
      await expectAccessible(page, 'the password dialog')
      await page.route('**/auth/v1/user', (route) => route.abort())
      await dialog.getByRole('button', { name: 'Save password' }).click()
      await expect(dialog.getByText('Enter a new password.')).toBeVisible()
      await expectAccessible(page, 'the password dialog with a complaint', ONE_PHONE)
      await dialog.getByRole('textbox', { name: 'New password' }).fill('Long-enough-2468')
      await dialog.getByRole('button', { name: 'Save password' }).click()
      await expect(dialog.getByRole('alert')).toHaveText('Error updating user')
      await expectAccessible(page, 'the password dialog after a failure', ONE_PHONE)
      await page.unroute('**/auth/v1/user')
      await page.keyboard.press('Escape')
      await expect(dialog).toBeHidden()
    })
    await test.step('the phone menu', async () => {
      await page.setViewportSize({ width: 390, height: 900 })
      await page.getByRole('button', { name: 'Open menu' }).click()
      await expect(menuPanel(page).getByRole('link')).toHaveCount(8)
      await expectAccessible(page, 'the menu of a phone', PHONES)
      await expect(menuPanel(page)).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(menuPanel(page)).toBeHidden()
    })
    await test.step('the search overlay', async () => {
      await page.keyboard.press('/')
      const search = page.getByRole('dialog', { name: 'Search' })
      await expect(search).toBeVisible()
      await expectAccessible(page, 'the search overlay')
      await search.getByRole('combobox').fill('a')
      await expect(search.getByRole('option').first()).toBeVisible()
      await expectAccessible(page, 'the search overlay with hits')
    })
  })
})

test.describe('a role without permission', () => {
  test.use({ role: 'tech' })

  test('the refusal of a page', async ({ page }) => {
    await page.goto('/app/numbers')
    await expect(page.getByRole('heading', { name: 'You do not have access to this page' })).toBeVisible()
    await expectAccessible(page, 'the refusal of a page')
  })
})
