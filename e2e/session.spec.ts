import { testBackend } from '../scripts/lib/test-app.ts'
import { expect, signIn, test } from './fixtures'
import { apiOf, expireAccessToken, giveSession, readSession, sessionCookies } from './screens/session-cookies'
import { mainNavigation, openPasswordDialog, signOutFromMenu } from './screens/shell'

const MAX_AGE_SECONDS = 34_560_000
const CHUNK_LENGTH = 3180
const OWN_COMPANY = 'Kept while someone is disabled'

test('a large session is split into chunks of 3,180 characters, all of which go with signing out from the phone menu', async ({
  page,
  context,
  makeAccount,
  service,
}) => {
  const { userId, email, password } = await makeAccount('tech')
  const { error } = await service.auth.admin.updateUserById(userId, {
    user_metadata: { note: 'x'.repeat(4000) },
  })
  expect(error).toBeNull()
  await signIn(page, email, password)
  await expect(page).toHaveURL('/app')

  const cookies = await sessionCookies(context)
  expect(cookies.length).toBeGreaterThan(1)
  expect(cookies.map(({ name }) => /\.\d+$/.exec(name)?.[0])).toEqual(cookies.map((_, index) => `.${index}`))
  for (const cookie of cookies.slice(0, -1)) expect(cookie.value).toHaveLength(CHUNK_LENGTH)
  expect(cookies.at(-1)?.value.length).toBeLessThanOrEqual(CHUNK_LENGTH)
  for (const cookie of cookies) expect(cookie).toMatchObject({ path: '/', sameSite: 'Lax', httpOnly: false })
  expect((await readSession(context)).user.id).toBe(userId)

  await page.reload()
  await expect(mainNavigation(page).getByRole('link', { name: 'Tenants' })).toBeVisible()
  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('button', { name: 'Open menu' }).click()
  await page.getByRole('banner').getByRole('button', { name: 'Sign out' }).click()
  await expect(page).toHaveURL('/login')
  expect(await sessionCookies(context)).toEqual([])
})

test('signing out ends the session in every tab and browser, and going back shows nothing', async ({
  page,
  context,
  browser,
  baseURL,
  makeAccount,
}) => {
  const account = await makeAccount('tech')
  await giveSession(context, account)
  const otherBrowser = await browser.newContext({ baseURL })
  await giveSession(otherBrowser, account)
  const elsewhere = await apiOf(otherBrowser)
  expect((await elsewhere.from('tenants').select('id').limit(1)).data).toHaveLength(1)
  await page.goto('/app')
  const tab = await context.newPage()
  await tab.goto('/app/tenants')
  await expect(tab.getByRole('link', { name: 'Harbor Lane Dental' })).toBeVisible()
  await tab.getByRole('link', { name: 'Harbor Lane Dental' }).click()
  await expect(tab.getByRole('heading', { name: 'Harbor Lane Dental' })).toBeVisible()
  const { refresh_token } = await readSession(context)
  const thrown: string[] = []
  for (const one of [page, tab]) one.on('pageerror', (error) => thrown.push(String(error)))

  await signOutFromMenu(page)
  await expect(page).toHaveURL('/login')
  await expect(tab).toHaveURL(/\/login\?next=/)
  expect(await sessionCookies(context)).toEqual([])

  await tab.goBack()
  await expect(tab.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  await expect(tab.getByText('Harbor Lane Dental')).toHaveCount(0)
  await expect(tab).toHaveURL(/\/login/)

  const otherPage = await otherBrowser.newPage()
  await otherPage.goto('/app')
  await expect(otherPage).toHaveURL('/login')
  expect((await elsewhere.from('tenants').select('id')).data).toEqual([])
  const { url, anonKey } = testBackend()
  const renewal = await page.request.post(`${url}/auth/v1/token?grant_type=refresh_token`, {
    headers: { apikey: anonKey },
    data: { refresh_token },
  })
  expect(renewal.status()).toBe(400)
  expect(thrown).toEqual([])
  await otherBrowser.close()
})

test('a session is renewed by the open page, which keeps a half-filled form, and by the server, until it is ended elsewhere', async ({
  page,
  context,
  makeAccount,
  service,
}) => {
  const { userId, email, password } = await makeAccount('tech')
  await signIn(page, email, password)
  await expect(page).toHaveURL('/app')

  await test.step('its cookie is site-wide, SameSite lax, readable and valid for 400 days', async () => {
    const cookies = await sessionCookies(context)
    expect(cookies).toHaveLength(1)
    for (const cookie of cookies) {
      expect(cookie).toMatchObject({ path: '/', sameSite: 'Lax', httpOnly: false, domain: 'localhost' })
      expect(cookie.value).toMatch(/^base64-[A-Za-z0-9_-]+$/)
      expect(Math.abs(cookie.expires - Date.now() / 1000 - MAX_AGE_SECONDS)).toBeLessThan(600)
    }
    const session = await readSession(context)
    expect(Object.keys(session)).toEqual(
      expect.arrayContaining(['access_token', 'refresh_token', 'expires_in', 'expires_at', 'user']),
    )
    expect(session.user.email).toBe(email)
  })

  await test.step('the open page renews it', async () => {
    const dialog = await openPasswordDialog(page)
    const field = dialog.getByRole('textbox', { name: 'New password' })
    await field.fill('half-typ')

    const before = await readSession(context)
    const renewal = page.waitForResponse('**/auth/v1/token?grant_type=refresh_token')
    await expireAccessToken(context)
    // The event the browser fires when the user returns to the tab.
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))
    const renewed = await (await renewal).json()

    await expect.poll(async () => (await readSession(context)).refresh_token).toBe(renewed.refresh_token)
    const after = await readSession(context)
    expect(after.refresh_token).not.toBe(before.refresh_token)
    expect(after.access_token).toBe(renewed.access_token)
    expect(after.expires_at).toBeGreaterThan(Date.now() / 1000)
    await expect(field).toHaveValue('half-typ')
    await expect(field).toBeFocused()
    const [cookie] = await sessionCookies(context)
    expect(cookie).toMatchObject({ path: '/', sameSite: 'Lax', httpOnly: false })

    await field.press('ControlOrMeta+a')
    await page.keyboard.type('Typed-on-and-on-1')
    await expect(field).toHaveValue('Typed-on-and-on-1')
  })

  await test.step('the server renews it with the page', async () => {
    const before = await readSession(context)
    await page.goto('about:blank')
    await expireAccessToken(context)

    const answer = await page.goto('/app/tenants')
    const header = (await answer?.headersArray())?.find(
      ({ name, value }) => name.toLowerCase() === 'set-cookie' && /-auth-token=base64-/.test(value),
    )
    expect(header?.value).toMatch(/; Path=\/(;|$)/)
    expect(header?.value).toMatch(new RegExp(`; Max-Age=${MAX_AGE_SECONDS}(;|$)`))
    expect(header?.value).toMatch(/; SameSite=lax(;|$)/i)
    expect(header?.value).not.toMatch(/HttpOnly/i)
    await expect(page.getByRole('heading', { name: 'Tenants' })).toBeVisible()
    const after = await readSession(context)
    expect(after.refresh_token).not.toBe(before.refresh_token)
  })

  await test.step('ended elsewhere, it leads to the sign-in page', async () => {
    const { error } = await service.auth.admin.deleteUser(userId)
    expect(error).toBeNull()
    await page.goto('/app/tenants')
    await expect(page).toHaveURL(`/login?next=${encodeURIComponent('/app/tenants')}`)
  })
})

