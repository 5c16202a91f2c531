import { randomUUID } from 'node:crypto'
import { expect } from './fixtures'
import { mailCount } from './screens/mail'
import { expectAccessible } from './support/accessible'
import { confirmNumber } from './support/emergency'
import { test } from './support/rows'

test.use({ role: 'tech' })

/** A tenant with six seats and the extensions 1001 Reception and 1002 Billing, and a number with E911. */
const withTenant = test.extend<{ tenant: { id: string; reception: string; billing: string; did: string } }>({
  tenant: async ({ rows, service }, use) => {
    const id = await rows.tenant('Extension Trial', { extension_limit: 6 })
    const reception = await rows.extension(id, '1001', 'Reception')
    const billing = await rows.extension(id, '1002', 'Billing')
    const number = `+999${String(Date.now()).slice(-10)}`
    const did = await rows.add('dids', { tenant_id: id, number, status: 'assigned' })
    await confirmNumber(service, did, id)
    await use({ id, reception, billing, did })
  },
})

withTenant('an extension is made, forwarded and given a follow me', async ({ page, service, tenant }) => {
  await page.goto(`/app/tenants/${tenant.id}/extensions`)
  await page.getByRole('button', { name: 'New extension' }).click()
  const dialog = page.getByRole('dialog', { name: 'New extension' })
  await dialog.getByLabel('Number', { exact: false }).first().fill('1001')
  await dialog.getByLabel('First name').fill('Night')
  await dialog.getByLabel('Last name').fill('Desk')
  await dialog.getByLabel('Location').fill('Gate house')
  await dialog.getByRole('combobox', { name: 'Emergency caller ID' }).click()
  await page.getByRole('option', { name: /999/ }).click()
  await dialog.getByRole('switch', { name: 'When busy' }).check()
  await dialog.getByRole('button', { name: 'Create extension' }).click()
  await expect(dialog.getByText('Choose where these calls go.')).toBeVisible()
  await dialog.getByRole('combobox', { name: 'When busy, forward to' }).click()
  await page.getByRole('option', { name: '1002 Billing', exact: true }).click()
  await dialog.getByRole('button', { name: 'Add a target' }).click()
  await dialog.getByRole('combobox', { name: 'Rings' }).click()
  await page.getByRole('option', { name: '1001 Reception', exact: true }).click()

  // 1001 is taken: the form says by whom and keeps the input.
  await dialog.getByRole('button', { name: 'Create extension' }).click()
  await expect(dialog.getByText('1001 is already taken by the extension Reception.')).toBeVisible()
  await dialog.getByLabel('Number', { exact: false }).first().fill('1003')
  await dialog.getByRole('button', { name: 'Create extension' }).click()
  await expect(dialog).toHaveCount(0)
  const row = page.getByRole('row', { name: /1003/ })
  await expect(row).toContainText('Night Desk')
  await expect(row).toContainText('Forwards if busy')

  const followers = await service
    .from('extension_follow_me')
    .select('target_destination_id, position')
    .eq('tenant_id', tenant.id)
    .throwOnError()
  const extension = await service
    .from('extensions')
    .select('*')
    .eq('tenant_id', tenant.id)
    .eq('extension', '1003')
    .single()
    .throwOnError()
  expect(extension.data).toMatchObject({
    effective_caller_id_name: 'Night Desk',
    location: 'Gate house',
    emergency_did_id: tenant.did,
    forward_busy_enabled: true,
    forward_busy_destination_id: tenant.billing,
  })
  expect(followers.data).toEqual([{ target_destination_id: tenant.reception, position: 1 }])
})

