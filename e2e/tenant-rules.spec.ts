import { expect } from './fixtures'
import { choose } from './support/choose'
import { type Rows, tenantCode, test as withRows } from './support/rows'

interface Tenant {
  id: string
  reception: string
  sales: string
  option: string
}

/** A tenant with the extension 1001 Reception, and the menu 7000 Main menu that routes to the ring group 6000 Sales. */
async function makeTenant(rows: Rows): Promise<Tenant> {
  const tenant_id = await rows.tenant('Rules Trial')
  const reception = await rows.extension(tenant_id, '1001', 'Reception')
  const sales = await rows.add('ring_groups', { tenant_id, name: 'Sales', number: '6000' })
  const menu = await rows.add('ivr_menus', { tenant_id, name: 'Main menu', number: '7000' })
  const option = await rows.add('ivr_menu_options', {
    tenant_id,
    ivr_menu_id: menu,
    digits: '1',
    position: 1,
    destination_id: sales,
  })
  return { id: tenant_id, reception, sales, option }
}

const test = withRows.extend<{ tenant: Tenant; groups: () => Promise<unknown[]> }>({
  role: 'tech',
  tenant: async ({ rows }, use) => {
    await use(await makeTenant(rows))
  },
  /** The tenant's stored ring groups. */
  groups: async ({ service, tenant }, use) => {
    await use(async () => {
      const { data } = await service
        .from('ring_groups')
        .select('id, number, name, call_timeout, version')
        .eq('tenant_id', tenant.id)
        .order('number')
        .throwOnError()
      return data
    })
  },
})

test('a newer save by someone else is not overwritten without asking', async ({
  page,
  service,
  tenant,
  groups,
}) => {
  const mine = page.getByRole('dialog', { name: '6000 Sales' })
  await page.goto(`/app/tenants/${tenant.id}/ring-groups?record=${tenant.sales}`)
  await mine.getByRole('textbox', { name: 'Name' }).fill('Sales floor')
  await mine.getByRole('spinbutton', { name: 'Call timeout' }).fill('45')
  await service.from('ring_groups').update({ name: 'Sales desk' }).eq('id', tenant.sales).throwOnError()

  await mine.getByRole('button', { name: 'Save' }).click()
  await expect(mine.getByText('Someone else has saved this record since you opened it')).toBeVisible()
  // Only they or only I changed the rest.
  await expect(mine.getByRole('radio')).toHaveCount(2)
  await expect(mine.getByRole('radio', { name: 'Theirs: Sales desk' })).not.toBeChecked()
  await expect(mine.getByRole('radio', { name: 'Yours: Sales floor' })).toBeChecked()
  await expect(mine.getByRole('textbox', { name: 'Name' })).toHaveValue('Sales floor')
  expect(await groups()).toMatchObject([{ name: 'Sales desk', call_timeout: 30, version: 2 }])

  await mine.getByRole('button', { name: 'Save these choices' }).click()
  await expect(mine).toBeHidden()
  expect(await groups()).toMatchObject([{ name: 'Sales floor', call_timeout: 45, version: 3 }])
})

