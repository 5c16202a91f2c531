import type { Download, Page } from '@playwright/test'
import type { Client } from 'pg'
import { expect } from './fixtures'
import { expectAccessible } from './support/accessible'
import { textOf } from './support/download'
import { inThisLane } from './support/lane'
import { test } from './support/rows'

test.use({ role: 'superadmin' })

/** Numbers and a carrier used only here. */
const CARRIER = 'Journey Telecom'
/** More than one request takes. */
const COUNT = 1100
const numberOf = (n: number) => `+1620${String(2_000_000 + n)}`
const OURS = `number between '${numberOf(0)}' and '${numberOf(COUNT + 99)}'`

function csv(): string {
  const lines = Array.from({ length: COUNT }, (_, n) =>
    [numberOf(n), 'Available', CARRIER, '0.35', n % 2 ? 'journey; odd' : 'journey'].join(','),
  )
  return ['Number,Status,Carrier,Monthly cost,Tags', ...lines].join('\n')
}

const asFile = (name: string, text: string) => ({ name, mimeType: 'text/csv', buffer: Buffer.from(text) })

async function clear(database: Client) {
  await database.query('begin')
  // Audit entries for them are not needed and take time.
  await database.query('alter table public.dids disable trigger audit')
  await database.query(
    `update public.dids set destination_id = null where destination_id is not null and ${OURS}`,
  )
  await database.query(`delete from public.dids where ${OURS}`)
  await database.query('alter table public.dids enable trigger audit')
  await database.query('commit')
}

/** Records the progress bar's values from now on: it stops while the page is frozen. */
async function watchProgress(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const shown = new Set<string>()
    Object.assign(window, { shown })
    const look = () => {
      const text = document.querySelector('[role=progressbar]')?.getAttribute('aria-valuetext')
      if (text) shown.add(text)
      requestAnimationFrame(look)
    }
    look()
  })
  return () => page.evaluate(() => [...(window as unknown as { shown: Set<string> }).shown])
}

test('1,100 numbers are imported, 200 assigned at once, and compared with the carrier’s list', async ({
  page,
  database,
  rows,
}) => {
  const tenant = await rows.tenant('Journey Bindery')
  const stored = async () =>
    (await database.query<{ count: number }>(`select count(*)::int from public.dids where ${OURS}`)).rows[0]
      ?.count
  try {
    await clear(database)
    await page.goto('/app/numbers')
    await page.getByRole('button', { name: 'Import' }).click()
    const dialog = page.getByRole('dialog', { name: 'Import numbers' })

    // The page stays responsive during the dry run, which stores nothing.
    const progress = await watchProgress(page)
    await dialog.getByLabel('CSV file').setInputFiles(asFile('numbers.csv', csv()))
    await dialog.getByRole('button', { name: 'Check 1,100 rows' }).click()
    await expect(dialog.getByRole('progressbar', { name: 'Checking 1,100 rows' })).toBeVisible()
    await expect(dialog).toContainText('1,100 to be added')
    expect((await progress()).length).toBeGreaterThan(2)
    expect(await stored()).toBe(0)

    // The first response to the import gets lost, and resent rows are not duplicated.
    await page.route(
      '**/rpc/import_records',
      async (route) => {
        await route.fetch({ url: inThisLane(route.request().url()) })
        await route.abort('connectionreset')
      },
      { times: 1 },
    )
    // Shown for only about a second.
    const sentAgain = dialog
      .getByText('The rows are being sent again; none will be imported twice.')
      .waitFor()
    await dialog.getByRole('button', { name: 'Import' }).click()
    await expect(dialog.getByRole('progressbar', { name: 'Importing 1,100 rows' })).toBeVisible()
    await sentAgain
    await expect(dialog).toContainText('1,100 added')
    await dialog.getByRole('button', { name: 'Done' }).click()
    expect(await stored()).toBe(COUNT)

    // 200 go to the tenant at once.
    await page.getByPlaceholder('Number, description, carrier, tag').fill('+162020001')
    const table = page.getByRole('table', { name: 'Numbers' })
    await expect(page.getByText('50 of 100 numbers')).toBeVisible()
    await assignAll(page, 100)
    await page.getByPlaceholder('Number, description, carrier, tag').fill('+162020002')
    await expect(table).toContainText('(620) 200-0200')
    await assignAll(page, 100)
    const assigned = await database.query(
      `select count(*)::int, min(number), max(number) from public.dids where tenant_id = $1 and status = 'assigned'`,
      [tenant],
    )
    expect(assigned.rows).toEqual([{ count: 200, min: numberOf(100), max: numberOf(299) }])

    // The carrier's list differs in seven places.
    const { rows: routes } = await database.query<{ id: string }>(
      `insert into public.destinations (tenant_id, kind, number, name)
       values ($1, 'external', '+16205550100', 'Front desk') returning id`,
      [tenant],
    )
    await database.query('update public.dids set destination_id = $1 where number = any ($2)', [
      routes[0]?.id,
      [numberOf(100), numberOf(101), numberOf(102)],
    ])
    await database.query(`update public.dids set carrier = 'Another' where number = $1`, [numberOf(7)])
    const their = Array.from({ length: COUNT + 2 }, (_, n) => [numberOf(n), 'Active'])
      .filter(([number]) => ![numberOf(10), numberOf(100)].includes(String(number)))
      .map(([number]) => {
        if (number === numberOf(20)) return `${number},Port-in pending`
        if (number === numberOf(101)) return `${number},Disconnected`
        return `${String(number).slice(2)},Active`
      })
    const planted = [
      [numberOf(7), 'Different carrier here'],
      [numberOf(10), 'Missing at the carrier'],
      [numberOf(20), 'Status differs'],
      [numberOf(100), 'Routed but not held'],
      [numberOf(101), 'Routed but not held'],
      [numberOf(COUNT), 'Missing here'],
      [numberOf(COUNT + 1), 'Missing here'],
    ]
    await page.getByRole('tab', { name: 'Reconcile' }).click()
    await page.getByRole('textbox', { name: 'Carrier' }).fill(CARRIER)
    await page
      .getByLabel('Carrier’s list')
      .setInputFiles(asFile('journey.csv', ['Telephone number,Status', ...their].join('\n')))
    await page.getByRole('button', { name: 'Compare' }).click()
    await expect(page.getByRole('status').filter({ hasText: '1,100 numbers listed' })).toBeVisible()
    const [report] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('region', { name: 'Differences' }).getByRole('button', { name: 'Export' }).click(),
    ])
    const found = (await linesOf(report)).slice(1).map((line) => line.split(',', 2))
    // Numbers without a carrier are not this test's: other tests may create some meanwhile.
    const others = await database.query<{ number: string }>(
      "select number from public.dids where carrier = ''",
    )
    const nobodys = new Set(others.rows.map(({ number }) => number))
    expect(found.filter(([number]) => !nobodys.has(String(number)))).toEqual(planted)
    await expect(page.getByRole('link', { name: 'Show all that lead nowhere' })).toBeVisible()
    await expect(page.getByText('197 assigned numbers lead nowhere here.')).toBeVisible()
    await expectAccessible(page, 'the differences')
  } finally {
    await clear(database)
  }

  /** Assigns all numbers in the list to the tenant. */
  async function assignAll(on: Page, count: number) {
    await on.getByRole('checkbox', { name: /^Select all/ }).check()
    await on.getByRole('button', { name: `Select all ${count} numbers found` }).click()
    await expect(on.getByText(`${count} selected`).last()).toBeVisible()
    await on.getByRole('button', { name: 'Assign to a tenant' }).click()
    const assign = on.getByRole('dialog', { name: `Assign to a tenant: ${count} numbers` })
    await assign.getByRole('combobox', { name: 'Tenant' }).click()
    await on.getByRole('option', { name: 'Journey Bindery' }).click()
    await assign.getByRole('button', { name: 'Assign to a tenant' }).click()
    await expect(assign).toContainText(`${count} done, 0 failed.`)
    await assign.getByRole('button', { name: 'Done' }).click()
  }
})

