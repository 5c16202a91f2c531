import { randomUUID } from 'node:crypto'
import type { Locator, Page } from '@playwright/test'
import type { Client } from 'pg'
import { expect, test } from './fixtures'
import { type KnownRecords, knownRecords } from './screens/addresses'
import { follow } from './screens/shell'

test.use({
  role: 'superadmin',
  // Visible scroll bars take part in the layout, and a dialog removes that of the page.
  launchOptions: [
    async ({ launchOptions }, use) => use({ ...launchOptions, ignoreDefaultArgs: ['--hide-scrollbars'] }),
    { scope: 'worker' },
  ],
})

test.describe.configure({ mode: 'parallel' })

const DEVICES = [
  ['a desktop', { width: 1440, height: 900 }],
  ['a phone', { width: 390, height: 844 }],
] as const

interface Case {
  what: string
  path: (tenantId: string) => string
  /** A field to fill and clear, with what is filled in, and what the page says then and once it is cleared. */
  field?: (
    page: Page,
  ) => readonly [field: Locator, filled: string, then: string | RegExp, cleared: string | RegExp]
  /** Opens a dialog, on pages that have one. */
  opener?: (page: Page) => Locator
  /** Whether a menu and a toast are tried as well: they belong to the shell, so that two pages are enough. */
  shell?: boolean
}

/** A day within the longest span of a report. */
const FROM = new Date(Date.now() - 300 * 86_400_000)
const fromThen = new RegExp(
  `^${FROM.toLocaleDateString('en-US', { dateStyle: 'medium', timeZone: 'UTC' })} to `,
)

const CASES: readonly Case[] = [
  {
    what: 'a list',
    path: (tenantId) => `/app/tenants/${tenantId}/extensions`,
    field: (page) => [page.getByLabel('Search extensions'), '1001', '1 extension', '13 extensions'],
    opener: (page) => page.getByRole('button', { name: 'New extension' }),
    shell: true,
  },
  {
    what: 'a report',
    path: () => '/app/reports?view=business',
    field: (page) => [page.getByLabel('From'), FROM.toISOString().slice(0, 10), fromThen, fromThen],
    opener: (page) => page.getByRole('table').getByRole('button').first(),
    shell: true,
  },
  {
    what: 'the overview of a tenant',
    path: (tenantId) => `/app/tenants/${tenantId}`,
    opener: (page) => page.getByRole('button', { name: 'New task' }),
  },
  // The last, because leaving it with its field cleared would ask.
  {
    what: 'a form',
    path: (tenantId) => `/app/tenants/${tenantId}/settings`,
    field: (page) => [
      page.getByRole('form', { name: 'Settings' }).getByLabel('Area code'),
      '207',
      'Area code: Overridden',
      'Area code: Inherited',
    ],
  },
]

/** Resolves when nothing on the page is being loaded. */
async function untilLoaded(page: Page): Promise<void> {
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
  await expect(page.getByRole('status').filter({ hasText: /^Loading/ })).toHaveCount(0)
  await expect(page.locator('.animate-skeleton')).toHaveCount(0)
  // In the place of a name.
  await expect(page.getByText('…', { exact: true })).toHaveCount(0)
}

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
    shiftObserver?: PerformanceObserver
  }
}

/** Records what moves on the page from now on, whether or not the user's input caused it. */
async function watchShifts(page: Page): Promise<void> {
  await page.evaluate(async () => {
    // What moved while the page was opened is not of this.
    for (let frames = 0; frames < 3; frames++) await new Promise(requestAnimationFrame)
    window.shiftObserver?.takeRecords()
    window.shifts = []
    if (window.shiftObserver) return
    const above = '[role=dialog], [role=alertdialog], [role=menu], .Toastify'
    window.shiftObserver = new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { sources: { node: Node | null }[] })[]) {
        for (const { node } of entry.sources) {
          const element = node instanceof Element ? node : node?.parentElement
          if (element && !element.closest(above)) window.shifts.push(element.outerHTML.slice(0, 200))
        }
      }
    })
    window.shiftObserver.observe({ type: 'layout-shift' })
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

