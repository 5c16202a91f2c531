import { expect } from './fixtures'
import { followAfterForm } from './screens/shell'
import { expectAccessible } from './support/accessible'
import { test } from './support/rows'

test.use({ role: 'tech' })

test('a new tenant is set up for 911', async ({ page, rows, service }) => {
  test.slow()
  const tenant = await rows.tenant('Ready Trial')
  const number = `+12076${String(Date.now()).slice(-6)}`
  const did = await rows.add('dids', {
    tenant_id: tenant,
    number,
    status: 'assigned',
    description: 'Main line',
  })
  const desk = await rows.add('extensions', { tenant_id: tenant, extension: '1001' })
  const stored = async () =>
    (await service.from('dids').select('*').eq('id', did).single().throwOnError()).data

  await page.goto(`/app/tenants/${tenant}/settings`)
  await expect(page.getByText('No number is registered for 911')).toBeVisible()
  await expect(page.getByText('No number has a confirmed 911 address.').first()).toBeVisible()
  const settings = page.getByRole('form', { name: 'Settings' })
  await settings.getByLabel('Emergency notification emails').fill('front@desk.example')
  await settings.getByRole('button', { name: 'Save settings' }).click()
  await expect(page.getByText('No emergency notification email is set.')).toHaveCount(0)
  await page.getByRole('button', { name: 'New E911 address' }).first().click()
  const place = page.getByRole('dialog', { name: 'New E911 address' })
  await place.getByLabel('Name').fill('Main office')
  await place.getByLabel('Street').fill('Harbor Lane')
  await place.getByLabel('City').fill('Portland')
  await place.getByLabel('State or province').fill('ME')
  await place.getByLabel('ZIP or postal code').fill('04101')
  await place.getByRole('button', { name: 'Create E911 address' }).click()
  await expect(place.getByText('Start with the house number, such as 100 Main Street.')).toBeVisible()
  await place.getByLabel('Street').fill('12 Harbor Lane')
  await place.getByRole('button', { name: 'Create E911 address' }).click()
  await expect(place).toHaveCount(0)

  const east = await service.from('gateways').select('id').eq('name', 'carrier-east').single().throwOnError()
  await service.rpc('add_default_outbound_routes', { tenant, gateway: east.data.id }).throwOnError()

  await followAfterForm(page, `/app/tenants/${tenant}/dids/inbound`)
  const table = page.getByRole('table', { name: 'Inbound numbers' })
  await expect(table).toContainText('Not registered')
  const actions = table.getByRole('button', { name: /^Actions for/ })
  await actions.click()
  await page.getByRole('menuitem', { name: 'Register for 911' }).click()
  const register = page.getByRole('dialog', { name: /^Register for 911/ })
  await register.getByRole('button', { name: 'Register' }).click()
  await expect(register.getByText('Choose an address.')).toBeVisible()
  await register.getByRole('combobox', { name: 'Address' }).click()
  await page.getByRole('option', { name: /^Main office/ }).click()
  await register.getByRole('button', { name: 'Register' }).click()
  // No carrier is connected here, and it says so.
  const done = page.getByRole('dialog', { name: /is submitted for 911$/ })
  await expect(done).toContainText('No carrier is connected.')
  await done.getByRole('button', { name: 'Done' }).click()
  await expect(table).toContainText('Submitted')
  expect(await stored()).toMatchObject({
    e911_state: 'submitted',
    e911_submitted_by: 'Field technician',
    e911_submitted_at: expect.any(String),
    emergency_address_id: expect.any(String),
  })

  await actions.click()
  await page.getByRole('menuitem', { name: 'Record confirmation' }).click()
  const confirm = page.getByRole('dialog', { name: /^Record confirmation/ })
  await confirm.getByLabel('Carrier’s reference').fill('E-48110')
  await confirm.getByRole('button', { name: 'Record confirmation' }).click()
  await expect(table).toContainText('Confirmed')
  expect(await stored()).toMatchObject({
    e911_state: 'confirmed',
    e911_reference: 'E-48110',
    e911_answered_by: 'Field technician',
  })
  await expectAccessible(page, 'the inbound numbers')
  await page.setViewportSize({ width: 1440, height: 900 })

  await followAfterForm(page, `/app/tenants/${tenant}/extensions`)
  await page.getByRole('link', { name: '1001' }).first().click()
  const extension = page.getByRole('dialog')
  await extension.getByRole('combobox', { name: 'Emergency caller ID' }).click()
  await page.getByRole('option', { name: /^\(\d{3}\) \d{3}-\d{4} Main line/ }).click()
  await extension.getByLabel('Location').fill('Front desk')
  await extension.getByRole('button', { name: 'Save' }).click()
  await expect(extension).toHaveCount(0)

  await followAfterForm(page, `/app/tenants/${tenant}/settings`)
  await expect(page.getByText(/^Calls to \(\d{3}\) \d{3}-\d{4} go nowhere/).first()).toBeVisible()
  await service.from('dids').update({ destination_id: desk }).eq('id', did).throwOnError()
  await page.reload()
  await expect(page.getByText(/is not an emergency callback number/).first()).toBeVisible()
  await page.getByRole('link', { name: /is not an emergency callback number/ }).click()
  const callBack = page.getByRole('dialog')
  await callBack.getByLabel('Emergency callback').click()
  await callBack.getByRole('button', { name: 'Save' }).click()
  await expect(callBack).toHaveCount(0)

  await followAfterForm(page, `/app/tenants/${tenant}/settings`)
  // What stands above has its place by then; a menu follows its button, also out of sight.
  await expect(page.getByRole('textbox', { name: 'Pick up an extension' })).toBeVisible()
  await expect(page.getByText('Ready', { exact: true })).toBeVisible()
  await expect(page.getByText('Confirmation recorded')).toContainText('by Field technician')
  await page.getByRole('button', { name: /^911 registration of/ }).click()
  await page.getByRole('menuitem', { name: 'End 911 registration' }).click()
  const end = page.getByRole('dialog', { name: /^End 911 registration/ })
  await end.getByRole('button', { name: 'End registration' }).click()
  await expect(end).toContainText('is the emergency caller ID of 1001. Choose another one there first.')
  expect(await stored()).toMatchObject({ e911_state: 'confirmed' })
})

