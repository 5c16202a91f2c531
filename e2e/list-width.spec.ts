import { expect, test } from './fixtures'
import { knownRecords } from './screens/addresses'
import { follow } from './screens/shell'
import { wideTables } from './support/wide-tables'

test.use({ role: 'superadmin' })

// A desk's window of 1280 px and a narrow phone's of 360, each less the 15 px of a scroll bar.
const DESK = { width: 1265, height: 900 }
const NARROW = { width: 345, height: 740 }
const BOTH = [DESK, NARROW]

test('the lists with most columns show all of them in a window 1280 px wide, and no list scrolls sideways on a narrow phone', async ({
  page,
  database,
}) => {
  test.slow()
  const { tenantId } = await knownRecords(database)
  const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10)
  const tenant = `tenants/${tenantId}`
  await page.goto('/app/account')
  for (const [path, windows] of [
    ['tenants', BOTH],
    ['inventory', BOTH],
    ['numbers', BOTH],
    ['sales?view=table', [DESK]],
    ['numbers?tab=ports', [NARROW]],
    ['superadmin/gateways', [NARROW]],
    [`${tenant}/dids/inbound`, [DESK]],
    [`${tenant}/dids/outbound`, BOTH],
    [`${tenant}/routing/time-conditions`, BOTH],
    [`${tenant}/extensions`, [DESK]],
    [`${tenant}/devices`, BOTH],
    [`${tenant}/recordings`, [DESK]],
    [`${tenant}/call-block`, [DESK]],
    [`${tenant}/cdr?from=${day(29)}&until=${day(0)}`, [DESK]],
  ] as const) {
    await test.step(path, async () => {
      await follow(page, `/app/${path}`)
      for (const window of windows) {
        await page.setViewportSize(window)
        const table = page.getByRole('main').getByRole('table').last()
        await expect(table.getByRole('row').nth(1)).toBeVisible()
        await expect(table.getByRole('row').last()).toBeVisible()
        await expect(table).toHaveAttribute('aria-busy', 'false')
        // Names of other records arrive after the rows.
        await expect(table.getByRole('cell', { name: /^…/ })).toHaveCount(0)
        await expect.poll(() => wideTables(table), `${window.width} px`).toEqual([])
      }
    })
  }
})

// On the evening of one of the demo's holidays what comes next takes most words.
test('the time conditions fit on a holiday, too', async ({ page, database }) => {
  await page.setViewportSize(DESK)
  await page.clock.setFixedTime(new Date('2026-11-27T22:00:00-05:00'))
  const { tenantId } = await knownRecords(database)
  await page.goto(`/app/tenants/${tenantId}/routing/time-conditions`)
  const table = page.getByRole('main').getByRole('table')
  await expect(table.getByRole('cell', { name: 'Other destination tomorrow 12:00 AM' })).toBeVisible()
  await expect.poll(() => wideTables(table)).toEqual([])
})

test('the filters of a list show all that they say in a window 1440 px wide, and a list is printed with all of its columns and without what it is worked with', async ({
  page,
  database,
}) => {
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

  const { tenantId } = await knownRecords(database)
  await follow(page, `/app/tenants/${tenantId}/extensions`)
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
