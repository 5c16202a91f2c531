import { expect, test } from './fixtures'
import { knownRecords } from './screens/addresses'
import { wideTables } from './support/wide-tables'

// As on a desk, where the page's scroll bar takes 15 px.
test.use({ role: 'superadmin', viewport: { width: 1265, height: 900 } })

test('the lists with most columns show all of them in a window 1280 px wide', async ({ page, database }) => {
  const { tenantId } = await knownRecords(database)
  const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10)
  const ofTenant = [
    'dids/inbound',
    'dids/outbound',
    'routing/time-conditions',
    'extensions',
    'devices',
    'recordings',
    'call-block',
    `cdr?from=${day(29)}&until=${day(0)}`,
  ].map((path) => `tenants/${tenantId}/${path}`)
  for (const path of ['tenants', 'inventory', 'numbers', 'sales?view=table', ...ofTenant]) {
    await page.goto(`/app/${path}`)
    const table = page.getByRole('main').getByRole('table')
    await expect(table.getByRole('row').nth(1), path).toBeVisible()
    await expect(table, path).toHaveAttribute('aria-busy', 'false')
    // Names of other records arrive after the rows.
    await expect(table.getByRole('cell', { name: /^…/ }), path).toHaveCount(0)
    await expect.poll(() => wideTables(table), path).toEqual([])
  }
})

// On the evening of one of the demo's holidays what comes next takes most words.
test('the time conditions fit on a holiday, too', async ({ page, database }) => {
  await page.clock.setFixedTime(new Date('2026-11-27T22:00:00-05:00'))
  const { tenantId } = await knownRecords(database)
  await page.goto(`/app/tenants/${tenantId}/routing/time-conditions`)
  const table = page.getByRole('main').getByRole('table')
  await expect(table.getByRole('cell', { name: 'Other destination tomorrow 12:00 AM' })).toBeVisible()
  await expect.poll(() => wideTables(table)).toEqual([])
})

test('the filters of a list show all that they say in a window 1440 px wide', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto('/app/superadmin/gateways')
  const filters = page.getByRole('main').getByRole('search').getByRole('combobox')
  await expect(filters).toHaveCount(3)
  await page.evaluate(() => document.fonts.ready)
  const cut = await filters.evaluateAll((controls) =>
    (controls as HTMLSelectElement[]).flatMap((control) => {
      const style = getComputedStyle(control)
      const said = document.body.appendChild(document.createElement('span'))
      said.style.font = style.font
      said.textContent = control.selectedOptions[0]?.label ?? ''
      const room = control.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight)
      return said.getBoundingClientRect().width > room ? [said.textContent] : []
    }),
  )
  expect(cut).toEqual([])
})

test('no list scrolls sideways on a narrow phone', async ({ page, database }) => {
  // 360 px, of which a scroll bar takes 15.
  await page.setViewportSize({ width: 345, height: 740 })
  const { tenantId } = await knownRecords(database)
  const ofTenant = ['routing/time-conditions', 'devices', 'dids/outbound'].map(
    (path) => `tenants/${tenantId}/${path}`,
  )
  for (const path of [
    'tenants',
    'inventory',
    'numbers',
    'numbers?tab=ports',
    'superadmin/gateways',
    ...ofTenant,
  ]) {
    await page.goto(`/app/${path}`)
    const table = page.getByRole('main').getByRole('table').last()
    await expect(table.getByRole('row').last(), path).toBeVisible()
    await expect(table, path).toHaveAttribute('aria-busy', 'false')
    await expect.poll(() => wideTables(table), path).toEqual([])
  }
})

test('a list is printed with all of its columns, and without what it is worked with', async ({
  page,
  database,
}) => {
  const { tenantId } = await knownRecords(database)
  await page.goto(`/app/tenants/${tenantId}/extensions`)
  await expect(page.getByRole('link', { name: '1001' })).toBeVisible()
  // A sheet of A4 between its margins.
  await page.setViewportSize({ width: 674, height: 1000 })
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  await expect(page.getByRole('heading', { name: 'Extensions' })).toBeVisible()
  await expect(page.getByRole('columnheader', { name: 'Status' })).toBeInViewport({ ratio: 1 })
  for (const gone of [
    page.getByRole('navigation', { name: 'Main' }),
    page.getByRole('navigation', { name: 'Tenant' }),
    page.getByRole('search'),
    page.getByRole('checkbox'),
    page.getByRole('button', { name: 'New extension' }),
    page.getByRole('button', { name: 'Actions for 1001 Reception' }),
  ]) {
    await expect(gone).toHaveCount(0)
  }
  await expect(page.locator('html')).toHaveCSS('color-scheme', 'light')
})
