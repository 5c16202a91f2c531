import { randomUUID } from 'node:crypto'
import { expect } from './fixtures'
import { mailCount } from './screens/mail'
import { expectAccessible } from './support/accessible'
import { test } from './support/rows'

test.use({ role: 'tech' })

test('a phone that requested its file is listed and added to the tenant', async ({ page, rows, service }) => {
  const tenant = await rows.tenant('Unknown Phones Trial')
  const mac = '80:5E:C0:E2:E0:31'
  await service.from('devices').delete().eq('mac', mac).throwOnError()
  await page.request.get(`/provision/${mac.replaceAll(':', '').toLowerCase()}.cfg`, {
    headers: { 'User-Agent': 'Yealink SIP-T54W 96.86.0.20' },
  })
  const listed = async () => (await service.from('unknown_phones').select('requests').eq('mac', mac)).data
  await expect.poll(listed).toHaveLength(1)
  await page.goto(`/app/tenants/${tenant}/devices`)
  await page.getByRole('button', { name: 'Unknown phones' }).click()
  const phones = page.getByRole('dialog', { name: 'Unknown phones' })
  await expect(phones.getByRole('listitem').filter({ hasText: mac })).toContainText('Yealink')
  await expectAccessible(page, 'the unknown phones')
  await page.setViewportSize({ width: 1440, height: 900 })
  await phones.getByRole('button', { name: new RegExp(`^Add to this tenant.*${mac}`) }).click()
  const form = page.getByRole('dialog', { name: 'New device' })
  await expect(form.getByRole('textbox', { name: 'MAC address' })).toHaveValue(mac)
  await expect(form.getByLabel('Model')).toHaveValue('T54W')
  // Leaving the just-opened form shows no prompt, which would keep its URL from changing.
  await expect(page).toHaveURL(/[?&]record=new/)
  await form.getByRole('button', { name: 'Create device' }).click()
  await expect(form).toBeHidden()
  await expect(page.getByRole('row', { name: new RegExp(mac) })).toBeVisible()
  expect(await listed()).toEqual([])
})

test('the provisioning server’s address and password are shown together, and a phone’s file can be downloaded', async ({
  page,
  rows,
}) => {
  const tenant = await rows.tenant('Provisioning Trial')
  const mac = '80:5E:C0:E2:E0:32'
  await rows.add('devices', { tenant_id: tenant, mac, vendor: 'Yealink', model: 'T54W', label: 'Lobby' })
  await page.goto(`/app/tenants/${tenant}/devices`)
  await page.getByRole('button', { name: 'Provisioning server' }).click()
  const server = page.getByRole('dialog', { name: 'Provisioning server' })
  await expect(server.getByText(/\/provision\/$/)).toBeVisible()
  await expect(server.getByRole('textbox', { name: 'Provisioning password' })).toHaveValue('••••••••')
  await server.getByRole('button', { name: 'Close' }).first().click()
  await page.getByRole('button', { name: /^Actions for .*Lobby/ }).click()
  await page.getByRole('menuitem', { name: 'Configuration file' }).click()
  const file = '805ec0e2e032.cfg'
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: `Download ${file}` }).click()
  expect((await download).suggestedFilename()).toBe(file)
  await expect(page.getByRole('button', { name: `Copy ${file}` })).toBeVisible()
})

test('many extensions get PINs, shown once and mailed, and a number is tested from one of them', async ({
  page,
  rows,
  service,
}) => {
  const tenant = await rows.tenant('Pins Trial')
  const owner = `${randomUUID()}@customer.example`
  await service
    .from('extensions')
    .insert(
      ['1001', '1002'].map((extension) => ({
        tenant_id: tenant,
        extension,
        effective_caller_id_name: `Desk ${extension}`,
        toll_class: 'internal',
        voicemail_email: extension === '1001' ? owner : null,
      })),
    )
    .throwOnError()
  await page.goto(`/app/tenants/${tenant}/extensions`)
  await page.getByRole('checkbox', { name: /^Select all/ }).click()
  await page.getByRole('button', { name: 'Assign PINs' }).click()
  await page
    .getByRole('dialog', { name: 'Voicemail PINs for 2 extensions' })
    .getByRole('button', { name: 'Assign PINs' })
    .click()
  const told = page.getByRole('dialog', { name: 'Voicemail PINs', exact: true })
  await expect(told.getByRole('listitem')).toHaveText([
    /^1001 Desk 1001[0-9]{6}$/,
    /^1002 Desk 1002[0-9]{6}$/,
  ])
  await told.getByRole('button', { name: 'Email to their owners' }).click()
  await expect(told.getByRole('status')).toContainText('1 emailed. Not to 1002:')
  expect(await mailCount(owner)).toBe(1)
  await expectAccessible(page, 'the PINs that were given')
  await page.setViewportSize({ width: 1440, height: 900 })
  await told.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('button', { name: 'Actions for 1001 Desk 1001' }).click()
  await page.getByRole('menuitem', { name: 'Test a number' }).click()
  await expect(page).toHaveURL(/dids\/outbound\?from=/)
})

