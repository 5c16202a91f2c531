import { randomUUID } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from './fixtures'
import { isRendered } from './screens/addresses'
import { follow, mainText } from './screens/shell'
import { test } from './support/rows'

test.use({ role: 'superadmin' })
test.describe.configure({ mode: 'parallel' })

const NOTHING = /not found|could not be found|does not exist/i
const WRONG = /wrong form|invalid input|syntax|Something went wrong|is not valid/i

/** Every page with an id in its path, with the ids in brackets. */
const pages = readdirSync(join(import.meta.dirname, '../pages'), { recursive: true })
  .map(String)
  .filter((file) => file.endsWith('.tsx') && file.includes('[') && !file.startsWith('api/'))
  .map((file) => `/${file.replace(/(\/index)?\.tsx$/, '')}`)
  .sort()

/** Ids in query strings. Lists with a form (components/records/record-panel.tsx) are one for all. */
const QUERIES = [
  '/app/tenants/TENANT/extensions?record=ID',
  '/app/tenants/TENANT/cdr?call=ID',
  '/app/tenants/TENANT/billing?tab=invoices&invoice=ID',
  '/app/sales?record=ID',
  '/app/sales/companies?record=ID',
  '/app/numbers?tab=ports&record=ID',
  '/app/app/customers?record=ID',
]

const ADDRESSES = [...pages, ...QUERIES]

test('finds pages with ids in their addresses', () => {
  expect(pages.length).toBeGreaterThan(20)
})

// One browser tab for all, which has read the scripts that they share. Each address has an id of its own, as an answer may be kept.
for (const [what, idOf] of [
  ['a malformed id', (n: number) => String(17 + n)],
  ['an unknown id', () => randomUUID()],
] as const) {
  test(`every page with ${what} in its address says that nothing was found`, async ({ page, rows }) => {
    test.slow()
    const tenant = await rows.tenant('Nothing Under This Id')
    await page.goto('/app/account')
    for (const [n, address] of ADDRESSES.entries()) {
      // All pages of a tenant answer from the same frame, which its overview tries with both ids. The server renders some of them.
      const isFramed = address.startsWith('/app/tenants/[tenantId]/')
      if (isFramed && (what === 'an unknown id' || !isRendered(address))) continue
      await test.step(address, async () => {
        const path = address.replace('TENANT', tenant).replace(/\[\w+\]|\bID\b/g, idOf(n))
        // What the server has said, the browser need not show.
        if (pages.includes(address)) {
          const sent = mainText(await (await page.request.get(path)).text())
          expect(sent).not.toMatch(WRONG)
          if (NOTHING.test(sent)) return
        }
        await follow(page, path)
        // The options of a filter are hidden.
        await expect(page.getByText(NOTHING).filter({ visible: true }).first()).toBeVisible()
        await expect(page.getByText(WRONG)).toHaveCount(0)
      })
    }
  })
}
