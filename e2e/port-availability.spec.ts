import { randomUUID } from 'node:crypto'
import { NUMBER_FORMS } from '../tests/support/number-forms'
import { expect } from './fixtures'
import { expectAccessible } from './support/accessible'
import { test } from './support/rows'

test.use({ role: 'superadmin' })

/** In the coverage of the demo data, and nobody's. */
const nationals = Array.from({ length: 37 }, (_, index) => `207555${4100 + index}`)
const E164 = nationals.map((number) => `+1${number}`)

test('forty pasted lines become ported numbers with routes', async ({ page, database, rows }) => {
  const tenant = await rows.tenant('Lobster Pound Supply')
  const company = await rows.company('Lobster Pound Prospect')
  const opportunity = await rows.opportunity('Bring the pound’s numbers', company)
  const extension = randomUUID()
  await database.query('insert into public.extensions (id, tenant_id, extension) values ($1, $2, $3)', [
    extension,
    tenant,
    '2001',
  ])
  const lines = nationals.map(
    (number, index) => NUMBER_FORMS[index % NUMBER_FORMS.length]?.(number) ?? number,
  )
  lines.splice(4, 0, 'front desk')
  lines.splice(19, 0, '207-555-41')
  lines.splice(39, 0, '1175554140')

  try {
    await page.goto('/app/sales/port-availability')
    await page.getByRole('textbox', { name: 'Numbers' }).fill(lines.join('\n'))
    const bad = page.getByRole('status').filter({ hasText: '3 lines are left out' })
    await expect(bad.getByRole('listitem')).toHaveText([
      /Line 5\s*front desk\s*No phone number found\./,
      /Line 20\s*207-555-41\s*It has 8 digits; a number has 10\./,
      /Line 40\s*1175554140\s*No area code starts with 1\./,
    ])
    await page.getByRole('button', { name: 'Check 37 numbers' }).click()
    const result = page.getByRole('region', { name: 'Result' })
    await expect(result).toContainText('37 portable, 0 not portable, 0 not known')
    await expect(result.getByRole('row').nth(1)).toContainText('Portland, ME')
    await expectAccessible(page, 'port availability')
    await page.setViewportSize({ width: 1440, height: 900 })

    await result.getByRole('button', { name: 'Attach 37 to an opportunity' }).click()
    const attach = page.getByRole('dialog', { name: 'Attach 37 numbers to an opportunity' })
    await attach.getByRole('combobox', { name: 'Opportunity' }).click()
    await page.getByRole('option', { name: 'Bring the pound’s numbers' }).click()
    await attach.getByRole('button', { name: 'Attach', exact: true }).click()
    await expect(result).toContainText('Attached to the opportunity.')
    const attached = await database.query(
      'select number, portable from public.opportunity_numbers where opportunity_id = $1 order by number',
      [opportunity],
    )
    expect(attached.rows).toEqual(E164.map((number) => ({ number, portable: true })))

    await result.getByRole('button', { name: 'Create a port order for 37' }).click()
    const draft = page.getByRole('dialog', { name: 'Port 37 numbers' })
    await draft.getByRole('textbox', { name: 'Name' }).fill('Lobster Pound, all numbers')
    await draft.getByRole('combobox', { name: 'For the tenant' }).click()
    await page.getByRole('option', { name: 'Lobster Pound Supply' }).click()
    await draft.getByRole('button', { name: 'Create order' }).click()
    await result.getByRole('link', { name: 'Open it in Numbers' }).click()

    const order = page.getByRole('dialog', { name: 'Lobster Pound, all numbers' })
    await order.getByRole('combobox', { name: 'Route to after porting' }).click()
    await page.getByRole('option', { name: /^2001/ }).first().click()
    await order.getByLabel('Requested date').fill('2026-03-16')
    await order.getByRole('button', { name: 'Save' }).click()
    await expect(order).toBeHidden()

    const row = page.getByRole('row').filter({ hasText: 'Lobster Pound, all numbers' })
    const step = async (name: string) => {
      await row.getByRole('button', { name: /^Actions|more/i }).click()
      await page.getByRole('menuitem', { name }).click()
      const title = { name: `${name}: Lobster Pound, all numbers` }
      const dialog = page.getByRole('dialog', title).or(page.getByRole('alertdialog', title))
      const day = dialog.getByLabel('FOC date')
      if (name === 'Confirm the FOC date') await expect(day).toHaveValue('2026-03-16')
      await dialog.getByRole('button', { name }).click()
      await expect(dialog).toBeHidden()
    }
    await step('Mark as submitted')
    await expect(row).toContainText('Submitted')
    await step('Confirm the FOC date')
    await expect(row).toContainText('Mar 16, 2026')
    await step('Mark as ported')
    await expect(row).toContainText('Ported')

    const ported = await database.query(
      'select number, status, tenant_id, destination_id from public.dids where number = any ($1) order by number',
      [E164],
    )
    expect(ported.rows).toEqual(
      E164.map((number) => ({ number, status: 'assigned', tenant_id: tenant, destination_id: extension })),
    )
  } finally {
    await database.query('update public.dids set destination_id = null where number = any ($1)', [E164])
    await database.query('delete from public.dids where number = any ($1)', [E164])
    await database.query('alter table public.port_orders disable trigger user')
    await database.query('alter table public.port_order_numbers disable trigger user')
    await database.query('delete from public.port_orders where for_tenant_id = $1', [tenant])
    await database.query('alter table public.port_orders enable trigger user')
    await database.query('alter table public.port_order_numbers enable trigger user')
  }
})

/** A call to one of the demo tenant's numbers. */
const CALL = randomUUID()
test.afterEach(async ({ database }) => {
  await database.query('delete from cdr where id = $1', [CALL])
})

test('a number is looked up with its tenant and its last calls, and other pasted text is reported', async ({
  page,
  database,
}) => {
  await database.query(
    `insert into cdr (id, tenant_id, call_uuid, start_at, end_at, direction, status, to_number, from_number)
     select $1::uuid, tenant_id, $1::uuid::text, now(), now(), 'inbound', 'missed', number, '+14065550199' from dids where number = '+12075550107'`,
    [CALL],
  )
  await page.goto('/app/sales/number-lookup')
  const numbers = page.getByRole('textbox', { name: 'Numbers' })
  await numbers.fill('Desk (207) 555-0107 x12, fax 1-207-555-4100\n207.555.0107\n1-800-555-CALL')
  await expect(page.getByRole('status').filter({ hasText: 'One line is left out' })).toContainText(
    /Line 3\s*1-800-555-CALL\s*It has letters in it\./,
  )
  await expect(page.getByRole('status').filter({ hasText: 'One line was read only in part' })).toContainText(
    /Line 1.*x12.*The number was added without its extension\./,
  )
  await expect(page.getByText('One number was repeated and counted once.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Look up 2 numbers' })).toBeEnabled()
  await numbers.fill('207.555.0107')
  await page.getByRole('button', { name: 'Look up 1 number' }).click()
  await expect(page.getByText('+12075550107')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Harbor Lane Dental' })).toBeVisible()
  await expect(page.getByText('Not known').first()).toBeVisible()
  const last = page.getByRole('listitem').filter({ hasText: '(406) 555-0199' })
  await expect(last.getByText('Missed', { exact: true })).toBeVisible()
  await expectAccessible(page, 'a number looked up')
})
