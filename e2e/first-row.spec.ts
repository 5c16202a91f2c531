import type { Locator, Response } from '@playwright/test'
import { parseResults } from '../lib/initial-data'
import { expect, type Role, test } from './fixtures'
import { knownRecords } from './screens/addresses'
import { mainPart } from './screens/shell'
import { cuttableSocket } from './support/socket'

test.describe.configure({ mode: 'parallel' })

test.describe('without scripts, as before they load', () => {
  test.use({ role: 'superadmin', javaScriptEnabled: false })

  test('the cards beside what is left to the browser are complete', async ({ page, database }) => {
    const { tenantId } = await knownRecords(database)
    for (const [path, ...titles] of [
      ['', 'About', 'Numbers', 'Devices', 'Recent changes'],
      ['/licensing', 'Changes'],
    ] as const) {
      await page.goto(`/app/tenants/${tenantId}${path}`)
      for (const title of titles) {
        const heading = page.getByRole('heading', { level: 2, name: title, exact: true })
        const card = page.getByRole('main').locator('section').filter({ has: heading })
        await expect(card, title).toBeVisible()
        await expect(card.locator('.animate-skeleton'), title).toHaveCount(0)
      }
    }
  })

  test('lists are there with their rows', async ({ page, database }) => {
    const { tenantId } = await knownRecords(database)
    for (const [path, row] of [
      ['/app/tenants', 'Harbor Lane Dental'],
      ['/app/numbers', /555/],
      ['/app/app/customers', 'Harbor Lane Dental'],
      ['/app/inventory', /[0-9A-F]{2}:/i],
      ['/app/superadmin/roles', 'tech'],
      [`/app/tenants/${tenantId}/extensions`, '1001'],
      [`/app/tenants/${tenantId}/devices`, /[0-9a-f]{2}:/i],
      [`/app/tenants/${tenantId}/dids/inbound`, /555/],
      [`/app/tenants/${tenantId}/ring-groups`, /\d/],
      ['/app/reports', /\d/],
    ] as const) {
      const sent = mainPart(await (await page.request.get(path)).text())
      const rows = [...sent.matchAll(/<tr\b.*?<\/tr>/gs)].map(([html]) => html.replaceAll(/<[^>]+>/g, ' '))
      expect(rows, path).toContainEqual(expect.stringMatching(row))
    }
    await page.goto('/app/tenants')
    await expect(page.getByRole('row').filter({ hasText: 'Harbor Lane Dental' })).toBeVisible()
    await page.goto('/app/sales')
    await expect(page.getByRole('main').getByRole('listitem').getByRole('link').first()).toBeVisible()
  })

  test('a tenant’s name is shown above its list', async ({ page, database }) => {
    const { tenantId } = await knownRecords(database)
    await page.goto(`/app/tenants/${tenantId}/cdr`)
    await expect(page.getByRole('heading', { level: 1, name: 'Harbor Lane Dental' })).toBeVisible()
    await expect(page.getByRole('heading', { level: 2, name: 'Call records' })).toBeVisible()
  })
})

/** What comes with a page that is refused to the role, beside the member's own standing. */
for (const [role, path, rest] of [
  // Of the numbers, those of tenants, which are not available.
  ['tech', '/app/numbers?status=available', [expect.objectContaining({ rows: [] })]],
  ['tech', '/app/sales', [Array(6).fill(expect.objectContaining({ count: 0, cards: [] }))]],
  ['admin', '/app/superadmin/users', [[expect.objectContaining({ name: 'admin' })]]],
] as readonly [Role, string, unknown[]][]) {
  test.describe(`a ${role} at ${path}`, () => {
    test.use({ role })

    // That the page is refused is shown in roles.spec.ts.
    test('receives no record that the role may not read', async ({ request }) => {
      const answer = await request.get(path, { maxRedirects: 0 })
      expect(answer.status()).toBe(200)
      expect(answer.headers()['cache-control']).toContain('no-store')
      const data = /<script id="__NEXT_DATA__"[^>]*>(.*?)<\/script>/s.exec(await answer.text())?.[1] ?? ''
      const { user, answers } = JSON.parse(data).props.pageProps.start
      expect(user.email).toBe(`${role}@demo.test`)
      const [[key] = [], ...others] = parseResults(answers)
      expect(key).toEqual([user.id, 'standing'])
      expect(others.map(([, result]) => result)).toEqual(rest)
    })
  })
}