test('a ring group that a menu routes to can be deleted only after the menu is redirected', async ({
  page,
  service,
  tenant,
  groups,
}) => {
  await page.goto(`/app/tenants/${tenant.id}/ring-groups`)
  await page.getByRole('button', { name: 'Actions for 6000 Sales' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  const question = page.getByRole('alertdialog', { name: 'Delete the ring group 6000 Sales?' })
  await expect(question).toContainText('It is used in 1 place')
  await expect(question.getByRole('listitem')).toContainText('Main menu')
  await expect(question.getByRole('button', { name: 'Reroute calls and delete' })).toBeDisabled()
  expect(await groups()).toHaveLength(1)
  await choose(question, 'Send these calls to', '1001 Reception')
  await question.getByRole('button', { name: 'Reroute calls and delete' }).click()
  await expect(question).toBeHidden()
  expect(await groups()).toEqual([])
  const { data } = await service.from('ivr_menu_options').select('destination_id').eq('id', tenant.option)
  expect(data).toEqual([{ destination_id: tenant.reception }])
})

test('the history of a record restores an earlier value', async ({ page, tenant, groups }) => {
  await page.goto(`/app/tenants/${tenant.id}/ring-groups`)
  await page.getByRole('link', { name: 'Sales' }).click()
  const form = page.getByRole('dialog', { name: '6000 Sales' })
  await form.getByRole('textbox', { name: 'Name' }).fill('Front office')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form).toBeHidden()
  expect(await groups()).toMatchObject([{ name: 'Front office' }])

  await page.getByRole('link', { name: 'Front office' }).click()
  const changed = page.getByRole('dialog', { name: '6000 Front office' })
  await changed.getByRole('tab', { name: 'History' }).click()
  const change = changed.getByRole('listitem').filter({ hasText: 'You' }).first()
  await expect(change).toContainText('Name: Sales')
  await change.getByRole('button', { name: 'Revert' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revert' }).click()
  await expect(page.getByRole('link', { name: 'Sales', exact: true })).toBeVisible()
  expect(await groups()).toMatchObject([{ name: 'Sales', version: 3 }])
})

test('a bulk edit sets several fields in one request, lists what failed, and keeps it selected', async ({
  page,
  rows,
  service,
  tenant,
}) => {
  await rows.add('extensions', {
    tenant_id: tenant.id,
    extension: '1002',
    effective_caller_id_name: 'Billing',
    forward_all_destination_id: tenant.reception,
  })
  await page.goto(`/app/tenants/${tenant.id}/extensions`)
  await expect(page.getByRole('row', { name: /Billing/ })).toBeVisible()
  await page.getByRole('checkbox', { name: /^Select all/ }).click()
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit 2 extensions' })
  await expect(dialog.getByRole('button', { name: 'Change 2 extensions' })).toBeDisabled()
  await choose(dialog, 'Add a field to change', 'Forward always')
  await dialog.getByRole('switch', { name: 'Forward always' }).check()
  await choose(dialog, 'Add a field to change', 'Ring timeout')
  await dialog.getByRole('spinbutton', { name: 'Ring timeout' }).fill('45')
  await page.keyboard.press('Escape')
  const question = page.getByRole('alertdialog', { name: 'Discard your changes?' })
  await question.getByRole('button', { name: 'Cancel' }).click()
  const requests: unknown[] = []
  page.on('request', (request) => {
    if (request.url().includes('/rpc/change_records')) requests.push(request.postDataJSON())
  })
  await dialog.getByRole('button', { name: 'Change 2 extensions' }).click()
  await expect(dialog).toContainText('1 done, 1 failed.')
  await expect(dialog.getByRole('listitem')).toHaveText([/^1001 Reception.*Choose where these calls go\.$/])
  const { data } = await service
    .from('extensions')
    .select('extension, forward_all_enabled, call_timeout')
    .eq('tenant_id', tenant.id)
    .order('extension')
    .throwOnError()
  expect(data).toEqual([
    { extension: '1001', forward_all_enabled: false, call_timeout: 30 },
    { extension: '1002', forward_all_enabled: true, call_timeout: 45 },
  ])
  expect(requests).toHaveLength(1)
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByRole('checkbox', { name: 'Select 1001 Reception' })).toBeChecked()
  await expect(page.getByRole('checkbox', { name: 'Select 1002 Billing' })).not.toBeChecked()
})

test('a tenant’s page neither shows nor changes another tenant’s record', async ({
  page,
  rows,
  tenant,
  groups,
}) => {
  const other = await makeTenant(rows)
  const before = await groups()
  for (const [place, record] of [
    ['ring-groups', tenant.sales],
    ['extensions', tenant.reception],
  ] as const) {
    await page.goto(`/app/tenants/${other.id}/${place}?record=${record}`)
    const dialog = page.getByRole('dialog')
    await expect(dialog).toContainText('not found')
    await expect(dialog.getByRole('textbox')).toHaveCount(0)
    await expect(dialog.getByRole('button', { name: /Save|Delete/ })).toHaveCount(0)
  }
  const destinations = await page.request.get(`/api/tenants/${other.id}/tenant-destinations`)
  expect(await destinations.text()).toContain(tenantCode(other.id))
  expect(await destinations.text()).not.toContain(tenantCode(tenant.id))
  expect(await groups()).toEqual(before)
})