withTenant('a range is added whole, or not at all', async ({ page, service, tenant }) => {
  const numbers = async () =>
    (
      await service
        .from('extensions')
        .select('extension')
        .eq('tenant_id', tenant.id)
        .order('extension')
        .throwOnError()
    ).data.map(({ extension }) => extension)

  await page.goto(`/app/tenants/${tenant.id}/extensions`)
  await page.getByRole('button', { name: 'Add a range' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add a range of extensions' })
  const add = dialog.getByRole('button', { name: /^Add/ })
  await dialog.getByLabel('How many').fill('3')
  await expect(dialog.getByText('1003 is the next free one.')).toBeVisible()
  await dialog.getByLabel('First number').fill('1002')
  await dialog.getByLabel('Names').fill('Desk {n}')
  await add.click()
  await expect(dialog.getByText('1002 is already taken by the extension Billing.')).toBeVisible()
  await dialog.getByLabel('First number').fill('1003')
  await dialog.getByLabel('How many').fill('5')
  await add.click()
  await expect(
    dialog.getByText('This tenant has 2 of 6 extension seats in use; 5 more do not fit.'),
  ).toBeVisible()
  expect(await numbers()).toEqual(['1001', '1002'])
  await dialog.getByLabel('How many').fill('4')
  await add.click()
  await expect(dialog).toHaveCount(0)
  const told = page.getByRole('dialog', { name: 'Voicemail PINs' })
  await expect(told.getByRole('listitem')).toHaveText(
    [3, 4, 5, 6].map((n) => new RegExp(`^100${n} Desk ${n - 2}[0-9]{6}$`)),
  )
  await told.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByRole('row', { name: /1006/ })).toContainText('Desk 4')
  await expect(
    page.getByText('This tenant has 6 of 6 extension seats in use.', { exact: false }),
  ).toBeVisible()
  // Actions that need a seat are hidden until one is free.
  await expect(page.getByRole('button', { name: 'New hire' })).toHaveCount(0)
  await expect(page.getByText('ask an admin to add seats under Licensing')).toBeVisible()
  expect(await numbers()).toEqual(['1001', '1002', '1003', '1004', '1005', '1006'])
})

withTenant('a renumbered extension keeps every reference', async ({ page, service, tenant }) => {
  await service
    .from('extensions')
    .update({ forward_all_enabled: true, forward_all_destination_id: tenant.billing })
    .eq('id', tenant.reception)
    .throwOnError()
  await page.goto(`/app/tenants/${tenant.id}/extensions`)
  await page.getByRole('button', { name: 'Actions for 1002 Billing' }).click()
  await page.getByRole('menuitem', { name: 'Renumber…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Renumber 1002 Billing' })
  await expect(dialog.getByText('1001 Reception')).toBeVisible()
  await dialog.getByLabel('New number').fill('2555')
  await dialog.getByRole('button', { name: 'Renumber' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(page.getByRole('link', { name: '2555' })).toBeVisible()
  const { data } = await service
    .from('destinations')
    .select('number, id')
    .eq('id', tenant.billing)
    .single()
    .throwOnError()
  expect(data.number).toBe('2555')

  await page.getByRole('button', { name: 'Actions for 2555 Billing' }).click()
  await page.getByRole('menuitem', { name: 'Suspend' }).click()
  await expect(page.getByRole('row', { name: /2555/ })).toContainText('Suspended')
  const suspended = await service.from('destinations').select('enabled').eq('id', tenant.billing).single()
  expect(suspended.data).toEqual({ enabled: false })
})

withTenant('the form does not move when the state of its passwords arrives', async ({ page, tenant }) => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/rpc/secret_fields', async (route) => {
    await released
    await route.continue()
  })
  const asked = page.waitForRequest('**/rpc/secret_fields')
  await page.goto(`/app/tenants/${tenant.id}/extensions?record=${tenant.reception}`)
  // Within the panel, which may still be sliding in and growing.
  const below = () =>
    page.getByRole('heading', { name: 'Caller ID' }).evaluate((heading) => {
      const panel = heading.closest('[role=dialog]') as HTMLElement
      const { top, height } = panel.getBoundingClientRect()
      return Math.round(((heading.getBoundingClientRect().top - top) * panel.offsetHeight) / height)
    })
  await expect(page.getByRole('heading', { name: 'Caller ID' })).toBeVisible()
  await page.evaluate(() => document.fonts.ready)
  const before = await below()
  await asked
  await expect(page.getByRole('button', { name: 'Rotate SIP password' })).toHaveCount(0)
  release()
  await expect(page.getByRole('button', { name: 'Add Voicemail PIN' })).toBeVisible()
  expect(await below()).toEqual(before)
})

withTenant('the list, the form and the range are accessible', async ({ page, tenant }) => {
  await page.goto(`/app/tenants/${tenant.id}/extensions`)
  await expect(page.getByRole('link', { name: '1001' })).toBeVisible()
  await expectAccessible(page, 'the list of extensions')
  await page.getByRole('link', { name: '1001' }).click()
  await expect(page.getByRole('heading', { name: 'Follow me' })).toBeVisible()
  await expectAccessible(page, 'the form of an extension', [390])
  await page.goto(`/app/tenants/${tenant.id}/extensions`)
  await page.getByRole('button', { name: 'Add a range' }).click()
  await expect(page.getByText('1003 is the next free one.')).toBeVisible()
  await expectAccessible(page, 'the range of extensions', [390])
})

withTenant('a new hire has everything from one form, by keyboard', async ({ page, service, tenant }) => {
  await page.goto(`/app/tenants/${tenant.id}/extensions`)
  await page.getByRole('button', { name: 'New hire' }).focus()
  await page.keyboard.press('Enter')
  const form = page.getByRole('dialog', { name: 'New hire' })
  await expect(form.getByText('1003 is the next free one.')).toBeVisible()
  await expect(form.getByLabel('First name')).toBeFocused()
  const email = `${randomUUID()}@customer.example`
  for (const typed of ['Ada', 'Byron', email]) {
    await page.keyboard.type(typed)
    await page.keyboard.press('Tab')
  }
  // The suggested extension, and only unrouted numbers.
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  const mac = `0015650${String(Date.now()).slice(-5)}`
  await page.keyboard.type(mac)
  await form.getByLabel('Portal user').check()
  await page.keyboard.press('Enter')
  const told = page.getByRole('dialog', { name: 'Voicemail PINs' })
  await expect(told.getByRole('listitem')).toHaveText(/^1003 Ada Byron[0-9]{6}$/)
  await told.getByRole('button', { name: 'Email to their owners' }).click()
  await expect(told.getByRole('status')).toHaveText('1 emailed.')
  expect(await mailCount(email)).toBe(1)
  await told.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByRole('link', { name: '1003' })).toBeVisible()

  const { data: made } = await service
    .from('extensions')
    .select(
      'id, voicemail_email, device_lines(line, devices(label, vendor)), portal_user_extensions(portal_users(email))',
    )
    .eq('tenant_id', tenant.id)
    .eq('extension', '1003')
    .single()
    .throwOnError()
  expect(made).toMatchObject({
    voicemail_email: email,
    device_lines: [{ line: 1, devices: { label: 'Ada Byron', vendor: 'Yealink' } }],
    portal_user_extensions: [{ portal_users: { email } }],
  })
})