/** Whether React has taken over what the server rendered: it keeps its own notes at each element. */
function isHydrated(shown: Locator): Promise<boolean> {
  return shown.evaluate((element) => Object.keys(element).some((key) => key.startsWith('__react')))
}

declare global {
  interface Window {
    inOrder: string[]
  }
}

/** In the page, before anything else. A message that is posted in a frame is delivered after its painting. */
function noteOrder(): void {
  window.inOrder = []
  const note = (event: string) => {
    if (!window.inOrder.includes(event)) window.inOrder.push(event)
  }
  const look = () => {
    if (!document.querySelector('main tbody a[href]')) return void requestAnimationFrame(look)
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => note('rows painted')
    port2.postMessage(null)
  }
  requestAnimationFrame(look)
  new MutationObserver(() => {
    if (document.querySelector('script[src]:not([nomodule])')) note('first script')
  }).observe(document, { childList: true, subtree: true })
}

test.describe('part of a page opened by its address', () => {
  test.use({ role: 'superadmin' })

  test('is rendered as the server sent it', async ({ page, database }) => {
    const { tenantId } = await knownRecords(database)
    const errors: string[] = []
    page.on('pageerror', (error) => errors.push(error.message))
    for (const [path, shown] of [
      ['/app/sales?view=table', page.getByRole('button', { name: 'New opportunity' })],
      ['/app/numbers?tab=ports', page.getByRole('button', { name: 'New port order' })],
      ['/app/numbers?tab=reconcile', page.getByRole('button', { name: 'Compare' })],
      ['/app/numbers?tab=coverage', page.getByRole('button', { name: 'New prefix' })],
      [`/app/tenants/${tenantId}/cdr?view=rejected`, page.getByRole('tabpanel').getByRole('table')],
    ] as const) {
      await page.goto(path)
      await expect.poll(() => isHydrated(shown.first()), path).toBe(true)
      expect(errors, path).toEqual([])
    }
  })
})

