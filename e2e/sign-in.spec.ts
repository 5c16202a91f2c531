import { DEMO_PASSWORD } from '../local/keys.ts'
import { TEST_APP } from '../scripts/lib/test-app.ts'
import { expect, signIn, test } from './fixtures'
import { allAddresses, knownRecords } from './screens/addresses'
import { sessionCookies } from './screens/session-cookies'

const ELSEWHERE = [
  '//elsewhere.test',
  'https://elsewhere.test/app',
  '/\\elsewhere.test',
  '/\t/elsewhere.test',
  'javascript:alert(1)',
]

test('a wrong password is rejected, what was typed stays, and the right one signs in', async ({
  page,
  makeAccount,
}) => {
  const { email, password } = await makeAccount('admin')
  await signIn(page, email, 'not-the-password')
  await expect(page.getByRole('alert').filter({ hasText: /./ })).toHaveText(
    'The email address or the password is wrong.',
  )
  await expect(page.getByLabel('Email')).toHaveValue(email)
  const field = page.getByRole('textbox', { name: 'Password' })
  await expect(field).toHaveValue('not-the-password')
  await expect(field).toBeFocused()

  await field.fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
})

test('those who may not sign in are told why, and no session remains', async ({ page, context }) => {
  await page.goto('/login')
  for (const { email, says } of [
    {
      email: 'disabled@demo.test',
      says: 'This account is disabled. Ask a superadmin to enable it.',
    },
    {
      email: 'nomember@demo.test',
      says: 'Your password is correct, but this account has no member record. Ask a superadmin to add one.',
    },
  ]) {
    await test.step(email, async () => {
      await page.getByLabel('Email').fill(email)
      await page.getByRole('textbox', { name: 'Password' }).fill(DEMO_PASSWORD)
      await page.getByRole('button', { name: 'Sign in' }).click()
      await expect(page.getByRole('alert').filter({ hasText: /./ })).toHaveText(says)
      await expect(page).toHaveURL('/login')
      await expect(page.getByLabel('Email')).toHaveValue(email)
      await expect(page.getByRole('textbox', { name: 'Password' })).toHaveValue(DEMO_PASSWORD)
      expect(await sessionCookies(context)).toEqual([])
    })
  }
  await page.goto('/app')
  await expect(page).toHaveURL('/login')
})

test('a visitor is led to sign-in, whose form can be filled in and sent by keyboard, and from there to the requested page with its query', async ({
  page,
}) => {
  await page.goto('/app/tenants?status=suspended')
  await expect(page).toHaveURL(`/login?next=${encodeURIComponent('/app/tenants?status=suspended')}`)
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  await expect(page.getByLabel('Email')).toBeFocused()
  await page.keyboard.type('tech@demo.test')
  await page.keyboard.press('Tab')
  await page.keyboard.type(DEMO_PASSWORD)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/app/tenants?status=suspended')
  await expect(page.getByRole('heading', { name: 'Tenants' })).toBeVisible()
})

test('a visitor is sent from every signed-in page to sign-in', async ({ request, database }) => {
  const addresses = allAddresses(await knownRecords(database))
  const signInFor = (path: string) => (path === '/app' ? '/login' : `/login?next=${encodeURIComponent(path)}`)
  for (const { path } of addresses) {
    const answer = await request.get(path, { maxRedirects: 0 })
    expect(answer.status(), path).toBe(307)
    expect(new URL(answer.headers().location ?? '', TEST_APP.url).href).toBe(TEST_APP.url + signInFor(path))
  }
})

test.describe('a signed-in user', () => {
  test.use({ role: 'tech' })

  test('is redirected by the root address and the sign-in page to signed-in pages only', async ({
    request,
    database,
  }) => {
    const redirected = async (path: string) => {
      const answer = await request.get(path, { maxRedirects: 0 })
      expect(answer.status(), path).toBe(307)
      return new URL(answer.headers().location ?? '', TEST_APP.url).href
    }
    const destinationOf = (next: string) => redirected(`/login?next=${encodeURIComponent(next)}`)
    for (const path of ['/', '/login']) expect(await redirected(path)).toBe(`${TEST_APP.url}/app`)
    for (const { path } of allAddresses(await knownRecords(database))) {
      expect(await destinationOf(path)).toBe(TEST_APP.url + path)
    }
    for (const next of ELSEWHERE) {
      expect(await destinationOf(next), next).toBe(`${TEST_APP.url}/app`)
    }
  })
})
