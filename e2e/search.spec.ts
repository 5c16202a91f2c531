import { expect } from './fixtures'
import { followAfterForm } from './screens/shell'
import { test } from './support/rows'
import { openSearch } from './support/search'

test.use({ role: 'admin' })

test('Escape closes the overlay and returns the focus, as a click outside closes it; its layers have the specified z-indexes', async ({
  page,
}) => {
  await page.goto('/app')
  const link = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Tenants' })
  await link.focus()
  const { dialog, input, results } = await openSearch(page)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(link).toBeFocused()

  await openSearch(page)
  await input.fill('e')
  await expect(results.first()).toBeVisible()
  const layers = await dialog.evaluate((element) => [
    getComputedStyle(element.parentElement as Element).zIndex,
    getComputedStyle(element.parentElement?.previousElementSibling as Element).zIndex,
  ])
  expect(layers).toEqual(['50000', '49999'])
  const list = dialog.getByRole('listbox', { name: 'Search results' })
  await expect(list).toHaveCSS('max-height', `${18.375 * 16}px`)
  await expect(list).toHaveCSS('overflow-y', 'auto')

  // A press just after it opened counts as the second of a double click.
  await expect(async () => {
    await page.mouse.click(20, 700)
    await expect(dialog).toBeHidden({ timeout: 100 })
  }).toPass()
})

test('results are highlighted by arrow keys, by five with Shift, and stop at the ends; of opportunities only leads are found', async ({
  page,
  rows,
}) => {
  // A separate list, because rows added by other tests would move the highlight.
  const count = 13
  const [company] = await Promise.all([
    rows.company('Zephyrine Textile Mill'),
    ...Array.from({ length: count }, (_, one) => rows.company(`Quetzalcoatl Works ${one}`)),
  ])
  const [id] = await Promise.all([
    rows.opportunity('Marquetry upgrade', company),
    ...['qualified', 'proposal', 'negotiation', 'won'].map((status) =>
      rows.opportunity(`Marquetry ${status}`, company, status),
    ),
  ])
  await page.goto('/app')
  const { input, results, dialog } = await openSearch(page)
  await input.fill('quetzalcoatl')
  await expect(results).toHaveCount(count)
  const isHighlighted = async (index: number) => {
    await expect(results.nth(index)).toHaveAttribute('aria-selected', 'true')
    await expect(results.nth(index)).toBeInViewport()
    await expect(input).toHaveAttribute(
      'aria-activedescendant',
      (await results.nth(index).getAttribute('id')) ?? '',
    )
  }
  await isHighlighted(0)
  for (const [keys, index] of [
    ['ArrowDown', 1],
    ['Shift+ArrowDown', 6],
    ['Shift+ArrowUp', 1],
  ] as const) {
    await input.press(keys)
    await isHighlighted(index)
  }
  for (let at = 0; at < count; at += 5) await input.press('Shift+ArrowDown')
  await isHighlighted(count - 1)
  await expect(input).toBeFocused()

  await input.fill('marquetry')
  await expect(results).toHaveCount(1)
  await input.press('Enter')
  await expect(page).toHaveURL(`/app/sales/opportunities/${id}`)
  await expect(page.getByRole('heading', { level: 1, name: 'Marquetry upgrade' })).toBeVisible()
  await expect(dialog).toBeHidden()
})

test.describe('services and stock', () => {
  test('are listed below the others, and open their page', async ({ page, database }) => {
    const mac = '02:E2:5E:A2:C4:01'
    await database.query('delete from inventory where mac = $1', [mac])
    await database.query("delete from services where name = 'Sassafras line'")
    const item =
      "insert into inventory (name, mac, model) values ('Sassafras phone', $1, 'T54W') returning id"
    const [stock] = (await database.query<{ id: string }>(item, [mac])).rows
    const priced = "insert into services (name, monthly_price) values ('Sassafras line', 12.5) returning id"
    const [service] = (await database.query<{ id: string }>(priced)).rows
    try {
      await page.goto('/app')
      const { input, results, result, dialog } = await openSearch(page)
      await input.fill('sassafras')
      await expect(results).toHaveText([/Sassafras line\s+Service$/, /Sassafras phone.*T54W\s*Stock$/])
      await input.fill('02e2.5ea2.c401')
      await expect(results).toHaveText([/MAC$/, /Sassafras phone.*Stock$/])
      await result(/Sassafras phone/).click()
      await expect(page).toHaveURL(`/app/inventory?record=${stock?.id}`)
      await expect(page.getByRole('dialog', { name: 'Sassafras phone' })).toBeVisible()
      await expect(dialog).toBeHidden()
      await page.keyboard.press('Escape')
      await expect(page.getByRole('dialog')).toHaveCount(0)
      // The address that the form leaves would close the search again.
      await followAfterForm(page, '/app')
      await openSearch(page)
      await input.fill('sassafras line')
      await result(/Sassafras line/).click()
      await expect(page).toHaveURL(`/app/sales/services?record=${service?.id}`)
      const card = page.getByRole('dialog', { name: 'Sassafras line' })
      await expect(card.getByLabel('Monthly price')).toHaveValue('12.5')
      await card.getByRole('button', { name: 'Close' }).last().click()
      await expect(card).toBeHidden()
    } finally {
      await database.query('delete from inventory where mac = $1', [mac])
      await database.query('delete from services where id = $1', [service?.id])
    }
  })
})