for (const [device, viewport] of DEVICES) {
  test(`pages stand still on ${device} below a dialog, a menu and a toast, and while a field is cleared`, async ({
    page,
    database,
  }) => {
    const { tenantId } = await knownRecords(database)
    await page.setViewportSize(viewport)
    await page.goto('/app/account')
    for (const { what, path, field, opener, shell } of CASES) {
      await test.step(what, async () => {
        await follow(page, path(tenantId))
        await untilLoaded(page)
        await page.evaluate(() => document.fonts.ready)
        const scrollBar = await page.evaluate(() => window.innerWidth - document.documentElement.clientWidth)
        expect(scrollBar, 'the width of the scroll bar').toBeGreaterThan(0)
        if (opener) await expectStillBelow(page, opener(page), shell)
        if (field) await expectStillWhileCleared(page, ...field(page))
      })
    }
  })
}

/** Opens and closes the dialog, and if so asked a menu and a toast, and moves nothing by it. */
async function expectStillBelow(page: Page, opener: Locator, shell = false): Promise<void> {
  await opener.scrollIntoViewIfNeeded()
  const before = await landmarks(page)
  await watchShifts(page)
  await opener.click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toBeVisible()
  await expectStill(page, 'below a dialog', before)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expectStill(page, 'after a dialog', before)
  if (!shell) return

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
}

async function expectStillWhileCleared(
  page: Page,
  input: Locator,
  filled: string,
  then: string | RegExp,
  cleared: string | RegExp,
): Promise<void> {
  await input.scrollIntoViewIfNeeded()
  await input.focus()
  const unfilled = await landmarks(page)
  await input.fill(filled)
  await expect(page.getByText(then, { exact: true })).toBeVisible()
  await untilLoaded(page)
  expect(await landmarks(page), 'with the field filled').toEqual(unfilled)
  await input.fill('')
  await input.blur()
  await expect(page.getByText(cleared, { exact: true })).toBeVisible()
  await untilLoaded(page)
  expect(await landmarks(page), 'with the field cleared').toEqual(unfilled)
  // The search leaves the address a moment later.
  await expect(page).toHaveURL((url) => !url.searchParams.get('q'))
}

/** An answer that arrives after the rest of its page, something below or beside what it fills, and what shows that it has arrived. */
interface Late {
  what: string
  path: (records: KnownRecords) => string
  held: RegExp
  arrange?: (database: Client, records: KnownRecords) => Promise<void>
  stands: (page: Page) => Locator
  /** What else arrives. */
  others?: (page: Page) => Locator[]
  then: (page: Page) => Promise<void>
}

/** By which a switch reports its phones. */
const OUTBOX = randomUUID()
test.afterEach(async ({ database }) => {
  await database.query('delete from private.switch_outboxes where outbox = $1', [OUTBOX])
})

