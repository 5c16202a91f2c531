import { randomUUID } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { expect } from './fixtures'
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

/** Ids in query strings. */
const QUERIES = [
  '/app/tenants/TENANT/ring-groups?record=ID',
  '/app/tenants/TENANT/extensions?record=ID',
  '/app/tenants/TENANT/dids/inbound?record=ID',
  '/app/tenants/TENANT/devices?record=ID',
  '/app/tenants/TENANT/routing/time-conditions?record=ID',
  '/app/tenants/TENANT/cdr?call=ID',
  '/app/tenants/TENANT/billing?tab=invoices&invoice=ID',
  '/app/sales?record=ID',
  '/app/sales/companies?record=ID',
  '/app/inventory?record=ID',
  '/app/numbers?record=ID',
  '/app/numbers?tab=ports&record=ID',
  '/app/app/customers?record=ID',
]

const MALFORMED = '17'
const IDS = [MALFORMED, randomUUID()]

test('finds pages with ids in their addresses', () => {
  expect(pages.length).toBeGreaterThan(20)
})

/** The address says with each id that nothing was found, and nothing else is wrong. */
async function expectNothing(page: Page, address: string, ids = IDS) {
  for (const id of ids) {
    await page.goto(address.replace(/\[\w+\]|\bID\b/g, id))
    await expect(page.getByText(NOTHING).first()).toBeVisible()
    await expect(page.getByText(WRONG)).toHaveCount(0)
  }
}

// One browser tab for all, which has read the scripts that they share.
test('every page with an unknown id in its path says that nothing was found', async ({ page }) => {
  for (const path of pages) {
    // All pages of a tenant answer from the same frame, which its overview tries with both ids.
    const ids = path.startsWith('/app/tenants/[tenantId]/') ? [MALFORMED] : IDS
    await test.step(path, () => expectNothing(page, path, ids))
  }
})

test('every page with an unknown id in its query says that nothing was found', async ({ page, rows }) => {
  const tenant = await rows.tenant('Nothing Under This Id')
  for (const address of QUERIES) {
    await test.step(address, () => expectNothing(page, address.replace('TENANT', tenant)))
  }
})
