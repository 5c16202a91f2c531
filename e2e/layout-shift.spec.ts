import type { Locator, Page } from '@playwright/test'
import { expect, test } from './fixtures'
import { knownRecords } from './screens/addresses'

test.use({
  role: 'superadmin',
  // Visible scroll bars take part in the layout, and a dialog removes that of the page.
  launchOptions: [
    async ({ launchOptions }, use) => use({ ...launchOptions, ignoreDefaultArgs: ['--hide-scrollbars'] }),
    { scope: 'worker' },
  ],
})

interface Case {
  what: string
  path: (tenantId: string) => string
  /** A field to fill and clear, with what is filled in. */
  field?: (page: Page) => readonly [field: Locator, filled: string]
  /** Opens a dialog, on pages that have one. */
  opener?: (page: Page) => Locator
}

const CASES: readonly Case[] = [
  {
    what: 'a list',
    path: (tenantId) => `/app/tenants/${tenantId}/extensions`,
    field: (page) => [page.getByLabel('Search extensions'), 'nobody is called that'],
    opener: (page) => page.getByRole('button', { name: 'New extension' }),
  },
  {
    what: 'a form',
    path: (tenantId) => `/app/tenants/${tenantId}/settings`,
    field: (page) => [page.getByRole('form', { name: 'Settings' }).getByLabel('Area code'), '207'],
  },
  {
    what: 'a report',
    path: () => '/app/reports?view=business',
    field: (page) => [page.getByLabel('From'), '2026-01-01'],
    opener: (page) => page.getByRole('table').getByRole('button').first(),
  },
  {
    what: 'the overview of a tenant',
    path: (tenantId) => `/app/tenants/${tenantId}`,
    opener: (page) => page.getByRole('button', { name: 'New task' }),
  },
]

/** Parts of a page that stand still, by their position in the window. */
function landmarks(page: Page): Promise<Record<string, string>> {
  return page.evaluate(() => {
    const selectors = [
      'header',
      'main',
      'main h1',
      'main h2',
      'main search',
      // What scrolls the table, since its own width depends on its rows.
      'main :has(> table)',
      'main form',
      'main input',
    ]
    return Object.fromEntries(
      selectors.map((selector) => {
        const box = document.querySelector(selector)?.getBoundingClientRect()
        return [selector, box ? [box.left, box.top, box.width].map(Math.round).join(' ') : 'absent']
      }),
    )
  })
}

declare global {
  interface Window {
    shifts: string[]
  }
}

/** Records what moves on the page from now on, whether or not the user's input caused it. */
async function watchShifts(page: Page): Promise<void> {
  await page.evaluate(() => {
    window.shifts = []
    const above = '[role=dialog], [role=alertdialog], [role=menu], .Toastify'
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { sources: { node: Node | null }[] })[]) {
        for (const { node } of entry.sources) {
          const element = node instanceof Element ? node : node?.parentElement
          if (element && !element.closest(above)) window.shifts.push(element.outerHTML.slice(0, 200))
        }
      }
    }).observe({ type: 'layout-shift' })
  })
}

/** What has moved; entries arrive with the frame after that in which something moved. */
const shiftsOf = (page: Page) =>
  page.evaluate(async () => {
    for (let frames = 0; frames < 3; frames++) await new Promise(requestAnimationFrame)
    return window.shifts
  })

async function expectStill(page: Page, what: string, before: Record<string, string>): Promise<void> {
  expect(await landmarks(page), what).toEqual(before)
  expect(await shiftsOf(page), what).toEqual([])
}

for (const [device, viewport] of [
  ['a desktop', { width: 1440, height: 900 }],
  ['a phone', { width: 390, height: 844 }],
] as const) {
  for (const { what, path, field, opener } of CASES) {
    test(`${what} stands still on ${device} below a dialog, a menu and a toast, and while a field is cleared`, async ({
      page,
      database,
    }) => {
      const { tenantId } = await knownRecords(database)
      await page.setViewportSize(viewport)
      await page.goto(path(tenantId))
      await page.waitForLoadState('networkidle')
      await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
      await expect(page.getByRole('status').filter({ hasText: /^Loading/ })).toHaveCount(0)

      const scrollBar = await page.evaluate(() => window.innerWidth - document.documentElement.clientWidth)
      expect(scrollBar, 'the width of the scroll bar').toBeGreaterThan(0)

      await opener?.(page).scrollIntoViewIfNeeded()
      const before = await landmarks(page)
      await watchShifts(page)
      if (opener) {
        await opener(page).click()
        const dialog = page.getByRole('dialog')
        await expect(dialog).toBeVisible()
        await expectStill(page, 'below a dialog', before)
        await page.keyboard.press('Escape')
        await expect(dialog).toBeHidden()
        await expectStill(page, 'after a dialog', before)
      }

      await page.getByRole('button', { name: 'User menu' }).click()
      await expect(page.getByRole('menu')).toBeVisible()
      await expectStill(page, 'below a menu', before)
      await page.keyboard.press('Escape')
      await expect(page.getByRole('menu')).toBeHidden()

      await page.keyboard.press('/')
      await page.getByPlaceholder('Search by company, phone number, or MAC...').fill('4065559999')
      await page.keyboard.press('Enter')
      await expect(page.getByText('No tenant found')).toBeVisible()
      await expectStill(page, 'below a toast', before)
      await page.keyboard.press('Escape')
      await expect(page.getByText('No tenant found')).toBeHidden()
      await expectStill(page, 'after a toast', before)

      if (field) {
        const [input, filled] = field(page)
        await input.scrollIntoViewIfNeeded()
        await input.focus()
        const unfilled = await landmarks(page)
        await input.fill(filled)
        await page.waitForLoadState('networkidle')
        expect(await landmarks(page), 'with the field filled').toEqual(unfilled)
        await input.fill('')
        await input.blur()
        await page.waitForLoadState('networkidle')
        expect(await landmarks(page), 'with the field cleared').toEqual(unfilled)
      }
    })
  }
}
