import type { Locator, Page } from '@playwright/test'
import { expect } from './fixtures'
import { giveSession, signedInClient } from './screens/session-cookies'
import { openUserMenu, signOutFromMenu } from './screens/shell'
import { expectAccessible } from './support/accessible'
import { test } from './support/rows'

const OFFER = /You have unsaved changes from \d+:\d\d/

/** Signs in on the page the user was redirected to. */
async function signInHere(page: Page, { email, password }: { email: string; password: string }) {
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  await page.getByLabel('Email').fill(email)
  await page.getByRole('textbox', { name: 'Password' }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

/** Clicks a button the moment the session's cookies are gone; a request that the page makes by itself could notice that first. */
async function clickWithoutCookies(button: Locator) {
  await button.evaluate((element: HTMLElement) => {
    for (const [name] of document.cookie.matchAll(/\bsb-[^=;]+/g)) {
      document.cookie = `${name}=; Max-Age=0; Path=/`
    }
    element.click()
  })
}

/** A form for a new ring group, half filled in. */
async function typeHalf(page: Page, tenant: string, name: string) {
  await page.goto(`/app/tenants/${tenant}/ring-groups?record=new`)
  const form = page.getByRole('dialog', { name: 'New ring group' })
  await form.getByRole('textbox', { name: 'Name', exact: true }).fill(name)
  return form
}

test('a session ended elsewhere leads to sign-in and back, keeping the input', async ({
  page,
  context,
  rows,
  makeAccount,
  database,
}) => {
  const tenant = await rows.tenant('Ended Elsewhere')
  const account = await makeAccount('admin')
  await giveSession(context, account)
  const form = await typeHalf(page, tenant, 'Night desk')

  const elsewhere = await signedInClient(account)
  expect((await elsewhere.auth.signOut()).error).toBeNull()

  // Focusing the window is enough to be notified.
  await page.evaluate(() => window.dispatchEvent(new Event('focus')))
  await expect(page).toHaveURL(/\/login\?next=/)
  await signInHere(page, account)
  await expect(page).toHaveURL(`/app/tenants/${tenant}/ring-groups?record=new`)
  await expect(form.getByText(OFFER)).toBeVisible()
  await expectAccessible(page, 'unsaved changes are offered')
  await page.setViewportSize({ width: 1440, height: 900 })
  await form.getByRole('button', { name: 'Restore' }).click()
  await expect(form.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue('Night desk')
  await form.getByRole('textbox', { name: 'Number', exact: true }).fill('6100')
  await form.getByRole('button', { name: 'Create ring group' }).click()
  await expect(form).toBeHidden()
  const stored = await database.query('select name, number from ring_groups where tenant_id = $1', [tenant])
  expect(stored.rows).toEqual([{ name: 'Night desk', number: '6100' }])
  await page.getByRole('button', { name: 'New ring group' }).first().click()
  await expect(form.getByRole('textbox', { name: 'Name', exact: true })).toBeVisible()
  await expect(page.getByText(OFFER)).toHaveCount(0)
})

test('unsaved input survives a sign-out in another tab and a reload, for the same user', async ({
  page,
  context,
  rows,
  makeAccount,
}) => {
  const tenant = await rows.tenant('Typed By One')
  const [one, other] = [await makeAccount('admin'), await makeAccount('admin')]
  await giveSession(context, one)
  const form = await typeHalf(page, tenant, 'Gate house')
  const tab = await context.newPage()
  await tab.goto('/app')
  await signOutFromMenu(tab)
  await expect(page).toHaveURL(/\/login\?next=/)

  await signInHere(page, other)
  await expect(form.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue('')
  await expect(page.getByText(OFFER)).toHaveCount(0)
  await page.goto('/app')
  await signOutFromMenu(page)
  await expect(page).toHaveURL('/login')

  await signInHere(page, one)
  await expect(page).toHaveURL('/app')
  await page.goto(`/app/tenants/${tenant}/ring-groups?record=new`)
  await expect(form.getByText(OFFER)).toBeVisible()
  await page.reload()
  await form.getByRole('button', { name: 'Discard' }).click()
  await expect(page.getByText(OFFER)).toHaveCount(0)
  await page.reload()
  await expect(form.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue('')
  await expect(page.getByText(OFFER)).toHaveCount(0)
})

test('a save without cookies is reported as a lost session, not as a missing permission, and the dialog’s input is offered after signing in again, until it is saved', async ({
  page,
  context,
  rows,
  makeAccount,
  database,
}) => {
  const company = await rows.company('Half A Reason')
  const opportunity = await rows.opportunity('Twelve phones', company)
  const stored = async () =>
    (await database.query('select status, lost_reason from opportunities where id = $1', [opportunity])).rows
  const account = await makeAccount('admin')
  await giveSession(context, account)
  await page.goto(`/app/sales/opportunities/${opportunity}`)
  const dialog = page.getByRole('dialog', { name: 'Twelve phones is lost' })
  const reason = dialog.getByRole('textbox', { name: 'Reason' })
  const lose = async () => {
    await page.getByRole('button', { name: 'Move to…' }).click()
    await page.getByRole('menuitem', { name: 'Lost' }).click()
    await expect(reason).toBeVisible()
  }
  await lose()
  await reason.fill('They stay with their carrier')
  await clickWithoutCookies(dialog.getByRole('button', { name: 'Move to Lost' }))
  await expect(page).toHaveURL(/\/login\?next=/)
  await expect(page.getByText('Your role does not allow this.')).toHaveCount(0)
  expect(await stored()).toEqual([{ status: 'lead', lost_reason: null }])

  await signInHere(page, account)
  await expect(page).toHaveURL(`/app/sales/opportunities/${opportunity}`)
  await lose()
  await expect(dialog.getByText(OFFER)).toBeVisible()
  await dialog.getByRole('button', { name: 'Restore' }).click()
  await expect(reason).toHaveValue('They stay with their carrier')
  await dialog.getByRole('button', { name: 'Move to Lost' }).click()
  await expect(dialog).toBeHidden()
  expect(await stored()).toEqual([{ status: 'lost', lost_reason: 'They stay with their carrier' }])
  expect(
    await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('draft '))),
  ).toEqual([])
})

test('another tab shows the user who signed in', async ({ page, context, makeAccount, rows }) => {
  const tenant = await rows.tenant('Two People')
  const [one, other] = [await makeAccount('admin'), await makeAccount('tech')]
  await giveSession(context, one)
  await typeHalf(page, tenant, 'Only for one')
  const tab = await context.newPage()
  // Bypasses the sign-in page, which signed-in users are redirected from.
  await tab.goto('/login?reason=again')
  await signInHere(tab, other)
  await expect(tab).toHaveURL('/app')

  const form = page.getByRole('dialog', { name: 'New ring group' })
  await expect(form.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue('')
  await expect(page.getByText('Only for one')).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(form).toBeHidden()
  await expect(await openUserMenu(page)).toContainText(other.email)
})
