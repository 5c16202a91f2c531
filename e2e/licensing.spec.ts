import { expect } from './fixtures'
import { expectAccessible } from './support/accessible'
import { test } from './support/rows'

test.use({ role: 'admin' })

test('seats are changed with a history, and overuse and idle seats are shown', async ({
  page,
  rows,
  database,
}) => {
  const tenant = await rows.tenant('Seat Trial Optics', { extension_limit: 5 })
  await database.query(
    `insert into extensions (tenant_id, extension, effective_caller_id_name, recording, created_at)
     select $1, n::text, 'Desk', case when n < 2003 then 'all' else 'none' end, now() - interval '90 days'
     from generate_series(2001, 2003) n`,
    [tenant],
  )
  await database.query(
    `insert into private.extension_calls (tenant_id, extension_id, last_at)
     select tenant_id, id, now() from extensions where tenant_id = $1 and extension = '2001'`,
    [tenant],
  )
  await page.goto(`/app/tenants/${tenant}/licensing`)
  const seats = page.getByRole('table', { name: 'Seats', exact: true })
  await expect(page.getByText('Call recording: 2 over')).toBeVisible()
  await expect(seats.getByRole('row', { name: /^Extensions/ }).getByRole('cell')).toContainText([
    'Extensions',
    '5',
    '3',
    '1',
    '0',
    '0',
    'Hard',
    '5 not billed',
    'Change',
  ])
  const idle = page.getByRole('table', { name: 'Idle seats' })
  await expect(idle).toContainText('2002')
  await expect(idle).toContainText('2003')
  await expect(idle).not.toContainText('2001')

  await page.getByRole('button', { name: 'Change Extensions' }).click()
  const dialog = page.getByRole('dialog', { name: 'Extensions' })
  await dialog.getByLabel('Seats purchased').fill('2')
  await expect(dialog.getByText('3 seats are assigned.')).toBeVisible()
  await dialog.getByLabel('Seats purchased').fill('8')
  await dialog.getByRole('button', { name: 'Save seats' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByText('Extensions: 5 to 8 seats')).toBeVisible()
  const { rows: stored } = await database.query('select extension_limit from tenants where id = $1', [tenant])
  expect(stored).toEqual([{ extension_limit: 8 }])

  await page.getByRole('button', { name: 'Change Call recording' }).click()
  const recording = page.getByRole('dialog', { name: 'Call recording' })
  await recording.getByLabel('Seats purchased').fill('2')
  await recording.getByLabel('Cap').selectOption('Hard: refuse seats above it')
  await recording.getByRole('button', { name: 'Save seats' }).click()
  await expect(page.getByText('More seats are assigned than purchased')).toHaveCount(0)
  const { rows: licenses } = await database.query(
    'select product, purchased, cap from licenses where tenant_id = $1',
    [tenant],
  )
  expect(licenses).toEqual([{ product: 'recording', purchased: 2, cap: 'hard' }])
  await expectAccessible(page, 'licensing', [390])
})

test('seat changes by someone else are not overwritten', async ({ page, rows, database }) => {
  const tenant = await rows.tenant('Seat Trial Law', { extension_limit: 5 })
  await page.goto(`/app/tenants/${tenant}/licensing`)
  await page.getByRole('button', { name: 'Change Extensions' }).click()
  const dialog = page.getByRole('dialog', { name: 'Extensions' })
  await expect(dialog.getByLabel('Seats purchased')).toHaveValue('5')
  await database.query('update tenants set extension_limit = 6 where id = $1', [tenant])
  await dialog.getByLabel('Seats purchased').fill('9')
  await dialog.getByRole('button', { name: 'Save seats' }).click()
  await expect(dialog.getByRole('alert')).toContainText('Someone else')
  await expect(dialog.getByLabel('Seats purchased')).toHaveValue('9')
  const { rows: stored } = await database.query('select extension_limit from tenants where id = $1', [tenant])
  expect(stored).toEqual([{ extension_limit: 6 }])
})
