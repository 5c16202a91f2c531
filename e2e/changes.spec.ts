import { expect } from './fixtures'
import { followAfterForm } from './screens/shell'
import { expectAccessible } from './support/accessible'
import { test } from './support/rows'

test.use({ role: 'tech' })

test('a deleted record is restored from the audit trail with its members, and a bulk change is undone as one', async ({
  page,
  rows,
  service,
  database,
}) => {
  const tenant_id = await rows.tenant('Changes Trial')
  const reception = await rows.extension(tenant_id, '1001', 'Reception')
  await rows.extension(tenant_id, '1002', 'Billing')
  const sales = await rows.add('ring_groups', { tenant_id, name: 'Sales', number: '6000' })
  await rows.add('ring_group_members', {
    tenant_id,
    ring_group_id: sales,
    extension_id: reception,
    position: 1,
  })
  await database.query('update extensions set call_timeout = 55 where tenant_id = $1', [tenant_id])

  await page.goto(`/app/tenants/${tenant_id}/ring-groups`)
  await page.getByRole('button', { name: 'Actions for 6000 Sales' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page
    .getByRole('alertdialog')
    .or(page.getByRole('dialog'))
    .getByRole('button', { name: /^Delete/ })
    .click()
  await expect(page.getByRole('alertdialog').or(page.getByRole('dialog'))).toBeHidden()
  await expect(page.getByRole('link', { name: '6000' })).toBeHidden()

  await followAfterForm(page, `/app/tenants/${tenant_id}/changes`)
  const trail = page.getByRole('table', { name: 'Audit trail' })
  await expect(trail.getByRole('row', { name: /changed 2 extensions/ })).toBeVisible()
  await page.getByLabel('Action').selectOption('Removed')
  await expect(page).toHaveURL(/action=delete/)
  await expect(trail.getByRole('row', { name: /changed 2 extensions/ })).toBeHidden()
  const removed = trail.getByRole('row', { name: /removed the ring group Sales/ })
  await removed.getByRole('button', { name: /^Restore/ }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Restore' }).click()
  await expect(page.getByText('Restored Sales')).toBeVisible()
  const { data: members } = await service
    .from('ring_group_members')
    .select('extension_id')
    .eq('ring_group_id', sales)
    .throwOnError()
  expect(members).toEqual([{ extension_id: reception }])

  await page.getByLabel('Action').selectOption('Changed')
  const bulk = trail.getByRole('row', { name: /changed 2 extensions/ })
  await bulk.getByRole('button', { name: /^Show the records/ }).click()
  const details = page.getByRole('dialog', { name: 'Changed 2 extensions' })
  await expect(details.getByText('Ring timeout')).toHaveCount(2)
  await details.getByRole('button', { name: 'Undo' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('2 records undone')).toBeVisible()
  const { data: extensions } = await service
    .from('extensions')
    .select('call_timeout')
    .eq('tenant_id', tenant_id)
    .throwOnError()
  expect(extensions).toEqual([{ call_timeout: 30 }, { call_timeout: 30 }])
  await expectAccessible(page, 'the changes of a tenant')
})
