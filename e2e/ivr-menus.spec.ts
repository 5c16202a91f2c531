import { expect } from './fixtures'
import { expectAccessible } from './support/accessible'
import { test } from './support/rows'

test.use({ role: 'tech' })

/** A tenant with the extensions 12 Reception and 1002 Billing, and the menu 7001 Billing questions. */
const withTenant = test.extend<{ tenant: { id: string; reception: string; billing: string; menu: string } }>({
  tenant: async ({ rows }, use) => {
    const id = await rows.tenant('Menu Trial')
    const reception = await rows.extension(id, '12', 'Reception')
    const billing = await rows.extension(id, '1002', 'Billing')
    const menu = await rows.add('ivr_menus', { tenant_id: id, name: 'Billing questions', number: '7001' })
    await use({ id, reception, billing, menu })
  },
})

withTenant('a menu is made with its options, and drawn as a tree', async ({ page, service, tenant }) => {
  const menus = async () =>
    (
      await service
        .from('ivr_menus')
        .select('*, ivr_menu_options(*)')
        .eq('tenant_id', tenant.id)
        .eq('number', '7000')
        .order('position', { referencedTable: 'ivr_menu_options' })
        .throwOnError()
    ).data

  await page.goto(`/app/tenants/${tenant.id}/routing/ivr-menus`)
  await page.getByRole('button', { name: 'New IVR menu' }).click()
  const dialog = page.getByRole('dialog', { name: 'New IVR menu' })
  const options = dialog.getByRole('region', { name: 'Options' }).getByRole('listitem')
  const addOption = async (digits: string, destination: string) => {
    const before = await options.count()
    await dialog.getByRole('button', { name: 'Add an option' }).click()
    await expect(options).toHaveCount(before + 1)
    await options.last().getByLabel('Digits').fill(digits)
    await options.last().getByRole('combobox', { name: 'Destination' }).click()
    await page.getByRole('option', { name: destination, exact: true }).click()
  }
  await dialog.getByLabel('Name').fill('Main menu')
  await dialog.getByLabel('Number').fill('7000')
  await dialog.getByLabel('Maximum digits').fill('4')
  await dialog.getByRole('switch', { name: 'Direct dial' }).check()
  await addOption('12', '1002 Billing')
  await addOption('12', '7001 Billing questions')

  // Duplicate digits, then digits that conflict with direct dial: nothing is stored.
  await dialog.getByRole('button', { name: 'Create IVR menu' }).click()
  await expect(dialog.getByText('Another option has 12.')).toBeVisible()
  await options.last().getByLabel('Digits').fill('2')
  await dialog.getByRole('button', { name: 'Create IVR menu' }).click()
  await expect(dialog.getByText(/^Direct dial uses 12 for the extension Reception\./)).toBeVisible()
  expect(await menus()).toEqual([])

  await options.first().getByLabel('Digits').fill('1')
  const tree = dialog.getByRole('region', { name: 'Where callers end up' })
  await expect(
    tree.getByRole('listitem').filter({ hasText: '7001 Billing questions' }).first(),
  ).toContainText('No options yet')
  await dialog.getByRole('button', { name: 'Create IVR menu' }).click()
  await expect(dialog).toBeHidden()
  expect(await menus()).toEqual([
    expect.objectContaining({
      name: 'Main menu',
      digit_length: 4,
      direct_dial: true,
      timeout_ms: 3000,
      exit_destination_id: null,
      ivr_menu_options: [
        expect.objectContaining({ digits: '1', destination_id: tenant.billing, position: 1 }),
        expect.objectContaining({ digits: '2', destination_id: tenant.menu, position: 2 }),
      ],
    }),
  ])

  await expect(page.getByRole('row', { name: /Billing questions/ })).toContainText('7000 Main menu')
  await expectAccessible(page, 'the list of IVR menus', [390])
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.getByRole('button', { name: 'Tree' }).click()
  const forest = page.getByRole('region', { name: 'Tree of the menus' })
  await expect(forest).toContainText('7001 Billing questions')
  await page.getByRole('link', { name: 'Main menu' }).click()
  await expect(page.getByRole('region', { name: 'Where callers end up' })).toContainText('1002 Billing')
  await expectAccessible(page, 'an IVR menu')
})
