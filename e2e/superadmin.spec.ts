import { randomUUID } from 'node:crypto'
import { expect, test } from './fixtures'
import { followLink, mailedLink } from './screens/mail'
import { ageSignIn, apiOf, giveSession } from './screens/session-cookies'
import { follow, mainNavigation } from './screens/shell'
import { openSearch } from './support/search'

test.describe('a superadmin', () => {
  test.use({ role: 'superadmin' })

  const NOBODY = { cookies: [], origins: [] }

  // A test that fails while it views the app as another role would leave that to the tests after it.
  test.afterEach(async ({ database }) => {
    await database.query("update public.members set viewing_as = null where email = 'superadmin@demo.test'")
  })

  test('a superadmin creates a role, invites a member with it, views the app as that role, and disables the member', async ({
    page,
    browser,
    database,
    service,
  }) => {
    const suffix = randomUUID().slice(0, 8)
    const label = `Reports ${suffix}`
    const role = `reports-${suffix}`
    const name = `Report reader ${randomUUID().slice(0, 8)}`
    const email = `invited-${randomUUID().slice(0, 8)}@demo.test`

    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto('/app/superadmin/roles/new')
    await test.step('why a role was not saved is shown below the header, also from the end of a long page', async () => {
      await page.getByLabel('Name').fill('Tech')
      await page.getByRole('button', { name: 'Create role' }).click()
      const refusal = page.getByText('A record with this name already exists.')
      await expect(refusal).toBeInViewport({ ratio: 1 })
      const [header, text] = [await page.getByRole('banner').boundingBox(), await refusal.boundingBox()]
      expect(text?.y).toBeGreaterThanOrEqual(header?.height ?? Number.POSITIVE_INFINITY)
    })
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.getByLabel('Name').fill(label)
    await page.getByLabel('Description').fill('Looks at reports')
    await page.getByLabel('Reports: View').check()
    await page.getByRole('button', { name: 'Create role' }).click()
    await expect(page.getByRole('heading', { level: 1, name: label })).toBeVisible()
    const matrix = await database.query('select section, action from role_permissions where role = $1', [
      role,
    ])
    expect(matrix.rows).toEqual([{ section: 'reports', action: 'view' }])

    await mainNavigation(page).getByRole('link', { name: 'Users', exact: true }).click()
    await page.getByRole('button', { name: 'Invite a member' }).click()
    const dialog = page.getByRole('dialog', { name: 'Invite a member' })
    await dialog.getByRole('button', { name: 'Send the invitation' }).click()
    await expect(dialog.getByText('Enter a name.')).toBeVisible()
    await dialog.getByLabel('Name').fill(name)
    await dialog.getByLabel('Email').fill(email)
    await dialog.getByLabel('Role').selectOption(role)
    await dialog.getByRole('button', { name: 'Send the invitation' }).click()
    await expect(dialog).toBeHidden()
    await expect(page.getByRole('row', { name: email })).toContainText('Invited')

    const visitor = await browser.newPage({ storageState: NOBODY })
    await followLink(visitor, await mailedLink(email))
    await visitor.getByRole('textbox', { name: 'New password' }).fill('Reader-2468-reader')
    await visitor.getByRole('button', { name: 'Save password' }).click()
    await expect(visitor.getByText('Password updated')).toBeVisible()
    await visitor.getByRole('link', { name: 'Continue' }).click()
    await expect(visitor).toHaveURL('/app')
    await visitor.goto('/app/reports')
    await expect(visitor.getByRole('navigation').getByRole('link', { name: 'Reports' }).first()).toBeVisible()
    await expect(visitor.getByRole('link', { name: 'Tenants' })).toHaveCount(0)
    const theirs = await apiOf(visitor.context())
    expect((await theirs.rpc('report_calls')).error).toBeNull()
    expect((await theirs.from('companies').select('id')).data).toEqual([])
    await visitor.goto('/app/app/customers')
    await expect(visitor.getByRole('heading', { name: 'You do not have access to this page' })).toBeVisible()

    await mainNavigation(page).getByRole('link', { name: 'User Roles' }).click()
    await page.getByRole('link', { name: label }).click()
    // The search finds what the role reaches too, whatever it has found before.
    const searched = async (found: number) => {
      const search = await openSearch(page)
      await search.input.fill('harbor lane')
      await expect(search.input).toHaveValue('harbor lane')
      await expect(search.loading).toBeHidden()
      await expect(search.result(/^Harbor Lane Dental .*Tenant$/)).toHaveCount(found)
      await page.keyboard.press('Escape')
      await expect(search.dialog).toBeHidden()
    }
    await searched(1)
    await page.getByRole('button', { name: 'View as this role' }).click()
    await expect(page.getByText(`You see the app as ${label} does`)).toBeVisible()
    await expect(page.getByRole('link', { name: 'Tenants', exact: true })).toHaveCount(0)
    await searched(0)
    await page.getByRole('button', { name: 'Back to superadmin' }).click()
    await expect(page.getByRole('link', { name: 'Tenants', exact: true }).first()).toBeVisible()
    await searched(1)

    await mainNavigation(page).getByRole('link', { name: 'Users', exact: true }).click()
    await page.getByRole('link', { name }).click()
    await page.getByRole('button', { name: 'Disable' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Disable' }).click()
    await expect(page.getByText('Disabled').first()).toBeVisible()
    // Their existing token is no longer valid anywhere.
    expect((await theirs.rpc('report_calls')).error?.code).toBe('42501')
    const search = await visitor.request.post('/api/search', {
      data: { type: 'phone', value: '+12075550100' },
    })
    expect([401, 403]).toContain(search.status())
    await visitor.reload()
    await expect(visitor.getByText('This account is disabled.').or(visitor.getByLabel('Email'))).toBeVisible()
    const stored = await database.query('select id, status, user_id from members where email = $1', [email])
    expect(stored.rows).toMatchObject([{ status: 'disabled' }])

    const trail = await database.query(
      'select action from audit_log where record_id = $1 or record_label = $2 order by seq',
      [stored.rows[0].id, label],
    )
    expect(trail.rows.map((row) => row.action)).toEqual(expect.arrayContaining(['insert', 'update']))
    await expect(page.getByText(/changed the member/).first()).toBeVisible()
    const looked = await database.query(
      `select 1 from audit_log where table_name = 'members' and actor_email = 'superadmin@demo.test'
       and changes -> 'viewing_as' ->> 1 = $1`,
      [role],
    )
    expect(looked.rows).toHaveLength(1)
    await follow(page, '/app/reports?view=audit')
    const trailSearch = page.getByRole('searchbox', { name: 'Search the trail' })
    const told = page.getByRole('table', { name: 'Audit trail' })
    await trailSearch.fill(label)
    await expect(told.getByRole('row', { name: `added the role ${label}` })).toBeVisible()
    await trailSearch.fill(email)
    await expect(told.getByRole('row', { name: `added the role ${label}` })).toBeHidden()
    await expect(told.getByRole('row', { name: /added the member/ })).toBeVisible()
    await expect(told.getByRole('row', { name: /changed the member.*Status/ })).toBeVisible()
    await visitor.close()
    await service.auth.admin.deleteUser(stored.rows[0].user_id)
    await database.query('delete from roles where name = $1', [role])
  })

  test('is offered no change of their own role or status', async ({ page, database }) => {
    const [{ id }] = (await database.query("select id from members where email = 'superadmin@demo.test'"))
      .rows
    await page.goto(`/app/superadmin/users/${id}`)
    await expect(page.getByLabel('Role')).toBeDisabled()
    await expect(page.getByRole('button', { name: 'Disable' })).toHaveCount(0)
  })
})

test('sensitive actions ask for the password again ten minutes after signing in', async ({
  page,
  context,
  makeAccount,
  database,
}) => {
  const [superadmin, member] = [await makeAccount('superadmin'), await makeAccount('tech')]
  await giveSession(context, superadmin)
  await ageSignIn(context, database)
  const [{ id }] = (await database.query('select id from members where user_id = $1', [member.userId])).rows
  await page.goto(`/app/superadmin/users/${id}`)
  await page.getByLabel('Role').selectOption('admin')
  await page.getByRole('button', { name: 'Save' }).click()
  const again = page.getByRole('dialog', { name: 'Enter your password again' })
  await again.getByRole('textbox', { name: 'Password' }).fill('wrong-password')
  await again.getByRole('button', { name: 'Continue' }).click()
  await expect(again.getByText('The password is wrong.')).toBeVisible()
  const roleOf = async () =>
    (await database.query('select user_role from members where id = $1', [id])).rows[0].user_role
  expect(await roleOf()).toBe('tech')
  await again.getByRole('textbox', { name: 'Password' }).fill(superadmin.password)
  await again.getByRole('button', { name: 'Continue' }).click()
  await expect(again).toBeHidden()
  await expect.poll(roleOf).toBe('admin')
  // A refresh is not a sign-in. An open page would refresh the aged session itself.
  await page.goto('about:blank')
  await ageSignIn(context, database)
  await page.goto(`/app/superadmin/users/${id}`)
  await page.getByLabel('Role').selectOption('tech')
  await page.getByRole('button', { name: 'Save' }).click()
  await again.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByText('Nothing was changed: the password was not entered.')).toBeVisible()
  expect(await roleOf()).toBe('admin')
})

test('a staff manager is offered only rights they have', async ({ page, context, makeAccount, database }) => {
  const role = `desk-${randomUUID().slice(0, 8)}`
  const account = await makeAccount('tech')
  await database.query('insert into roles (name) values ($1)', [role])
  await database.query(
    `insert into role_permissions (role, section, action)
     select $1, 'superadmin', unnest(array['view', 'create', 'edit'])`,
    [role],
  )
  await database.query('update members set user_role = $1 where user_id = $2', [role, account.userId])
  await giveSession(context, account)

  await page.goto('/app/superadmin/users')
  await page.getByRole('button', { name: 'Invite a member' }).click()
  const dialog = page.getByRole('dialog', { name: 'Invite a member' })
  await expect(dialog.getByLabel('Role').getByRole('option', { name: role })).toBeAttached()
  await expect(dialog.getByLabel('Role').getByRole('option', { name: 'superadmin' })).toHaveCount(0)
  const email = `never-${randomUUID()}@demo.test`
  const refused = await page.request.post('/api/superadmin/users/invite', {
    data: { id: randomUUID(), email, full_name: 'Never', user_role: 'superadmin' },
  })
  expect(refused.status()).toBe(403)
  expect((await database.query('select 1 from auth.users where email = $1', [email])).rows).toEqual([])

  const [{ id }] = (await database.query('select id from roles where name = $1', [role])).rows
  await follow(page, `/app/superadmin/roles/${id}`)
  await expect(page.getByText('You can grant and remove only permissions that you hold.')).toBeVisible()
  await expect(page.getByLabel('Numbers: View')).toBeDisabled()
  await expect(page.getByLabel('Super Admin: Create')).toBeEnabled()
  const api = await apiOf(context)
  const grown = await api.from('role_permissions').insert({ role, section: 'numbers', action: 'view' })
  expect(grown.error?.code).toBe('42501')
  const { rows } = await database.query(
    'select count(*)::int as rights from role_permissions where role = $1',
    [role],
  )
  expect(rows).toEqual([{ rights: 3 }])
  await database.query("update members set user_role = 'tech' where user_id = $1", [account.userId])
  await database.query('delete from roles where name = $1', [role])
})
