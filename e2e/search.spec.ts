import { expect } from './fixtures'
import { tenantCode, test } from './support/rows'
import { openSearch, PLACEHOLDER, searchOverlay } from './support/search'

test.use({ role: 'admin' })

test.describe('opening and closing', () => {
  test('the slash key opens the overlay with the input focused', async ({ page }) => {
    await page.goto('/app')
    const { dialog, input, results } = await openSearch(page)
    await expect(input).toBeFocused()
    await expect(input).toHaveAttribute('placeholder', PLACEHOLDER)
    await expect(input).toHaveValue('')
    await expect(dialog.getByText('/', { exact: true })).toBeVisible()
    await expect(dialog.getByRole('button', { name: 'Scan a barcode' })).toBeVisible()
    await expect(results).toHaveCount(0)
  })

  test('the slash key types a slash in a field', async ({ page }) => {
    await page.goto('/app/tenants')
    const field = page.getByRole('searchbox', { name: 'Search tenants' })
    await field.press('/')
    await expect(field).toHaveValue('/')
    await page.getByRole('combobox', { name: 'Status' }).press('/')
    await expect(searchOverlay(page).dialog).toBeHidden()
  })

  test('focusing the search box opens the overlay and blurs the box', async ({ page }) => {
    await page.goto('/app')
    const box = page.getByRole('searchbox', { name: 'Search', exact: true })
    await box.focus()
    const { dialog, input } = searchOverlay(page)
    await expect(input).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(box).not.toBeFocused()
  })

  test('Escape closes the overlay and returns the focus', async ({ page }) => {
    await page.goto('/app')
    const link = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Tenants' })
    await link.focus()
    const { dialog } = await openSearch(page)
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(link).toBeFocused()
  })

  test('a click outside the overlay closes it', async ({ page }) => {
    await page.goto('/app')
    const { dialog } = await openSearch(page)
    await page.mouse.click(20, 700)
    await expect(dialog).toBeHidden()
  })

  test('a route change closes it', async ({ page }) => {
    await page.goto('/app')
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Tenants' }).click()
    await expect(page).toHaveURL('/app/tenants')
    const { dialog } = await openSearch(page)
    await page.goBack()
    await expect(page).toHaveURL('/app')
    await expect(dialog).toBeHidden()
  })

  test('its layers have the specified z-indexes', async ({ page }) => {
    await page.goto('/app')
    const { dialog, input, results } = await openSearch(page)
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
  })
})

test.describe('results', () => {
  test('show name, type and description', async ({ page, rows }) => {
    const company = await rows.company('Quillon Ferry Works')
    await rows.opportunity('Quillon paging system', company)
    await rows.tenant('Quillon Harbor Dental')
    await page.goto('/app')
    const { input, results, result } = await openSearch(page)
    await input.fill('quillon')
    await expect(results).toHaveCount(3)
    await expect(result(/^Quillon Ferry Works Company$/)).toBeVisible()
    await expect(result(/^Quillon paging system Quillon Ferry Works Opportunity$/)).toBeVisible()
    await expect(result(/^Quillon Harbor Dental e2e-[0-9a-f-]+ Tenant$/)).toBeVisible()
  })

  test('are highlighted by arrow keys, by five with Shift, and stop at the ends', async ({ page, rows }) => {
    // A separate list, because rows added by other tests would move the highlight.
    const count = 13
    for (let one = 0; one < count; one += 1) await rows.company(`Quetzalcoatl Works ${one}`)
    await page.goto('/app')
    const { input, results } = await openSearch(page)
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
      ['ArrowDown', 2],
      ['ArrowUp', 1],
      ['Shift+ArrowDown', 6],
      ['Shift+ArrowDown', 11],
      ['Shift+ArrowUp', 6],
      ['Shift+ArrowUp', 1],
      ['Shift+ArrowUp', 0],
      ['ArrowUp', 0],
    ] as const) {
      await input.press(keys)
      await isHighlighted(index)
    }
    for (let at = 0; at < count; at += 5) await input.press('Shift+ArrowDown')
    await isHighlighted(count - 1)
    await input.press('Backspace')
    await isHighlighted(0)
    await expect(input).toBeFocused()
  })

  test('announce the controlled list and the number of hits', async ({ page }) => {
    await page.goto('/app')
    const { dialog, input, highlighted, results } = await openSearch(page)
    await expect(input).toHaveAttribute('aria-expanded', 'false')
    await input.fill('harbor lane')
    await expect(highlighted).toContainText('Harbor Lane Dental')
    await expect(input).toHaveAttribute('aria-expanded', 'true')
    const list = dialog.getByRole('listbox', { name: 'Search results' })
    await expect(input).toHaveAttribute('aria-controls', (await list.getAttribute('id')) ?? '')
    await expect(dialog.getByRole('status')).toHaveText(/^[0-9]+ results?$/)
    expect(await results.count()).toBeGreaterThan(0)
  })

  test('a lone slash clears the term', async ({ page }) => {
    await page.goto('/app')
    const { input, results } = await openSearch(page)
    await input.pressSequentially('/')
    await expect(input).toHaveValue('')
    await input.fill('harbor')
    await expect(results.first()).toBeVisible()
    await input.selectText()
    await input.press('/')
    await expect(input).toHaveValue('')
    await expect(results).toHaveCount(0)
  })

  test('show no text when nothing is found', async ({ page }) => {
    await page.goto('/app')
    const { dialog, input, results } = await openSearch(page)
    await input.fill('harbor')
    await expect(results.first()).toBeVisible()
    await input.fill('xqzv kjwq')
    await expect(results).toHaveCount(0)
    await expect(dialog.getByText(/no (results?|match)|nothing/i)).toHaveCount(0)
    await input.press('Enter')
    await expect(input).toBeEnabled()
    await expect(dialog).toBeVisible()
  })

  test('put a phone number or MAC address first', async ({ page, rows }) => {
    await rows.company('Relay 80:5E:C0:00:00:01')
    await page.goto('/app')
    const { input, results, highlighted } = await openSearch(page)
    await input.fill('80:5e:c0:00:00:01')
    await expect(highlighted).toHaveText(/80:5E:C0:00:00:01\s*MAC Address\s*MAC$/)
    await expect(results).toHaveCount(2)
    await expect(results.first()).toHaveAttribute('aria-selected', 'true')
    await expect(results.nth(1)).toContainText('Relay')
    await input.fill('(208) 555-0107')
    await expect(results.first()).toHaveText(/\(208\) 555-0107\s*Phone Number\s*Phone$/)
  })

  test('only leads are found', async ({ page, rows }) => {
    const company = await rows.company('Zephyrine Textile Mill')
    for (const status of ['qualified', 'proposal', 'negotiation', 'won']) {
      await rows.opportunity(`Marquetry ${status}`, company, status)
    }
    const id = await rows.opportunity('Marquetry upgrade', company)
    await page.goto('/app')
    const { input, results, dialog } = await openSearch(page)
    await input.fill('marquetry')
    await expect(results).toHaveCount(1)
    await input.press('Enter')
    await expect(page).toHaveURL(`/app/sales/opportunities/${id}`)
    await expect(page.getByRole('heading', { level: 1, name: 'Marquetry upgrade' })).toBeVisible()
    await expect(dialog).toBeHidden()
  })
})

