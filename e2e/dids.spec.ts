import { randomUUID } from 'node:crypto'
import type { Client } from 'pg'
import { expect } from './fixtures'
import { expectAccessible } from './support/accessible'
import { moveHeld } from './support/drag'
import { test } from './support/rows'

test.use({ role: 'tech' })

/** The tenant of Granite Peak Outfitters of the demo data. */
async function tenantId(database: Client): Promise<string> {
  const { rows } = await database.query<{ id: string }>(
    "select domain_uuid as id from public.companies where name = 'Granite Peak Outfitters'",
  )
  return rows[0]?.id ?? ''
}

/** A time zone where it is not about to be 5 PM. */
function zoneWithTime(): string {
  const hourIn = (timeZone: string) =>
    new Intl.DateTimeFormat('en-US', { timeZone, hour: 'numeric', hourCycle: 'h23' }).format()
  return hourIn('America/Denver') === '16' ? 'America/New_York' : 'America/Denver'
}

test('all calls to a number are rerouted until a time in the tenant’s zone', async ({
  page,
  database,
  rows,
}) => {
  const tenant = await rows.tenant('Reroutes Calls', { time_zone: zoneWithTime() })
  await rows.extension(tenant, '1004', 'Dispatch')
  await rows.add('dids', {
    tenant_id: tenant,
    number: `+13077${String(Date.now()).slice(-6)}`,
    status: 'assigned',
    description: 'Direct line',
  })
  await page.goto(`/app/tenants/${tenant}/dids/inbound?q=Direct`)
  await page.getByRole('table', { name: 'Inbound numbers' }).getByRole('link').first().click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('combobox', { name: 'Send all calls to' })).toBeVisible()
  await expectAccessible(page, 'the form of a number')
  await page.setViewportSize({ width: 1440, height: 900 })
  await dialog.getByRole('combobox', { name: 'Send all calls to' }).click()
  await page.getByPlaceholder('Number or name').fill('1004')
  await page.getByRole('option', { name: /^1004/ }).first().click()
  await dialog.getByRole('button', { name: 'Until 5 PM' }).click()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('table')).toContainText('until')
  const { rows: stored } = await database.query<{ hour: string; until: Date }>(
    `select to_char(d.override_until at time zone t.time_zone, 'HH24:MI') as hour, d.override_until as until
     from public.dids d join public.tenants t on t.id = d.tenant_id
     where t.id = $1 and d.description = 'Direct line'`,
    [tenant],
  )
  expect(stored[0]?.hour).toBe('17:00')
  expect(stored[0]?.until.getTime()).toBeGreaterThan(Date.now())
})

test('a number is tested against the outbound routes', async ({ page, database }) => {
  await page.goto(`/app/tenants/${await tenantId(database)}/dids/outbound`)
  const dialed = page.getByRole('textbox', { name: 'Dialed' })
  const answer = page.getByRole('status').filter({ hasText: /sends|does not leave|Shows the route/ })
  await dialed.fill('(801) 555-0142')
  await expect(answer).toContainText(
    'National sends +18015550142 to carrier-east, then +18015550142 to carrier-west',
  )
  await dialed.fill('+44 20 7946 0018')
  await expect(answer).toContainText('The call does not leave. International matches 011442079460018')
  await expectAccessible(page, 'the outbound routes')
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.getByRole('combobox', { name: 'From a phone that may dial' }).selectOption('internal')
  await dialed.fill('911')
  await expect(answer).toContainText('Emergency sends 911 to carrier-911')

  await page.setViewportSize({ width: 390, height: 844 })
  const gateways = page.getByText(/^carrier-911 → carrier-/).first()
  const card = await gateways.locator('xpath=ancestor::tr').boundingBox()
  const names = await gateways.boundingBox()
  expect((names?.x ?? 0) + (names?.width ?? 0)).toBeLessThanOrEqual((card?.x ?? 0) + (card?.width ?? 0))
})