test('several numbers are registered, rejected and ended at once', async ({ page, rows, service }) => {
  const tenant = await rows.tenant('Bulk Trial')
  const label = 'Warehouse'
  await rows.add('emergency_addresses', {
    tenant_id: tenant,
    label,
    street: '14 Dock Road',
    city: 'Portland',
    state: 'ME',
    postal_code: '04101',
  })
  await service
    .from('dids')
    .insert(
      [0, 1].map((n) => ({
        tenant_id: tenant,
        number: `+999${String(Date.now() + n).slice(-10)}`,
        status: 'assigned',
      })),
    )
    .throwOnError()
  const states = async () =>
    (
      await service
        .from('dids')
        .select('e911_state, e911_reason')
        .eq('tenant_id', tenant)
        .order('number')
        .throwOnError()
    ).data.map(({ e911_state, e911_reason }) => `${e911_state} ${e911_reason}`.trim())

  await page.goto(`/app/tenants/${tenant}/dids/inbound`)
  const table = page.getByRole('table', { name: 'Inbound numbers' })
  const all = table.getByRole('checkbox', { name: /^Select all/ })
  const bulk = async (label: string, report: string, fill: () => Promise<void>) => {
    await all.click()
    await page.getByRole('button', { name: label }).click()
    await fill()
    const dialog = page.getByRole('dialog', { name: new RegExp(`^${label}`) })
    await dialog.getByRole('button', { name: label }).click()
    await expect(dialog).toContainText(report)
    await dialog.getByRole('button', { name: 'Done' }).click()
    await expect(dialog).toHaveCount(0)
  }
  const byHand = '0 done, 2 still open.'
  await bulk('Register for 911', byHand, async () => {
    await page.getByRole('dialog').getByRole('combobox', { name: 'Address' }).click()
    await page.getByRole('option', { name: /^Warehouse/ }).click()
  })
  expect(await states()).toEqual(['submitted', 'submitted'])
  await bulk('Record 911 rejection', '2 done, 0 failed.', async () => {
    await page.getByRole('dialog').getByLabel('Reason').fill('No such road.')
  })
  expect(await states()).toEqual(['rejected No such road.', 'rejected No such road.'])
  await page.goto(`/app/tenants/${tenant}/dids/inbound?e911_state=rejected`)
  await expect(table.getByRole('row')).toHaveCount(3)
  await bulk('End 911 registration', byHand, async () => undefined)
  expect(await states()).toEqual(['none', 'none'])
})