test.describe('services and stock', () => {
  test.use({ role: 'admin' })

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
      for (const term of ['02-E2-5E-A2-C4-01', '02e25ea2c401', '02e2.5ea2.c401']) {
        await input.fill(term)
        await expect(results).toHaveText([/MAC$/, /Sassafras phone.*Stock$/])
      }
      await result(/Sassafras phone/).click()
      await expect(page).toHaveURL(`/app/inventory?record=${stock?.id}`)
      await expect(page.getByRole('dialog', { name: 'Sassafras phone' })).toBeVisible()
      await expect(dialog).toBeHidden()
      await page.goto('/app')
      await openSearch(page)
      await input.fill('sassafras line')
      await result(/Sassafras line/).click()
      await expect(page).toHaveURL(`/app/sales?service=${service?.id}`)
      const card = page.getByRole('dialog', { name: 'Sassafras line' })
      await expect(card).toContainText('$12.50')
      await card.getByRole('button', { name: 'Close' }).last().click()
      await expect(card).toBeHidden()
    } finally {
      await database.query('delete from inventory where mac = $1', [mac])
      await database.query('delete from services where id = $1', [service?.id])
    }
  })
})

test.describe('for a tech', () => {
  test.use({ role: 'tech' })

  test('only tenants are found, no other companies or opportunities', async ({ page, rows }) => {
    const company = await rows.company('Umbrella Quay Storage')
    await rows.opportunity('Umbrella Quay pilot', company)
    await rows.tenant('Umbrella Quay Clinic')
    await page.goto('/app')
    const { input, results } = await openSearch(page)
    await input.fill('umbrella quay')
    await expect(results).toHaveCount(1)
    await expect(results).toContainText('Umbrella Quay Clinic')
  })
})

test.describe('the overlay that searches companies by their names', () => {
  test('searches names only and shows the chosen company', async ({ page, rows }) => {
    const company = await rows.company('Wisteria Lock & Key')
    await rows.opportunity('Wisteria alarm lines', company)
    const tenantId = await rows.tenant('Wisterly Boats')
    await page.goto('/app/sales/companies')
    const open = page.getByRole('button', { name: 'Find a company' })
    await open.click()
    const dialog = page.getByRole('dialog', { name: 'Search companies' })
    const input = dialog.getByPlaceholder('Search companies by name...')
    await expect(input).toBeFocused()

    // Tenant codes, phone numbers, MAC addresses and opportunities are not hits here.
    for (const term of [tenantCode(tenantId), '(208) 555-0107', '80:5E:C0:13:09:64']) {
      await input.fill('wisterly')
      await expect(dialog.getByRole('option')).toHaveCount(1)
      await input.fill(term)
      await expect(dialog.getByRole('option')).toHaveCount(0)
    }
    await input.fill('wisteria')
    await expect(dialog.getByRole('option')).toHaveText([/^Wisteria Lock & Key\s+Company$/])
    await input.press('Enter')

    await expect(dialog).toBeHidden()
    await expect(page).toHaveURL('/app/sales/companies')
    await expect(page.getByRole('heading', { name: 'Wisteria Lock & Key' })).toBeVisible()
    await expect(open).toBeFocused()
  })
})