const LATE: readonly Late[] = [
  {
    what: 'the number of calls on the dashboard',
    path: () => '/app',
    held: /rpc\/calls_now/,
    stands: (page) => page.getByText('Calls today'),
    // As the day begins there are none yet.
    others: (page) => [page.getByRole('img', { name: /^(Calls by hour|No calls yet today)/ })],
    then: (page) => {
      const calls = page.getByRole('region', { name: 'Calls', exact: true })
      return expect(calls.getByText('not reported').or(calls.getByText(/^[\d,]+$/).nth(1))).toBeVisible()
    },
  },
  {
    what: 'whether phones are registered',
    path: ({ tenantId }) => `/app/tenants/${tenantId}/extensions`,
    arrange: async (database, { tenantId }) => {
      await database.query(
        'insert into private.switch_outboxes (switch_id, outbox, sequence) select id, $1, 1 from switches where enabled and private.switch_serves(id, $2)',
        [OUTBOX, tenantId],
      )
    },
    held: /rpc\/phone_states/,
    stands: (page) => page.getByRole('link', { name: '1003' }),
    then: (page) =>
      expect(
        page
          .getByRole('table')
          .getByText(/^(Never|Registered)$/)
          .first(),
      ).toBeVisible(),
  },
  {
    what: 'what a customer has',
    path: ({ companyId }) => `/customers/${companyId}`,
    held: /rpc\/customer_records/,
    stands: (page) => page.getByRole('heading', { name: 'Contacts' }),
    then: (page) => expect(page.getByRole('link', { name: /^\$/ }).first()).toBeVisible(),
  },
  {
    what: 'the stock levels',
    path: () => '/app/inventory',
    held: /rpc\/stock_levels/,
    stands: (page) => page.getByRole('main').getByRole('search'),
    others: (page) => [page.getByRole('table').getByRole('row').nth(1)],
    then: (page) => expect(page.getByText(/below the minimum$/)).toBeVisible(),
  },
  {
    what: 'the test of a number',
    path: ({ tenantId }) => `/app/tenants/${tenantId}/dids/outbound`,
    held: /outbound_routes\?/,
    stands: (page) => page.getByRole('main').getByRole('search'),
    others: (page) => [page.getByRole('table').getByRole('row').nth(1)],
    then: (page) => expect(page.getByRole('heading', { name: 'Test a number' })).toBeVisible(),
  },
  {
    what: 'the names of where a time condition leads',
    path: ({ tenantId }) => `/app/tenants/${tenantId}/routing/time-conditions`,
    held: /rpc\/tenant_destinations/,
    stands: (page) => page.getByText(/^\d+ time conditions?$/),
    then: (page) => expect(page.getByRole('table').getByText('…')).toHaveCount(0),
  },
  {
    what: 'the address of a 911 registration',
    path: ({ tenantId }) => `/app/tenants/${tenantId}/settings`,
    held: /rest\/v1\/emergency_addresses\?/,
    stands: (page) => page.getByRole('button', { name: 'New E911 address' }),
    others: (page) => [
      page.getByRole('form', { name: 'Settings' }),
      page.getByRole('form', { name: 'Check voicemail' }),
      page.getByText(/\d to fix$|^Ready$/),
      page.locator('#emergency').getByRole('listitem').first(),
      page.getByText(/^\d+ E911 address(es)?$/),
    ],
    then: (page) =>
      expect(page.locator('#emergency').getByRole('listitem').getByText('…', { exact: true })).toHaveCount(0),
  },
]

for (const [device, viewport] of DEVICES) {
  test(`what arrives late moves nothing on ${device}`, async ({ page, database }) => {
    const records = await knownRecords(database)
    await page.setViewportSize(viewport)
    await page.goto('/app/account')
    for (const { what, path, arrange, held, stands, others, then } of LATE) {
      await test.step(what, async () => {
        await arrange?.(database, records)
        const answer = Promise.withResolvers<void>()
        await page.route(held, async (route) => {
          await answer.promise
          await route.continue()
        })
        const asked = page.waitForRequest(held)
        await follow(page, path(records))
        await asked
        await expect(stands(page)).toBeVisible()
        for (const part of others?.(page) ?? []) await expect(part).toBeVisible()
        await page.evaluate(() => document.fonts.ready)
        const place = () => stands(page).boundingBox()
        const before = await place()
        answer.resolve()
        await then(page)
        await untilLoaded(page)
        expect(await place()).toEqual(before)
      })
    }
  })
}

test('the web font moves nothing when it arrives late on a phone', async ({ page, database }) => {
  const { tenantId } = await knownRecords(database)
  const answer = Promise.withResolvers<void>()
  await page.route(/\.woff2/, async (route) => {
    await answer.promise
    await route.continue()
  })
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`/app/tenants/${tenantId}/extensions`, { waitUntil: 'commit' })
  const first = page.getByRole('link', { name: '1001' })
  await expect(first).toBeVisible()
  await untilLoaded(page)
  const top = async () => (await first.boundingBox())?.y
  const before = await top()
  answer.resolve()
  await page.waitForFunction(() => document.fonts.check('14px "Inter Variable"'))
  expect(await top()).toBe(before)
})