test('a new tenant gets the default routes, reordered by dragging, by keyboard and from the list', async ({
  page,
  rows,
  service,
}) => {
  const id = await rows.tenant('Routing Trial')
  const stored = async () =>
    (
      await service
        .from('outbound_routes')
        .select('name, gateway_1_id, gateway_2_id, enabled')
        .eq('tenant_id', id)
        .order('position')
        .throwOnError()
    ).data
  const gateway = async (name: string) =>
    (await service.from('gateways').select('id').eq('name', name).single().throwOnError()).data.id
  const names = async () => (await stored()).map(({ name }) => name)
  const off = async () => (await stored()).filter(({ enabled }) => !enabled).map(({ name }) => name)

  await page.goto(`/app/tenants/${id}/dids/outbound`)
  await page.getByRole('button', { name: 'Add the default routes' }).click()
  const usual = page.getByRole('dialog', { name: 'Add the default routes' })
  await expect(usual.getByRole('button', { name: 'Add routes' })).toBeDisabled()
  await expectAccessible(page, 'the usual routes', [390])
  await page.setViewportSize({ width: 1440, height: 900 })
  await usual.getByRole('combobox', { name: /First gateway/ }).click()
  await page.getByRole('option', { name: 'carrier-east' }).click()
  await usual.getByRole('combobox', { name: /Second gateway/ }).click()
  await page.getByRole('option', { name: 'carrier-west' }).click()
  await usual.getByRole('button', { name: 'Add routes' }).click()
  await expect(usual).toBeHidden()
  await expect(page.getByRole('link', { name: 'International' })).toBeVisible()
  const made = ['Emergency', 'Premium numbers', 'Toll-free', 'Local', 'National', 'International']
  expect(await names()).toEqual(made)
  expect((await stored())[0]).toMatchObject({
    gateway_1_id: await gateway('carrier-east'),
    gateway_2_id: await gateway('carrier-west'),
  })
  expect(await off()).toEqual(['Premium numbers', 'International'])

  await page.getByRole('button', { name: 'Change order' }).click()
  const order = page.getByRole('dialog', { name: 'Order of the outbound routes' })
  await expect(order.getByRole('listitem')).toHaveCount(6)
  await expectAccessible(page, 'the order of the routes', [390])
  await page.setViewportSize({ width: 1440, height: 900 })
  // With the mouse: International is dropped on Toll-free.
  const from = await order.getByRole('button', { name: 'Drag International' }).boundingBox()
  const to = await order.getByRole('button', { name: 'Drag Toll-free' }).boundingBox()
  if (!from || !to) throw new Error('no handles')
  await page.mouse.move(from.x + 10, from.y + 10)
  await page.mouse.down()
  await page.mouse.move(to.x + 10, to.y + 14, { steps: 12 })
  await page.mouse.move(to.x + 10, to.y + 8, { steps: 3 })
  await expect(page.getByText('International is over place 3 of 6.')).toBeAttached()
  await page.mouse.up()
  await expect(order.getByRole('listitem').nth(2)).toContainText('International')
  // With the keyboard: Emergency moves down one, and back up with its button.
  await order.getByRole('button', { name: 'Drag Emergency' }).press('Space')
  await expect(page.getByText('Emergency is over place 1 of 6.')).toBeAttached()
  await moveHeld(page, 'ArrowDown', 'Emergency is over place 2 of 6.')
  await page.keyboard.press('Space')
  await expect(order.getByRole('listitem').nth(1)).toContainText('Emergency')
  await order.getByRole('button', { name: 'Move Emergency up' }).click()
  expect(await names()).toEqual(made)
  await order.getByRole('button', { name: 'Save order' }).click()
  await expect(order).toBeHidden()
  expect(await names()).toEqual([
    'Emergency',
    'Premium numbers',
    'International',
    'Toll-free',
    'Local',
    'National',
  ])

  await page.getByRole('button', { name: 'Actions for National' }).click()
  await page.getByRole('menuitem', { name: 'Move up' }).click()
  await expect.poll(async () => (await names()).slice(4)).toEqual(['National', 'Local'])
})

test.describe('a user who may edit numbers', () => {
  test.use({ role: 'superadmin' })

  test('moves them to another tenant, except one in use as a caller ID, whose user is named', async ({
    page,
    rows,
    service,
  }) => {
    const [from, to] = [await rows.tenant('Giving Trial'), await rows.tenant('Taking Trial')]
    const [free, used] = [randomUUID(), randomUUID()]
    const last = String(Date.now()).slice(-6)
    const reception = await rows.extension(from, '1001', 'Reception')
    const number = (id: string, start: string) => ({
      id,
      tenant_id: from,
      number: `+1${start}${last}`,
      status: 'assigned',
      destination_id: reception,
    })
    await service
      .from('dids')
      .insert([number(free, '2062'), number(used, '2063')])
      .throwOnError()
    await service.from('extensions').update({ outbound_did_id: used }).eq('id', reception).throwOnError()
    const stored = async () =>
      (
        await service
          .from('dids')
          .select('id, tenant_id, destination_id')
          .in('id', [free, used])
          .order('number')
          .throwOnError()
      ).data

    await page.goto(`/app/tenants/${from}/dids/inbound`)
    await page.getByRole('checkbox', { name: /^Select all/ }).click()
    await page.getByRole('button', { name: 'Move to another tenant' }).click()
    const dialog = page.getByRole('dialog', { name: 'Move to another tenant: 2 inbound numbers' })
    const move = dialog.getByRole('button', { name: 'Move to another tenant' })
    await expect(move).toBeDisabled()
    await dialog.getByRole('combobox').click()
    await page.keyboard.type('Taking Trial')
    await page
      .getByRole('option', { name: /Taking Trial/ })
      .first()
      .click()
    await expectAccessible(page, 'the move of numbers', [390])
    await page.setViewportSize({ width: 1440, height: 900 })
    await move.click()
    await expect(dialog).toContainText('1 done, 1 failed.')
    await expect(dialog).toContainText('cannot leave its tenant')
    expect(await stored()).toEqual([
      { id: free, tenant_id: to, destination_id: null },
      { id: used, tenant_id: from, destination_id: reception },
    ])
    await dialog.getByRole('button', { name: 'Done' }).click()
    await expect(page.getByRole('main').getByRole('checkbox', { checked: true })).not.toHaveCount(0)
    await expect(page.getByText('1 selected').first()).toBeAttached()
  })
})
