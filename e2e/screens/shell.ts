import type { Locator, Page } from '@playwright/test'
import type { Role } from '../fixtures'

/** Specification section 6, and where the entries lead. */
export const NAVIGATION: Record<Role, readonly [label: string, href: string][]> = {
  tech: [
    ['Dashboard', '/app'],
    ['Tenants', '/app/tenants'],
  ],
  admin: [
    ['Dashboard', '/app'],
    ['Sales', '/app/sales'],
    ['Tenants', '/app/tenants'],
    ['Inventory', '/app/inventory'],
    ['Reports', '/app/reports'],
  ],
  superadmin: [
    ['Dashboard', '/app'],
    ['Sales', '/app/sales'],
    ['Numbers', '/app/numbers'],
    ['Tenants', '/app/tenants'],
    ['Inventory', '/app/inventory'],
    ['Reports', '/app/reports'],
    ['Users', '/app/superadmin/users'],
    ['User Roles', '/app/superadmin/roles'],
  ],
}

/** The navigation of wide screens. */
export function mainNavigation(page: Page): Locator {
  return page.getByRole('navigation', { name: 'Main' })
}

/** The navigation in the panel of small screens. */
export function menuPanel(page: Page): Locator {
  return page.getByRole('navigation', { name: 'Menu' })
}

/** Opens the user menu and returns it. */
export async function openUserMenu(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'User menu' }).click()
  return page.getByRole('menu')
}

/** Opens the password dialog and returns it. */
export async function openPasswordDialog(page: Page): Promise<Locator> {
  const menu = await openUserMenu(page)
  await menu.getByRole('menuitem', { name: 'Reset Password' }).click()
  return page.getByRole('dialog', { name: 'Enter new password' })
}

export async function signOutFromMenu(page: Page): Promise<void> {
  const menu = await openUserMenu(page)
  await menu.getByRole('menuitem', { name: 'Sign out' }).click()
}

/** Goes to a page as a link within the app does; resolves once the page is shown. */
export async function follow(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    const { next } = window as unknown as { next: { router: { push(path: string): Promise<boolean> } } }
    return next.router.push(to)
  }, path)
}

/**
 * The same once a form that has just been closed has left the address: it goes back, which would end the new page otherwise. To another
 * form, `goto` leads: the address might lose that one's record.
 */
export async function followAfterForm(page: Page, path: string): Promise<void> {
  await page.waitForFunction(
    () =>
      document.querySelector('[role="dialog"][data-state="open"]') ??
      !new URLSearchParams(location.search).has('record'),
  )
  await follow(page, path)
}

/** The text in the main part of a page as the server sends it. */
export const mainText = (html: string): string => mainPart(html).replaceAll(/<[^>]+>/g, '')

/** The main part of a page as the server sends it. */
export const mainPart = (html: string): string => /<main\b.*<\/main>/s.exec(html)?.[0] ?? ''

/** Collects a page's errors from now on: console errors, exceptions, CSP violations. */
export function watchForErrors(page: Page): string[] {
  const errors: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(`${message.text()} (${message.location().url})`)
  })
  page.on('pageerror', (error) => errors.push(String(error)))
  return errors
}
