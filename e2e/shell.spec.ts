import type { Page } from '@playwright/test'
import { expect, signIn, test } from './fixtures'
import { isRendered, knownRecords } from './screens/addresses'
import { downloads } from './screens/downloads'
import { follow, mainNavigation, menuPanel, NAVIGATION, openUserMenu } from './screens/shell'

test.describe.configure({ mode: 'parallel' })

const DESKTOP = { width: 1440, height: 900 }
const PHONE = { width: 390, height: 844 }

test('the shell hides role-specific entries until the role is known', async ({ page }) => {
  const { promise: asked, resolve: tellAsked } = Promise.withResolvers<void>()
  const { promise: mayAnswer, resolve: answer } = Promise.withResolvers<void>()
  let times = 0
  await page.route('**/rest/v1/members?**', async (route) => {
    times += 1
    // The first is the sign-in's own.
    if (times > 1) {
      tellAsked()
      await mayAnswer
    }
    await route.continue()
  })
  await page.setViewportSize(PHONE)
  await signIn(page, 'superadmin@demo.test')
  await asked
  await page.getByRole('button', { name: 'Open menu' }).click()
  await expect(menuPanel(page).getByRole('link')).toHaveText(['Dashboard'])
  await page.keyboard.press('Escape')
  await page.setViewportSize(DESKTOP)
  await expect(mainNavigation(page).getByRole('link')).toHaveText(['Dashboard'])
  await expect(page.getByRole('main')).toHaveText('Loading')
  const menu = await openUserMenu(page)
  await expect(menu.getByText('superadmin@demo.test')).toBeVisible()
  await expect(menu.getByText('superadmin', { exact: true })).toHaveCount(0)
  answer()
  await expect(menu.getByText('superadmin', { exact: true })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(mainNavigation(page).getByRole('link')).toHaveCount(8)
})

test.describe('the shell', () => {
  test.use({ role: 'superadmin' })

  test('has sections whose pages open and are announced', async ({ page }) => {
    await page.goto('/app')
    // The dashboard last, because it is open.
    for (const [label, href] of [...NAVIGATION.superadmin.slice(1), ...NAVIGATION.superadmin.slice(0, 1)]) {
      await mainNavigation(page).getByRole('link', { name: label, exact: true }).click()
      await expect(page).toHaveURL(href)
      await expect(mainNavigation(page).locator('[aria-current]')).toHaveText([label])
      await expect(page.getByRole('main').getByRole('heading', { level: 1, name: label })).toBeVisible()
      await expect(page).toHaveTitle('Trunkline')
      // For screen readers.
      await expect(page.getByRole('status').filter({ hasText: new RegExp(`^${label}(,|$)`) })).toBeAttached()
    }
  })

  test('has in the phone menu the same sections, the email and Sign out; Escape, its button and navigation close it', async ({
    page,
  }) => {
    await page.setViewportSize(PHONE)
    await page.goto('/app')
    await expect(mainNavigation(page)).toBeHidden()
    const toggle = page.getByRole('button', { name: /^(Open|Close) menu$/ })
    await toggle.click()
    await expect(toggle).toHaveAttribute('aria-expanded', 'true')
    await expect(menuPanel(page).getByRole('link')).toHaveText(NAVIGATION.superadmin.map(([label]) => label))
    for (const [label, href] of NAVIGATION.superadmin) {
      const link = menuPanel(page).getByRole('link', { name: label, exact: true })
      await expect(link).toHaveAttribute('href', href)
    }
    await expect(menuPanel(page).locator('[aria-current]')).toHaveText(['Dashboard'])
    await expect(page.getByRole('banner').getByText('superadmin@demo.test')).toBeVisible()
    await expect(page.getByRole('banner').getByRole('button', { name: 'Sign out' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(menuPanel(page)).toBeHidden()
    await expect(toggle).toBeFocused()
    await expect(toggle).toHaveAttribute('aria-expanded', 'false')

    await toggle.click()
    await toggle.click()
    await expect(menuPanel(page)).toBeHidden()

    await toggle.click()
    await menuPanel(page).getByRole('link', { name: 'Tenants' }).click()
    await expect(page).toHaveURL('/app/tenants')
    await expect(menuPanel(page)).toBeHidden()
  })

  test('shows a progress bar only while the route changes, and highlights the section of the page', async ({
    page,
    database,
  }) => {
    await page.goto('/app')
    await expect(mainNavigation(page).getByRole('link', { name: 'Inventory' })).toBeVisible()
    const { promise: mayAnswer, resolve: answer } = Promise.withResolvers<void>()
    await page.route('**/_next/data/**', async (route) => {
      await mayAnswer
      await route.continue()
    })
    // No link leads there, so it has not been fetched ahead. The page may still be starting, and not show the first change.
    await expect(async () => {
      follow(page, '/app/sales/port-availability').catch(() => undefined)
      await expect(page.locator('#nprogress .bar')).toBeVisible({ timeout: 3000 })
    }).toPass()
    answer()
    await expect(page.getByRole('heading', { name: 'Port availability' })).toBeVisible()
    await expect(page.locator('#nprogress')).toHaveCount(0)

    const { companyId } = await knownRecords(database)
    for (const [path, section] of [
      [`/customers/${companyId}/edit`, 'Sales'],
      ['/app/tenants?status=suspended', 'Tenants'],
    ] as const) {
      await (isRendered(path) ? page.goto(path) : follow(page, path))
      // Also behind a form opened by its URL.
      const navigation = page.getByRole('navigation', { name: 'Main', includeHidden: true })
      await expect(navigation.locator('[aria-current="page"]'), path).toHaveText([section])
    }
  })

  test('works by keyboard: a skip link, the entries in order, visible focus, a skip link past a tenant’s many pages', async ({
    page,
    database,
  }) => {
    await page.goto('/app/tenants')
    await expect(page.getByRole('heading', { name: 'Tenants' })).toBeVisible()
    await expect(mainNavigation(page).getByRole('link')).toHaveCount(8)
    await page.keyboard.press('Tab')
    const skip = page.getByRole('link', { name: 'Skip to content' })
    await expect(skip).toBeFocused()
    await expect(skip).toBeInViewport()
    await page.keyboard.press('Tab')
    await expect(page.getByRole('link', { name: 'Trunkline' })).toBeFocused()
    for (const [label] of NAVIGATION.superadmin) {
      await page.keyboard.press('Tab')
      await expect(mainNavigation(page).getByRole('link', { name: label, exact: true })).toBeFocused()
      await expect.poll(() => focusRing(page)).toBe(true)
    }
    await page.keyboard.press('Tab')
    const search = page.getByRole('dialog', { name: 'Search' })
    await expect(search.getByRole('combobox')).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(search).toBeHidden()
    await expect.poll(() => focusRing(page)).toBe(true)
    await page.keyboard.press('Tab')
    await expect(page.getByRole('button', { name: 'User menu' })).toBeFocused()
    await expect.poll(() => focusRing(page)).toBe(true)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('menu')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('button', { name: 'User menu' })).toBeFocused()
    // And back again: the search box is no trap in either direction.
    await page.keyboard.press('Shift+Tab')
    await expect(search.getByRole('combobox')).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(search).toBeHidden()
    await expect.poll(() => focusRing(page)).toBe(true)
    await page.keyboard.press('Shift+Tab')
    await expect(mainNavigation(page).getByRole('link', { name: 'User Roles' })).toBeFocused()

    await skip.focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('main')).toBeFocused()
    await page.keyboard.press('Tab')
    await expect(page.getByRole('main').getByRole('link', { name: 'Calls now' })).toBeFocused()

    const { tenantId } = await knownRecords(database)
    await follow(page, `/app/tenants/${tenantId}/extensions`)
    await expect(page.getByRole('button', { name: 'Export' })).toBeVisible()
    await page.getByRole('button', { name: 'Actions', exact: true }).focus()
    await page.keyboard.press('Tab')
    const skipPages = page.getByRole('link', { name: 'Skip the tenant’s pages' })
    await expect(skipPages).toBeFocused()
    // Nothing is in front of it.
    await skipPages.click({ trial: true })
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    await expect(page.getByRole('button', { name: 'Export' })).toBeFocused()
  })

  test('shows a not-found page for an unknown address', async ({ page }) => {
    const answer = await page.goto('/app/nowhere')
    expect(answer?.status()).toBe(404)
    await expect(page.getByRole('heading', { name: 'This page does not exist' })).toBeVisible()
    await expect(page).toHaveTitle('Trunkline')
    await page.getByRole('link', { name: 'Go to the start page' }).click()
    await expect(page).toHaveURL('/app')
    await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
  })

  test('does not download analytics or monitoring without keys, or anything not needed yet', async ({
    page,
  }) => {
    const loaded = downloads(page)
    await page.goto('/app')
    await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
    await mainNavigation(page).getByRole('link', { name: 'Tenants' }).click()
    await expect(page.getByRole('table').getByRole('link', { name: 'Harbor Lane Dental' })).toBeVisible()
    expect(loaded.elsewhere()).toEqual([])
    expect(loaded.libraries()).toEqual([])
    expect(loaded.built()).toEqual(expect.arrayContaining(['@zxing/library', 'fuse.js', 'posthog-js']))

    await page.keyboard.press('/')
    const search = page.getByRole('dialog', { name: 'Search' })
    await search.getByRole('combobox').fill('harbor')
    await expect(search.getByRole('option').first()).toBeVisible()
    expect(loaded.libraries()).toEqual(['fuse.js'])
  })
})

test.describe('the theme', () => {
  test.use({ role: 'tech', colorScheme: 'light' })

  test('follows the system until one is chosen, which survives a reload from the first paint', async ({
    page,
  }) => {
    await page.addInitScript(() => {
      const watch = new MutationObserver(() => {
        if (!document.body) return
        watch.disconnect()
        Object.assign(window, { themeAtFirst: document.documentElement.dataset.theme ?? 'system' })
      })
      watch.observe(document, { childList: true, subtree: true })
    })
    await page.goto('/app')
    const light = await background(page)
    await page.emulateMedia({ colorScheme: 'dark' })
    const dark = await background(page)
    expect(dark).not.toBe(light)
    await page.emulateMedia({ colorScheme: 'light' })

    for (const { choice, system, shows } of [
      { choice: 'Dark', system: 'light', shows: dark },
      { choice: 'Light', system: 'dark', shows: light },
      { choice: 'Like the system', system: 'dark', shows: dark },
    ] as const) {
      await page.emulateMedia({ colorScheme: system })
      const menu = await openUserMenu(page)
      await menu.getByRole('menuitemradio', { name: choice }).click()
      await expect.poll(() => background(page)).toBe(shows)
      await expect(menu.getByRole('menuitemradio', { name: choice })).toBeChecked()
      await page.reload()
      const first = choice === 'Like the system' ? 'system' : choice.toLowerCase()
      expect(await page.evaluate(() => (window as unknown as { themeAtFirst: string }).themeAtFirst)).toBe(
        first,
      )
      expect(await background(page)).toBe(shows)
    }
  })
})

function background(page: Page): Promise<string> {
  return page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)
}

/** Whether what has the focus is outlined. */
function focusRing(page: Page): Promise<boolean> {
  return page.evaluate(() => {
    const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(
      document.activeElement ?? document.body,
    )
    return (outlineStyle !== 'none' && outlineWidth !== '0px') || boxShadow !== 'none'
  })
}