test('a page scrolled to its end stays there after a dialog and a menu', async ({ page, database }) => {
  const { tenantId } = await knownRecords(database)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`/app/tenants/${tenantId}/settings`)
  const add = page.getByRole('button', { name: 'New E911 address' })
  await expect(add).toBeVisible()
  await untilLoaded(page)
  const place = () => page.evaluate(() => Math.round(window.scrollY))
  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight))
  const end = await place()
  for (const [what, button] of [
    ['dialog', add],
    ['menu', page.getByRole('button', { name: 'User menu' })],
  ] as const) {
    await button.press('Enter')
    await expect(page.getByRole(what)).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole(what)).toBeHidden()
    expect(await place(), what).toBe(end)
  }
})

test('the actions on a selection stand below its list and in sight, and move no row', async ({
  page,
  database,
}) => {
  const { tenantId } = await knownRecords(database)
  await page.goto(`/app/tenants/${tenantId}/extensions`)
  const list = page.getByRole('table', { name: 'Extensions' })
  const first = list.getByRole('checkbox', { name: /^Select 1001/ })
  const clear = page.getByRole('button', { name: 'Clear selection' })
  const top = async () => Math.round((await list.boundingBox())?.y ?? 0)
  for (const [device, { width }] of DEVICES) {
    await test.step(`on ${device}`, async () => {
      await page.setViewportSize({ width, height: 500 })
      await expect(first).toBeVisible()
      await untilLoaded(page)
      await first.evaluate((box) => box.scrollIntoView({ block: 'center' }))
      await watchShifts(page)
      const before = await top()
      await first.click()
      await expect(first).toBeChecked()
      await expect(clear).toBeInViewport({ ratio: 1 })
      expect((await clear.locator('..').boundingBox())?.height, 'a single line').toBeLessThan(64)
      expect(await top()).toBe(before)
      expect(await shiftsOf(page)).toEqual([])

      await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight))
      await expect(clear).toBeInViewport({ ratio: 1 })
      const [bar, rows] = [await clear.boundingBox(), await list.boundingBox()]
      expect(bar?.y).toBeGreaterThanOrEqual((rows?.y ?? 0) + (rows?.height ?? 0))

      const place = await top()
      await clear.click()
      await expect(clear).toBeHidden()
      await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight))
      expect((await top()) - place).toBeGreaterThanOrEqual(0)
    })
  }
})

test('a list’s headings stand below the app’s header, and what Tab reaches stands clear of both and of the bar for a selection', async ({
  page,
  database,
}) => {
  const { tenantId } = await knownRecords(database)
  await page.setViewportSize({ width: 1440, height: 500 })
  await page.goto(`/app/tenants/${tenantId}/extensions`)
  const list = page.getByRole('table', { name: 'Extensions' })
  const first = list.getByRole('checkbox', { name: /^Select 1001/ })
  await expect(first).toBeVisible()
  await untilLoaded(page)
  const edges = async (part: Locator) => {
    const { y = 0, height = 0 } = (await part.boundingBox()) ?? {}
    return { top: y, bottom: y + height }
  }
  const heading = list.getByRole('columnheader').nth(1)
  await first.check()
  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight))
  expect((await edges(heading)).top).toBe((await edges(page.getByRole('banner'))).bottom)

  await page.evaluate(() => window.scrollTo(0, 0))
  const bar = page.getByText('1 selected').last()
  const focused = page.locator(':focus')
  await first.focus()
  for (let steps = 0; steps < 25; steps++) {
    await page.keyboard.press('Tab')
    expect((await edges(focused)).bottom, `${steps}`).toBeLessThanOrEqual((await edges(bar)).top)
  }
  for (let steps = 0; steps < 25; steps++) {
    await page.keyboard.press('Shift+Tab')
    expect((await edges(focused)).top, `${steps}`).toBeGreaterThanOrEqual((await edges(heading)).bottom)
  }
})
