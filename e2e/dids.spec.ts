import type { Client } from 'pg'
import { expect } from './fixtures'
import { expectAccessible } from './support/accessible'
import { test } from './support/rows'

test.use({ role: 'tech' })

/** The tenant of Granite Peak Outfitters of the demo data. */
async function tenantId(database: Client): Promise<string> {
  const { rows } = await database.query<{ id: string }>(
    "select domain_uuid as id from public.companies where name = 'Granite Peak Outfitters'",
  )
  return rows[0]?.id ?? ''
}

test('all calls to a number are sent elsewhere until a time in the tenant’s zone', async ({
  page,
  database,
}) => {
  const tenant = await tenantId(database)
  await page.goto(`/app/tenants/${tenant}/dids/inbound?q=Direct`)
  await page.getByRole('table', { name: 'Inbound numbers' }).getByRole('link').first().click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('combobox', { name: 'Send all calls to' })).toBeVisible()
  await expectAccessible(page, 'the form of a number', [1440, 390])
  await page.setViewportSize({ width: 1440, height: 900 })
  await dialog.getByRole('combobox', { name: 'Send all calls to' }).click()
  await page.getByPlaceholder('Number or name').fill('1004')
  await page.getByRole('option', { name: /^1004/ }).first().click()
  await dialog.getByRole('button', { name: 'Until 17:00' }).click()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('table')).toContainText('until')
  const { rows } = await database.query<{ hour: string; until: Date }>(
    `select to_char(d.override_until at time zone t.time_zone, 'HH24:MI') as hour, d.override_until as until
     from public.dids d join public.tenants t on t.id = d.tenant_id
     where t.id = $1 and d.description = 'Direct line'`,
    [tenant],
  )
  expect(rows[0]?.hour).toBe('17:00')
  expect(rows[0]?.until.getTime()).toBeGreaterThan(Date.now())
})

test('a number is tested against the outbound routes', async ({ page, database }) => {
  await page.goto(`/app/tenants/${await tenantId(database)}/dids/outbound`)
  const dialled = page.getByRole('textbox', { name: 'Dialled' })
  const answer = page.getByRole('status').filter({ hasText: /sends|does not leave|Shows the route/ })
  await dialled.fill('(801) 555-0142')
  await expect(answer).toContainText('National sends 8015550142 to carrier-east, then carrier-west')
  await dialled.fill('+44 20 7946 0018')
  await expect(answer).toContainText('The call does not leave. International would take 011442079460018')
  await expectAccessible(page, 'the outbound routes', [1440, 390])
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.getByRole('combobox', { name: 'From a phone that may dial' }).selectOption('internal')
  await dialled.fill('911')
  await expect(answer).toContainText('Emergency sends 911 to carrier-911')
})