test.describe('a page opened by its address', () => {
  test.use({ role: 'tech' })

  test('requests nothing that came with it, until the next page, and is painted with its rows before its scripts run, although the browser has them', async ({
    page,
    database,
  }) => {
    const asked: string[] = []
    page.on('request', (request) => {
      const { pathname } = new URL(request.url())
      if (pathname.startsWith('/rest/v1/')) asked.push(pathname.replace('/rest/v1/', ''))
    })
    const { tenantId } = await knownRecords(database)
    const address = `/app/tenants/${tenantId}/extensions`
    const row = page.getByRole('main').getByRole('row').filter({ hasText: '1001' }).first()
    await page.goto(address)
    await expect(page.getByText('13 extensions', { exact: true })).toBeVisible()
    await expect.poll(() => isHydrated(row)).toBe(true)
    expect(asked).not.toContain('members')
    expect(asked).not.toContain('rpc/tenant_overview')
    expect(asked).not.toContain('rpc/record_page')

    await page.addInitScript(noteOrder)
    await page.goto(address)
    await expect.poll(() => isHydrated(row)).toBe(true)
    expect(await page.evaluate(() => window.inOrder)).toEqual(['rows painted', 'first script'])
    expect(asked).not.toContain('members')

    await page.getByRole('navigation', { name: 'Tenant' }).getByRole('link', { name: 'Ring groups' }).click()
    await expect(page.getByRole('heading', { level: 2, name: 'Ring groups' })).toBeVisible()
    await expect.poll(() => asked).toContain('members')
    await expect.poll(() => asked).toContain('rpc/record_page')
  })

  test('reads its rows again once if they may have changed meanwhile, and otherwise not at all', async ({
    page,
    database,
  }) => {
    const orders: string[] = []
    page.on('request', (request) => {
      if (request.url().endsWith('/rpc/tenant_list')) orders.push(request.postDataJSON().sort_by)
    })
    /** Opens the list; resolves when it is known whether its tenants, companies and opportunities have changed. */
    async function open() {
      orders.length = 0
      const known = new Set<string>()
      const isKnown = (answer: Response) => {
        if (answer.url().endsWith('/rpc/list_changed_within')) known.add(answer.request().postData() ?? '')
        return known.size === 2
      }
      await Promise.all([page.waitForResponse(isKnown), page.goto('/app/tenants')])
    }
    const sort = () =>
      page.getByRole('table', { name: 'Tenants' }).getByRole('button', { name: 'Created' }).click()
    // As if nothing had changed for an hour, without raising the versions.
    await database.query(`begin; set local session_replication_role = replica;
      update public.list_versions set updated_at = now() - interval '1 hour'; commit`)
    await open()
    await sort()
    await expect.poll(() => orders).toEqual(['created'])

    // An open list reads what is pushed to it. Another one is told first, so that the change is not pushed to this one, too.
    await page.goto('about:blank')
    const other = await page.context().newPage()
    const socket = await cuttableSocket(other)
    await other.goto('/app/tenants')
    await socket.joined('changes')
    const told = other.waitForRequest('**/rpc/tenant_list')
    await database.query("update public.companies set website = website where name = 'Harbor Lane Dental'")
    await told
    await other.close()
    await open()
    await expect.poll(() => orders).toEqual(['company'])
    await sort()
    await expect.poll(() => orders).toEqual(['company', 'created'])
  })

  test('applies what was clicked before its scripts ran', async ({ page, database }) => {
    const { tenantId } = await knownRecords(database)
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    await page.route('**/_next/static/**/*.js', async (route) => {
      await released
      await route.continue()
    })
    await page.goto(`/app/tenants/${tenantId}/extensions`, { waitUntil: 'commit' })
    const row = page.getByRole('main').getByRole('row').filter({ hasText: '1001' }).first()
    await row
      .getByRole('cell')
      .filter({ hasNot: page.locator('a, button, input') })
      .first()
      .click()
    release()
    await expect(page.getByRole('dialog', { name: /1001/ })).toBeVisible()
  })
})

test.describe('a long list', () => {
  test.use({ role: 'superadmin' })

  test('is where it was scrolled to when Back returns to it, even if its rows arrive after the page', async ({
    page,
    database,
  }) => {
    const { tenantId } = await knownRecords(database)
    const day = (daysAgo: number) => new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 10)
    await page.goto(`/app/tenants/${tenantId}/cdr?from=${day(90)}&until=${day(0)}`)
    const rows = page.getByRole('table', { name: 'Calls', exact: true }).getByRole('row')
    const numbers = page.getByRole('table', { name: 'Numbers' })
    await expect(rows).toHaveCount(1 + 50)
    // The chart above the rows arrives after them.
    await expect(page.getByText('Show the figures as a table')).toBeVisible()
    const scrolled = () => page.evaluate(() => window.scrollY)
    const place = await page.evaluate(() => {
      window.scrollTo(0, document.body.scrollHeight)
      return window.scrollY
    })
    expect(place).toBeGreaterThan(0)
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Numbers' }).click()
    await expect(numbers).toBeVisible()
    await page.goBack()
    await expect(rows).toHaveCount(1 + 50)
    await expect.poll(scrolled).toBe(place)

    await page.goForward()
    await expect(numbers).toBeVisible()
    // Nothing is left of what was read before.
    await page.reload()
    await expect(numbers).toBeVisible()
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    await page.route('**/rest/v1/rpc/cdr_page*', async (route) => {
      await released
      await route.continue()
    })
    await page.goBack()
    await expect(page.getByRole('heading', { level: 2, name: 'Call records' })).toBeVisible()
    release()
    await expect(rows).toHaveCount(1 + 50)
    await expect.poll(scrolled).toBe(place)
  })
})
