import { expect } from './fixtures'
import { expectAccessible } from './support/accessible'
import { test } from './support/rows'

test.use({ role: 'tech' })

test("a caller is blocked through a call record's link", async ({ page, database }) => {
  const { rows } = await database.query<{ id: string }>(
    "select domain_uuid as id from public.companies where name = 'Riverbend Community Bank'",
  )
  const tenant = rows[0]?.id
  await database.query('delete from public.call_block_rules where tenant_id = $1 and number = $2', [
    tenant,
    '+12025550163',
  ])
  await page.goto(`/app/tenants/${tenant}/call-block?record=new&block=%2B12025550163&way=inbound`)
  const dialog = page.getByRole('dialog', { name: 'New block rule' })
  await expect(dialog.getByRole('textbox', { name: 'Number' })).toHaveValue('+12025550163')
  await expect(dialog).toContainText('Would have blocked no calls in the last 30 days.')
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Survey caller')
  await dialog.getByRole('button', { name: 'Create block rule' }).click()
  await expect(page.getByRole('table', { name: 'Block rules' })).toContainText('Survey caller')
  await expectAccessible(page, 'the block rules', [390])
  await page.setViewportSize({ width: 1440, height: 900 })
  const stored = await database.query(
    'select direction, match, action, extension_id from public.call_block_rules where tenant_id = $1 and number = $2',
    [tenant, '+12025550163'],
  )
  expect(stored.rows).toEqual([
    { direction: 'inbound', match: 'exact', action: 'reject', extension_id: null },
  ])
})
