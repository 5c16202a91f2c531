import type { Page } from '@playwright/test'
import { expect, test } from './fixtures'
import { mainNavigation } from './screens/shell'
import { expectAccessible } from './support/accessible'

/** The count shown by a list: "12 opportunities", "50 of 136 numbers". */
async function listed(page: Page, noun: RegExp): Promise<number> {
  const counts = new RegExp(`^(?:[\\d,]+ of )?([\\d,]+) ${noun.source}$`)
  const text = await page.getByRole('main').getByText(counts).first().textContent()
  return numberIn(counts.exec(text ?? '')?.[1])
}
const numberIn = (text: string | null | undefined) => Number(text?.replaceAll(',', '') ?? Number.NaN)

async function callsOfReport(page: Page): Promise<number> {
  await expect(page.getByRole('table', { name: 'Calls by tenant' })).toBeVisible()
  const stat = page.getByText('Calls', { exact: true }).locator('xpath=../..').getByRole('paragraph')
  return numberIn(await stat.first().textContent())
}

async function shortModels(page: Page): Promise<number> {
  const short = page.getByText(/^\d+ models? (is|are) below the minimum$/)
  const none = page.getByText('Every model is at or above its minimum.')
  await expect(short.or(none).first()).toBeVisible()
  return (await short.isVisible()) ? numberIn((await short.textContent())?.split(' ')[0]) : 0
}

const CARDS: [section: string, card: string, count: (page: Page) => Promise<number>][] = [
  ['Sales', 'Open leads', (page) => listed(page, /opportunit(?:y|ies)/)],
  ['Billing', 'Overdue invoices', (page) => listed(page, /overdue invoices?/)],
  ['Calls', 'Calls today', callsOfReport],
  ['Inventory', 'In stock', (page) => listed(page, /stock items?/)],
  ['Inventory', 'Below minimum', shortModels],
  ['Inventory', 'RMA', (page) => listed(page, /stock items?/)],
  ['Tenants', 'Active', (page) => listed(page, /tenants?/)],
  ['Tenants', 'All seats used', (page) => listed(page, /tenants?/)],
  ['Tenants', 'With errors', (page) => listed(page, /tenants?/)],
  ['Tenants', 'Suspended', (page) => listed(page, /tenants?/)],
  ['Numbers', 'Assigned', (page) => listed(page, /numbers?/)],
  ['Numbers', 'Available', (page) => listed(page, /numbers?/)],
  ['Numbers', 'Porting', (page) => listed(page, /numbers?/)],
  ['Numbers', 'Port exceptions', (page) => listed(page, /port orders?/)],
  ['Numbers', 'Ports due', (page) => listed(page, /port orders?/)],
]

test.describe('a superadmin', () => {
  test.use({ role: 'superadmin' })

  test('can read the day’s chart as text, and finds as many records behind every card as the card says', async ({
    page,
  }) => {
    await page.goto('/app')
    await expect(page.getByRole('img', { name: /^(Calls by hour, from|No calls yet today)/ })).toBeVisible()
    await expectAccessible(page, 'the dashboard')
    await page.setViewportSize({ width: 1440, height: 900 })
    for (const [section, card, count] of CARDS) {
      await test.step(card, async () => {
        // Concurrent tests add and remove rows.
        await expect(async () => {
          await mainNavigation(page).getByRole('link', { name: 'Dashboard' }).click()
          const link = page.getByRole('region', { name: section }).getByRole('link', { name: card })
          const figure = link.locator('xpath=../..').getByRole('paragraph').first()
          const shown = numberIn(/^[\d,]+/.exec((await figure.textContent()) ?? '')?.[0])
          expect(shown).not.toBeNaN()
          // In the first minutes of a day there may be none.
          if (shown === 0 && card === 'Calls today') return
          if (card !== 'Below minimum') expect(shown).toBeGreaterThan(0)
          await link.click()
          await page.waitForURL((url) => url.pathname !== '/app')
          expect(await count(page)).toBe(shown)
          // The figure's rows stand alone, not above a list of everything.
          await expect(page.getByText(/^[\d,]+ (customers|stock items)$/)).toHaveCount(
            ['In stock', 'RMA'].includes(card) ? 1 : 0,
          )
        }).toPass()
      })
    }
  })
})

test.describe('a technician', () => {
  test.use({ role: 'tech' })

  test('sees only the cards of tenants and calls, and open tasks', async ({ page }) => {
    await page.goto('/app')
    // They have no report; the tenants' list counts the day's calls of each.
    await expect(page.getByRole('link', { name: 'Calls today' })).toHaveAttribute('href', '/app/tenants')
    const sections = page.getByRole('main').getByRole('heading', { level: 2 })
    await expect(sections).toHaveText(['Calls', 'Tenants', 'My tasks', 'Recent activity'])
  })
})
