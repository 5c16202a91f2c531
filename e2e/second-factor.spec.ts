import type { Page } from '@playwright/test'
import { codeAt } from '../local/auth/totp.ts'
import { expect, signIn, test } from './fixtures'
import { followLink, mailedLink } from './screens/mail'
import { ageSignIn, apiOf, giveSession, signedInClient } from './screens/session-cookies'
import { expectAccessible } from './support/accessible'

/** The code of a 30-second step; each works once, so a test uses one after another. */
const code = (secret: string, off: number) => codeAt(secret, Math.floor(Date.now() / 30_000) + off)

/** Sets up an authenticator app on the open account page and returns its key. */
async function setUp(page: Page): Promise<string> {
  await expect(page.getByLabel('Name of the app or phone')).toBeFocused()
  await page.keyboard.type('Office phone')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('img', { name: 'QR code for the authenticator app' })).toBeVisible()
  const secret = (await page.getByText(/^[A-Z2-7]{32}$/).textContent()) ?? ''
  await expect(page.getByLabel('Code from the app')).toBeFocused()
  await page.keyboard.type(code(secret, 0))
  await page.getByRole('button', { name: 'Turn on' }).click()
  return secret
}

test('an authenticator app is set up only after the password, if that was entered long ago', async ({
  page,
  context,
  makeAccount,
  database,
}) => {
  const account = await makeAccount('tech')
  await giveSession(context, account)
  await ageSignIn(context, database)
  await page.goto('/app/account')
  await page.getByRole('button', { name: 'Set up an authenticator app' }).click()
  await page.getByLabel('Name of the app or phone').fill('Office phone')
  await page.getByRole('button', { name: 'Continue' }).click()
  const again = page.getByRole('dialog', { name: 'Enter your password again' })
  await again.getByRole('textbox', { name: 'Password' }).fill(account.password)
  await again.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('img', { name: 'QR code for the authenticator app' })).toBeVisible()
})

test('an authenticator app is set up, asked for at the next sign-in, and removed by a superadmin', async ({
  page,
  context,
  browser,
  baseURL,
  sessions,
  makeAccount,
  database,
}) => {
  const account = await makeAccount('tech')
  const { userId, email, password } = account
  await giveSession(context, account)
  await page.goto('/app')
  await page.getByRole('button', { name: 'User menu' }).click()
  await page.getByRole('menuitem', { name: 'Second factor and sessions' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Second factor and sessions' })).toBeVisible()
  await page.getByRole('button', { name: 'Set up an authenticator app' }).click()
  const secret = await setUp(page)
  await expect(page.getByText('Office phone')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Add another app' })).toBeFocused()
  await expectAccessible(page, 'the second factor')

  await context.clearCookies()
  await signIn(page, email, password)
  await expect(page.getByRole('heading', { name: 'Enter your code' })).toBeVisible()
  await expectAccessible(page, 'the code')
  const field = page.getByLabel('Code')
  await expect(field).toBeFocused()
  await field.fill('12')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText('Enter the six digits.')).toBeVisible()
  await field.fill('000000')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText('This code is wrong or was used already.', { exact: false })).toBeVisible()
  await field.fill(code(secret, 1))
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()

  const { rows } = await database.query('select id from public.members where user_id = $1', [userId])
  const office = await browser.newContext({ baseURL, storageState: await sessions('superadmin') })
  const desk = await office.newPage()
  await desk.goto(`/app/superadmin/users/${rows[0].id}`)
  await desk.getByRole('button', { name: 'Remove second factor' }).click()
  await desk.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
  await expect(desk.getByText('None. They sign in with their password alone.')).toBeVisible()
  await office.close()

  await page.reload()
  await page.getByLabel('Email').fill(email)
  await page.getByRole('textbox', { name: 'Password' }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()
})

test('a role that requires a second factor admits nobody without one', async ({
  page,
  makeAccount,
  service,
}) => {
  const name = `guarded-${Date.now().toString(36)}`
  await service.from('roles').insert({ name, second_factor: true }).throwOnError()
  await service
    .from('role_permissions')
    .insert({ role: name, section: 'dashboard', action: 'view' })
    .throwOnError()
  const { userId, email, password } = await makeAccount('tech')
  await service.from('members').update({ user_role: name }).eq('user_id', userId).throwOnError()

  await signIn(page, email, password)
  await expect(page.getByRole('heading', { name: 'Set up a second factor' })).toBeVisible()
  await setUp(page)
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()
  await service.from('members').delete().eq('user_id', userId).throwOnError()
  await service.from('roles').delete().eq('name', name).throwOnError()
})

test('another session is listed and ended', async ({ page, context, browser, baseURL, makeAccount }) => {
  const account = await makeAccount('tech')
  const elsewhere = await browser.newContext({ baseURL })
  await giveSession(elsewhere, account)
  expect((await (await apiOf(elsewhere)).rpc('tenant_list')).error).toBeNull()
  await giveSession(context, account)
  await page.goto('/app/account')
  await expect(page.getByText('This session')).toBeVisible()
  await page.getByRole('button', { name: 'End', exact: true }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'End session' }).click()
  await expect(page.getByRole('alertdialog')).toBeHidden()
  await expect(page.getByRole('button', { name: 'End', exact: true })).toHaveCount(0)
  const otherPage = await elsewhere.newPage()
  await otherPage.goto('/app/tenants')
  await expect(otherPage.getByRole('button', { name: 'Sign in' })).toBeVisible()
  await elsewhere.close()
})

test('a forgotten password can be reset only with the code', async ({ page, makeAccount }) => {
  const account = await makeAccount('tech')
  const { auth } = await signedInClient(account)
  const { data } = await auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Office phone' })
  const { id: factorId = '', totp: { secret = '' } = {} } = data ?? {}
  const proof = await auth.mfa.challengeAndVerify({ factorId, code: code(secret, 0) })
  expect(proof.error).toBeNull()

  await page.goto('/forgot-password')
  await page.getByLabel('Email').fill(account.email)
  await page.getByRole('button', { name: 'Send link' }).click()
  // Left before the answer, the page would forget what the link's code is exchanged with.
  await expect(page.getByText('Check your email')).toBeVisible()
  await followLink(page, await mailedLink(account.email))
  await page.getByRole('textbox', { name: 'New password' }).fill(`Fresh-${account.password}`)
  await page.getByRole('button', { name: 'Save password' }).click()
  await page.getByLabel('Code').fill(code(secret, 1))
  await page.getByRole('button', { name: 'Save password' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'Password updated' })).toBeVisible()
  await page.getByRole('link', { name: 'Continue' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()
})