test('a tech requests numbers, which creates a task for someone who may add them', async ({
  page,
  rows,
  service,
}) => {
  const tenant = await rows.tenant('Wanted Numbers Trial')
  const wish = `two in area code 406, ${randomUUID().slice(0, 8)}`
  await page.goto(`/app/tenants/${tenant}/dids/inbound`)
  await page.getByRole('button', { name: 'Request numbers' }).click()
  const dialog = page.getByRole('dialog', { name: 'Request numbers' })
  await dialog.getByRole('button', { name: 'Request', exact: true }).click()
  await expect(dialog.getByText('Enter the numbers you need.')).toBeVisible()
  await dialog.getByRole('textbox', { name: 'Numbers needed' }).fill(wish)
  await expectAccessible(page, 'asking for numbers')
  await page.setViewportSize({ width: 1440, height: 900 })
  await dialog.getByRole('button', { name: 'Request', exact: true }).click()
  await expect(dialog).toBeHidden()
  const { data } = await service
    .from('tasks')
    .select('name, members(user_role)')
    .eq('tenant_id', tenant)
    .throwOnError()
  expect(data).toEqual([{ name: `Add numbers: ${wish}`, members: { user_role: 'superadmin' } }])
})

test('a tech looks up a phone by scanning from the dashboard', async ({ page }) => {
  await page.goto('/app')
  await page.getByRole('button', { name: 'Look up by scanning' }).click()
  await expect(page.getByRole('dialog', { name: 'Look up by scanning' })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: 'Receive by scanning' }).click()
  await expect(page.getByRole('dialog', { name: /Receive/ })).toBeVisible()
})

test.describe('in the office', () => {
  test.use({ role: 'admin' })

  test('a new tenant’s company is created in the same dialog', async ({ page, database }) => {
    const name = `Newcomer ${randomUUID().slice(0, 8)}`
    await page.setViewportSize({ width: 1024, height: 520 })
    await page.goto('/app/tenants')
    await page.getByRole('button', { name: 'New tenant' }).click()
    const dialog = page.getByRole('dialog', { name: 'New tenant' })
    await expect(dialog.getByRole('button', { name: 'Choose a company' })).toBeFocused()
    await dialog.getByRole('button', { name: 'Create tenant' }).click()
    await expect(dialog.getByText('Choose a company.', { exact: true })).toBeVisible()
    await dialog.getByRole('button', { name: 'New company' }).click()
    const company = page.getByRole('dialog', { name: 'New company' })
    await company.getByRole('textbox', { name: 'Name' }).fill(name)
    // The notice of the company moves off the buttons of the tenant. It is shown for three seconds, so waiting starts before it.
    const uncovered = page.waitForFunction((text) => {
      const alerts = [...document.querySelectorAll('[role="alert"]')]
      const notice = alerts.find((alert) => alert.textContent.includes(text))
      const buttons = [...document.querySelectorAll('button')]
      const submit = buttons.find((button) => button.textContent === 'Create tenant')
      return notice && submit && notice.getBoundingClientRect().bottom <= submit.getBoundingClientRect().top
    }, name)
    await company.getByRole('button', { name: 'Create company' }).click()
    await expect(company).toBeHidden()
    await expect(dialog.getByText(name)).toBeVisible()
    await uncovered
    await dialog.getByRole('button', { name: 'Create tenant' }).click()
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
    const { rows } = await database.query<{ type: string; domain_uuid: string }>(
      'select type, domain_uuid from public.companies where name = $1',
      [name],
    )
    expect(rows[0]?.type).toBe('tenant')
    await database.query('delete from public.tenants where id = $1', [rows[0]?.domain_uuid])
  })
})
