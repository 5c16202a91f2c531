import { expect } from './fixtures'
import { followAfterForm } from './screens/shell'
import { expectAccessible } from './support/accessible'
import { test } from './support/rows'

test.use({ role: 'admin' })

test('a conference room is created with PINs, tested before any call, and repaired when nobody can moderate it', async ({
  page,
  rows,
  service,
}) => {
  const tenant = await rows.tenant('Meeting Trial')
  await rows.extension(tenant, '1001', 'Reception')
  await page.goto(`/app/tenants/${tenant}/routing/conference-rooms`)
  await page.getByRole('button', { name: 'New conference room' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'New conference room' })
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Board')
  await dialog.getByRole('textbox', { name: 'Number' }).fill('1001')
  await dialog.getByRole('switch', { name: 'Wait for a moderator' }).click()
  await dialog.getByLabel('PIN', { exact: true }).fill('7306')
  await dialog.getByRole('button', { name: 'Create conference room' }).click()
  await expect(dialog.getByText('1001 is already taken by the extension Reception.')).toBeVisible()
  await dialog.getByRole('textbox', { name: 'Number' }).fill('3500')
  await dialog.getByRole('button', { name: 'Create conference room' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('row', { name: /Board/ })).toContainText('3500')
  const stored = async () =>
    (
      await service
        .from('conference_rooms')
        .select('id, number, waits_for_moderator, announces')
        .eq('tenant_id', tenant)
        .throwOnError()
    ).data
  expect(await stored()).toMatchObject([{ number: '3500', waits_for_moderator: true, announces: 'tone' }])
  const [room] = await stored()
  const { data: secrets } = await service
    .from('secrets')
    .select('field')
    .eq('owner_id', room?.id ?? '')
    .throwOnError()
  expect(secrets.map(({ field }) => field)).toEqual(['pin'])
  await expectAccessible(page, 'the list of conference rooms', [390])
  await page.setViewportSize({ width: 1440, height: 900 })

  await followAfterForm(page, `/app/tenants/${tenant}/test-call?extension=1001&to=3500`)
  await expect(page.getByText('3500 Board asks the caller for its PIN.')).toBeVisible()
  await expect(page.getByText('The caller is in the conference').first()).toBeVisible()

  await followAfterForm(page, `/app/tenants/${tenant}/configuration-check`)
  await page
    .getByRole('listitem')
    .filter({ hasText: 'Callers in 3500 Board wait for a moderator' })
    .getByRole('button', { name: 'Let callers in without a moderator' })
    .click()
  await expect.poll(stored).toMatchObject([{ waits_for_moderator: false }])
})