test.afterEach(async ({ service }) => {
  await service.from('companies').delete().eq('name', OWN_COMPANY).throwOnError()
})

test('a member disabled while signed in is denied with the reason, and can change nothing; one whose record is deleted is told so', async ({
  page,
  context,
  database,
  makeAccount,
  service,
}) => {
  const account = await makeAccount('admin')
  const { userId } = account
  await giveSession(context, account)
  await page.goto('/app')
  await mainNavigation(page).getByRole('link', { name: 'Sales' }).click()
  await expect(page.getByRole('heading', { name: 'Sales' })).toBeVisible()
  const company = await service.from('companies').insert({ name: OWN_COMPANY }).select().single()
  const companyId = String(company.data?.id)
  const stored = async () => (await database.query('select * from companies where id = $1', [companyId])).rows
  const before = await stored()

  await service.from('members').update({ status: 'disabled' }).eq('user_id', userId).throwOnError()
  // The only entry kept when the shell reloads the member.
  await mainNavigation(page).getByRole('link', { name: 'Dashboard' }).click()
  await expect(page.getByRole('heading', { name: 'Account disabled' })).toBeVisible()
  await expect(page.getByText('This account is disabled. Ask a superadmin to enable it.')).toBeVisible()
  await expect(page.getByText('Harbor Lane Dental')).toHaveCount(0)
  await expect(mainNavigation(page).getByRole('link')).toHaveText(['Dashboard'])

  const api = await apiOf(context)
  expect((await api.from('companies').select('id')).data).toEqual([])
  expect((await api.rpc('tenant_list')).data).toEqual([])
  await api.from('companies').update({ name: 'Changed' }).eq('id', companyId)
  await api.from('companies').delete().eq('id', companyId)
  const insert = await api.from('companies').insert({ name: 'Added' })
  expect(insert.error?.code).toBe('42501')
  expect(before).toHaveLength(1)
  expect(await stored()).toEqual(before)

  await expect(page.getByRole('button', { name: 'Sign out' })).toBeVisible()

  // The record of an active member, not of a disabled one.
  await service.from('members').update({ status: 'active' }).eq('user_id', userId).throwOnError()
  await page.reload()
  await expect(mainNavigation(page).getByRole('link', { name: 'Sales' })).toBeVisible()
  await service.from('members').delete().eq('user_id', userId).throwOnError()
  await page.reload()
  await expect(page.getByRole('heading', { name: 'No member record' })).toBeVisible()
  await expect(page.getByText('Customers: your account is ready; sign in to your portal')).toBeVisible()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page).toHaveURL(/\/login/)
})
