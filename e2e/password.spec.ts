import { randomUUID } from 'node:crypto'
import { testBackend } from '../scripts/lib/test-app.ts'
import { expect, signIn, test } from './fixtures'
import { followLink, mailCount, mailedLink } from './screens/mail'
import { ageSignIn, giveSession, readSession, sessionCookies } from './screens/session-cookies'
import { openPasswordDialog } from './screens/shell'

const NOT_VALID = 'This link is no longer valid.'

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
  await followLink(page, link)
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
  await page.getByRole('link', { name: 'Continue' }).click()
  await expect(page).toHaveURL('/app')

  await context.clearCookies()
  await followLink(page, link)
  await expect(page.getByText(NOT_VALID)).toBeVisible()

  await signIn(page, email, password)
  await expect(page.getByText('The email address or the password is wrong.')).toBeVisible()
  await page.getByRole('textbox', { name: 'Password' }).fill(newPassword)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page).toHaveURL('/app')
})

test('an unknown address gets the same answer but no email, also if it is sent before the page’s scripts arrive, and no second within a minute', async ({
  page,
}) => {
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
  await expect(
    page.getByText(`If there is an account for ${email}, an email with a link is on its way.`),
  ).toBeVisible()
  await expect(page.getByLabel('Email')).toHaveValue(email)
  expect(await mailCount(email)).toBe(0)

  await page.getByRole('button', { name: 'Send again' }).click()
  await expect(
    page.getByText('An email was sent a moment ago. Wait a minute before you request another.'),
  ).toBeVisible()
  await expect(page.getByLabel('Email')).toHaveValue(email)
})

test('an emailed link does not work in another browser', async ({ page, context, makeAccount }) => {
  const { email } = await makeAccount('tech')
  await page.goto('/forgot-password')
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Send link' }).click()
  await expect(page.getByText('Check your email')).toBeVisible()

  // Which has none of this one's cookies and storage.
  await context.clearCookies()
  await page.evaluate(() => {
    localStorage.clear()
    sessionStorage.clear()
  })
  await followLink(page, await mailedLink(email))
  await expect(page.getByText(NOT_VALID)).toBeVisible()
  expect(await sessionCookies(context)).toEqual([])
  await page.getByRole('link', { name: 'Ask for a new link' }).click()
  await expect(page).toHaveURL('/forgot-password')
})

test('the password is changed from the user menu, ten minutes after signing in only with the current one', async ({
  page,
  context,
  database,
  makeAccount,
}) => {
  const account = await makeAccount('tech')
  const { userId, email, password } = account
  const [second, third] = [`Fresh-${randomUUID()}`, `Fresh-${randomUUID()}`]
  await giveSession(context, account)
  await page.goto('/app')
  const dialog = page.getByRole('dialog', { name: 'Enter new password' })
  const field = dialog.getByRole('textbox', { name: 'New password' })
  const userMenu = page.getByRole('button', { name: 'User menu' })

  await test.step('Escape closes the dialog without a change, and it forgets the input', async () => {
    const updates: string[] = []
    page.on('request', (request) => {
      if (request.method() === 'PUT') updates.push(request.url())
    })
    await openPasswordDialog(page)
    await field.fill('Long-enough-2468')
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(userMenu).toBeFocused()
    await openPasswordDialog(page)
    await expect(field).toHaveValue('')
    expect(updates).toEqual([])
  })

  await test.step('soon after signing in', async () => {
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

    await field.fill(second)
    await field.press('Enter')
    await expect(dialog.getByRole('alert')).toHaveText('Password updated')
    await dialog.getByRole('button', { name: 'Done' }).click()
    await expect(dialog).toBeHidden()
    await expect(userMenu).toBeFocused()
  })

  await test.step('ten minutes after', async () => {
    // An open page would refresh the aged session itself.
    await page.goto('about:blank')
    await ageSignIn(context, database)
    await page.goto('/app')
    const hash = async () =>
      (await database.query('select encrypted_password as hash from auth.users where id = $1', [userId]))
        .rows[0]
    const before = await hash()

    // The service itself wants it, not only the dialog.
    await openPasswordDialog(page)
    const { access_token } = await readSession(context)
    const { url, anonKey } = testBackend()
    const refused = await page.request.put(`${url}/auth/v1/user`, {
      headers: { apikey: anonKey, authorization: `Bearer ${access_token}` },
      data: { password: third },
    })
    expect(await refused.json()).toMatchObject({ error_code: 'current_password_required' })
    expect(await hash()).toEqual(before)

    await field.fill(third)
    await dialog.getByRole('button', { name: 'Save password' }).click()
    const again = page.getByRole('dialog', { name: 'Enter your password again' })
    await again.getByRole('button', { name: 'Cancel' }).click()
    await expect(dialog.getByText('Nothing was changed: the password was not entered.')).toBeVisible()
    await expect(field).toHaveValue(third)
    expect(await hash()).toEqual(before)

    await dialog.getByRole('button', { name: 'Save password' }).click()
    await again.getByRole('textbox', { name: 'Password' }).fill(second)
    await again.getByRole('button', { name: 'Continue' }).click()
    await expect(dialog.getByRole('alert')).toHaveText('Password updated')
    expect(await hash()).not.toEqual(before)
  })

  await context.clearCookies()
  await signIn(page, email, third)
  await expect(page).toHaveURL('/app')
})
