import { expect } from './fixtures'
import { followAfterForm } from './screens/shell'
import { expectAccessible } from './support/accessible'
import { test } from './support/rows'

test.use({ role: 'tech' })

test('a paging group is created with its phones, and tested before any call', async ({
  page,
  rows,
  service,
}) => {
  const tenant = await rows.tenant('Paging Trial')
  const reception = await rows.extension(tenant, '1001', 'Reception')
  const workshop = await rows.extension(tenant, '1002', 'Workshop')
  await page.goto(`/app/tenants/${tenant}/routing/paging-groups`)
  await page.getByRole('button', { name: 'New paging group' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'New paging group' })
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Everybody')
  await dialog.getByRole('textbox', { name: 'Number' }).fill('6900')
  await dialog.getByRole('switch', { name: 'Intercom' }).click()
  for (const name of ['1001 Reception', '1002 Workshop']) {
    await dialog.getByRole('combobox', { name: 'Add an extension' }).click()
    await page.getByRole('option', { name, exact: true }).click()
    await expect(dialog.getByRole('listitem').filter({ hasText: name })).toBeVisible()
  }
  await dialog.getByRole('button', { name: 'Create paging group' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('row', { name: /Everybody/ })).toContainText('6900')
  const { data } = await service
    .from('paging_groups')
    .select('number, two_way, paging_group_members (extension_id)')
    .eq('tenant_id', tenant)
    .throwOnError()
  expect(data).toMatchObject([{ number: '6900', two_way: true }])
  expect(data[0]?.paging_group_members.map(({ extension_id }) => extension_id).sort()).toEqual(
    [reception, workshop].sort(),
  )
  await expectAccessible(page, 'the list of paging groups', [390])

  await followAfterForm(page, `/app/tenants/${tenant}/test-call?extension=1001&to=6900`)
  await expect(
    page.getByText('1 phone of 6900 Everybody answers by itself, and the caller talks with it.'),
  ).toBeVisible()
})
