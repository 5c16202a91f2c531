import { expect } from './fixtures'
import { expectAccessible } from './support/accessible'
import { check } from './support/imports'
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
  await page.goto(`/app/tenants/${tenant}/call-block?record=new&number=%2B12025550163&direction=inbound`)
  const dialog = page.getByRole('dialog', { name: 'New block rule' })
  await expect(dialog.getByRole('textbox', { name: 'Number' })).toHaveValue('+12025550163')
  await expect(dialog).toContainText('Would have blocked no calls in the last 30 days.')
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Survey caller')
  await dialog.getByRole('button', { name: 'Create block rule' }).click()
  await expect(page.getByRole('table', { name: 'Block rules' })).toContainText('Survey caller')
  await expectAccessible(page, 'the block rules')
  await page.setViewportSize({ width: 1440, height: 900 })
  const stored = await database.query(
    'select direction, match, action, extension_id from public.call_block_rules where tenant_id = $1 and number = $2',
    [tenant, '+12025550163'],
  )
  expect(stored.rows).toEqual([
    { direction: 'inbound', match: 'exact', action: 'reject', extension_id: null },
  ])
})

test('rules are imported: rejected rows are listed, and importing the same file again changes nothing', async ({
  page,
  rows,
  service,
}) => {
  const tenant_id = await rows.tenant('Block Trial')
  await rows.extension(tenant_id, '1001', 'Reception')
  const stored = async () => {
    const asked = service.from('call_block_rules').select('*').eq('tenant_id', tenant_id).order('name')
    return (await asked.throwOnError()).data
  }
  await page.goto(`/app/tenants/${tenant_id}/call-block`)
  const header = 'Direction,Match,Number,Name,Action,Applies to\n'
  const bad = await check(
    page,
    'block rules',
    `${header}outbound,Exact number,911,Emergency,Reject,
inbound,Exact number,nobody,Nobody,Reject,
inbound,Exact number,(202) 555-0163,Survey,Voicemail,1001
`,
  )
  await expect(bad.outcomes).toHaveText(['2 rejected', '1 to be added'])
  await expect(bad.refused.nth(0)).toContainText('Emergency numbers cannot be blocked.')
  await expect(bad.refused.nth(1)).toContainText('Enter a phone number or a prefix.')
  await bad.dialog.getByRole('button', { name: 'Cancel' }).click()
  expect(await stored()).toEqual([])

  const good = `${header}inbound,Exact number,(202) 555-0163,Survey,Voicemail,1001
inbound,Anonymous callers,,Anonymous,Reject,
outbound,Numbers starting with,+1900,Premium,Hang up,
`
  const first = await check(page, 'block rules', good)
  await expect(first.outcomes).toHaveText(['3 to be added'])
  await first.apply()
  const applied = await stored()
  expect(applied).toMatchObject([
    { name: 'Anonymous', match: 'anonymous', number: null, extension_id: null },
    { name: 'Premium', direction: 'outbound', match: 'prefix', number: '+1900', action: 'hangup' },
    { name: 'Survey', number: '+12025550163', action: 'voicemail', extension_id: expect.any(String) },
  ])
  const second = await check(page, 'block rules', good)
  await expect(second.outcomes).toHaveText(['3 unchanged'])
  await second.apply('Nothing was changed.')
  expect(await stored()).toEqual(applied)
})
