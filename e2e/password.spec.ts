import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { testBackend } from '../scripts/lib/test-app.ts'
import { expect, signIn, test } from './fixtures'
import { mailCount, mailedLink } from './screens/mail'
import { ageSignIn, readSession, sessionCookies } from './screens/session-cookies'
import { openPasswordDialog } from './screens/shell'

const NOT_VALID = 'This link is no longer valid.'

async function askForLink(page: Page, email: string) {
  await page.goto('/forgot-password')
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Send link' }).click()
}

test('a forgotten password is reset with an emailed link, which works once', async ({
  page,
  context,
  makeAccount,
}) => {
  const { email, password } = await makeAccount('tech')
  const newPassword = `Fresh-${randomUUID()}`

  await page.goto('/login')
  await page.getByRole('link', { name: 'Forgot your password?' }).click()
  await expect(page.getByRole('heading', { name: 'Forgotten password' })).toBeVisible()
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Send link' }).click()
  await expect(
    page.getByText(`If there is an account for ${email}, an email with a link is on its way.`),
  ).toBeVisible()

  const link = await mailedLink(email)
  await page.goto(link)
  await expect(page.getByRole('heading', { name: 'Enter new password' })).toBeVisible()
  await expect(page.getByText(`For ${email}`)).toBeVisible()
  const field = page.getByRole('textbox', { name: 'New password' })

  await field.fill('short')
  await page.getByRole('button', { name: 'Save password' }).click()
  await expect(page.getByText('Use at least 10 characters.')).toBeVisible()
  await expect(field).toHaveValue('short')

  await field.fill(newPassword)
  await page.getByRole('button', { name: 'Save password' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'Password updated' })).toHaveText('Password updated')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page).toHaveURL('/app')

  await context.clearCookies()
  await page.goto(link)
  await expect(page.getByText(NOT_VALID)).toBeVisible()

  await signIn(page, email, password)
  await expect(page.getByText('The email address or the password is wrong.')).toBeVisible()
  await signIn(page, email, newPassword)
  await expect(page).toHaveURL('/app')
})

test('input and clicks before the page’s scripts arrive take effect once they do', async ({ page }) => {
  const { promise: arrive, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/_next/static/**/*.js', async (route) => {
    await arrive
    await route.continue()
  })
  await page.goto('/forgot-password', { waitUntil: 'commit' })
  const email = `e2e-${randomUUID()}@demo.test`
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Send link' }).click()
  release()
  await expect(page.getByText(`If there is an account for ${email}`)).toBeVisible()
  await expect(page.getByLabel('Email')).toHaveValue(email)
})

test('an emailed link does not work in another browser', async ({ page, browser, baseURL, makeAccount }) => {
  const { email } = await makeAccount('tech')
  await askForLink(page, email)
  await expect(page.getByText('Check your email')).toBeVisible()

  const other = await browser.newContext({ baseURL })
  const elsewhere = await other.newPage()
  await elsewhere.goto(await mailedLink(email))
  await expect(elsewhere.getByText(NOT_VALID)).toBeVisible()
  expect(await sessionCookies(other)).toEqual([])
  await elsewhere.getByRole('link', { name: 'Ask for a new link' }).click()
  await expect(elsewhere).toHaveURL('/forgot-password')
  await other.close()
})

test('an unknown address gets the same answer, and no email is sent', async ({ page }) => {
  const email = `e2e-${randomUUID()}@demo.test`
  await askForLink(page, email)
  await expect(
    page.getByText(`If there is an account for ${email}, an email with a link is on its way.`),
  ).toBeVisible()
  expect(await mailCount(email)).toBe(0)
})

test('a second email within a minute is rejected', async ({ page }) => {
  const email = `e2e-${randomUUID()}@demo.test`
  await askForLink(page, email)
  await page.getByRole('button', { name: 'Send again' }).click()
  await expect(
    page.getByText('An email was sent a moment ago. Wait a minute before you request another.'),
  ).toBeVisible()
  await expect(page.getByLabel('Email')).toHaveValue(email)
})