const linesOf = async (download: Download) => (await textOf(download)).replace(/^\uFEFF/, '').split('\r\n')

test('numbers are exported without formulas, and importing them again changes nothing', async ({
  page,
  database,
}) => {
  const texts = ['=HYPERLINK("http://x","y")', '+cmd|calc', '-1+1', '@SUM(A1)', "'=quoted", '+16205550100']
  const numbers = texts.map((_, n) => `+1620299000${n}`)
  const stored = async () =>
    (
      await database.query(
        'select d.*, c.monthly_cost from public.dids d join public.did_costs c using (id) where number = any ($1) order by number',
        [numbers],
      )
    ).rows
  try {
    for (const [n, text] of texts.entries()) {
      await database.query(
        `insert into public.dids (number, description, carrier, tags, status) values ($1, $2, $2, array[$2], $3)`,
        [numbers[n], text, n % 2 ? 'aging' : 'reserved'],
      )
    }
    await database.query(
      'update public.did_costs c set monthly_cost = 0.35 from public.dids d where d.id = c.id and d.number = any ($1)',
      [numbers],
    )
    const before = await stored()
    await page.goto('/app/numbers?q=%2B1620299000')
    await expect(page.getByRole('table', { name: 'Numbers' }).getByRole('row')).toHaveCount(7)
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export' }).click(),
    ])
    const file = await textOf(download)
    expect(file).not.toMatch(/(^|[,\n])"?[=@-]/)
    expect(file).toContain(`${numbers[1]},'+cmd|calc,aging`)

    await page.getByRole('button', { name: 'Import' }).click()
    const dialog = page.getByRole('dialog', { name: 'Import numbers' })
    await dialog.getByLabel('CSV file').setInputFiles(asFile('numbers.csv', file))
    await dialog.getByRole('button', { name: 'Check 6 rows' }).click()
    await expect(dialog).toContainText('6 unchanged')
    await dialog.getByRole('button', { name: 'Import' }).click()
    await expect(dialog).toContainText('Nothing was changed.')
    expect(await stored()).toEqual(before)
  } finally {
    await database.query('delete from public.dids where number = any ($1)', [numbers])
  }
})