test('the password is changed from the user menu', async ({ page, context, makeAccount }) => {
  const { email, password } = await makeAccount('tech')
  const newPassword = `Fresh-${randomUUID()}`
  await signIn(page, email, password)
  await expect(page).toHaveURL('/app')

  const dialog = await openPasswordDialog(page)
  const field = dialog.getByRole('textbox', { name: 'New password' })
  await expect(field).toBeFocused()
  await expect(field).toHaveAttribute('type', 'password')
  await dialog.getByRole('button', { name: 'Show password' }).click()
  await expect(field).toHaveAttribute('type', 'text')

  // The password one has already is refused by the service.
  await field.fill(password)
  await field.press('Enter')
  await expect(dialog.getByRole('alert').first()).toHaveText('Error updating user')
  await expect(dialog.getByText('The new password must differ from the current one.')).toBeVisible()
  await expect(field).toHaveValue(password)

  await field.fill(newPassword)
  await field.press('Enter')
  await expect(dialog.getByRole('alert')).toHaveText('Password updated')
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('button', { name: 'User menu' })).toBeFocused()

  await context.clearCookies()
  await signIn(page, email, newPassword)
  await expect(page).toHaveURL('/app')
})

test('changing the password asks for the current one ten minutes after signing in', async ({
  page,
  context,
  database,
  makeAccount,
}) => {
  const { userId, email, password } = await makeAccount('tech')
  const newPassword = `Fresh-${randomUUID()}`
  await signIn(page, email, password)
  await expect(page).toHaveURL('/app')
  // An open page would refresh the aged session itself.
  await page.goto('about:blank')
  await ageSignIn(context, database)
  await page.goto('/app')
  const hash = async () =>
    (await database.query('select encrypted_password as hash from auth.users where id = $1', [userId]))
      .rows[0]
  const before = await hash()

  // The service itself wants it, not only the dialog.
  const dialog = await openPasswordDialog(page)
  const { access_token } = await readSession(context)
  const { url, anonKey } = testBackend()
  const refused = await page.request.put(`${url}/auth/v1/user`, {
    headers: { apikey: anonKey, authorization: `Bearer ${access_token}` },
    data: { password: newPassword },
  })
  expect(await refused.json()).toMatchObject({ error_code: 'current_password_required' })
  expect(await hash()).toEqual(before)

  await dialog.getByRole('textbox', { name: 'New password' }).fill(newPassword)
  await dialog.getByRole('button', { name: 'Save password' }).click()
  const again = page.getByRole('dialog', { name: 'Enter your password again' })
  await again.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog.getByText('Nothing was changed: the password was not entered.')).toBeVisible()
  await expect(dialog.getByRole('textbox', { name: 'New password' })).toHaveValue(newPassword)
  expect(await hash()).toEqual(before)

  await dialog.getByRole('button', { name: 'Save password' }).click()
  await again.getByRole('textbox', { name: 'Password' }).fill(password)
  await again.getByRole('button', { name: 'Continue' }).click()
  await expect(dialog.getByRole('alert')).toHaveText('Password updated')
  expect(await hash()).not.toEqual(before)

  await context.clearCookies()
  await signIn(page, email, newPassword)
  await expect(page).toHaveURL('/app')
})

test.describe('the password dialog', () => {
  test.use({ role: 'tech' })

  test('closes on Escape without a change, and forgets the input', async ({ page }) => {
    const updates: string[] = []
    page.on('request', (request) => {
      if (request.method() === 'PUT') updates.push(request.url())
    })
    await page.goto('/app')
    const dialog = await openPasswordDialog(page)
    await dialog.getByRole('textbox', { name: 'New password' }).fill('Long-enough-2468')
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(page.getByRole('button', { name: 'User menu' })).toBeFocused()
    const again = await openPasswordDialog(page)
    await expect(again.getByRole('textbox', { name: 'New password' })).toHaveValue('')
    expect(updates).toEqual([])
  })
})
