import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import Papa from 'papaparse'
import { expect } from './fixtures'
import { follow } from './screens/shell'
import { expectAccessible } from './support/accessible'
import { test } from './support/rows'
import { wideTables } from './support/wide-tables'

/** The cells of a report's table as shown, without the header. */
const shownRows = (page: Page, title: string) =>
  page
    .getByRole('table', { name: title, exact: true })
    .locator('tbody tr')
    .evaluateAll((rows) =>
      rows.map((row) => [...(row as HTMLTableRowElement).cells].map((cell) => cell.innerText.trim())),
    )

/** The seconds in "1 hr 2 mins 3 secs". */
const secondsIn = (text: string) =>
  [...text.matchAll(/(\d+) (hr|min|sec)/g)].reduce(
    (sum, [, count, unit]) => sum + Number(count) * (unit === 'hr' ? 3600 : unit === 'min' ? 60 : 1),
    0,
  )

/** "Nov 5, 2026" as 2026-11-05. */
const isoDay = (text: string) => new Date(`${text} UTC`).toISOString().slice(0, 10)

/** Screen, print and file show the same. */
async function expectOneTruth(page: Page, title: string) {
  const folded = page.getByRole('button', { name: new RegExp(`^Show all .* rows of ${title}$`) })
  if (await folded.isVisible()) await folded.click()
  const onScreen = await shownRows(page, title)
  expect(onScreen.length, title).toBeGreaterThan(0)
  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: `CSV of ${title}` }).click()
  const text = await readFile(await (await saving).path(), 'utf8')
  const inFile = Papa.parse<string[]>(text.replace(/^\uFEFF/, ''), { skipEmptyLines: true }).data.slice(1)
  // In the file, figures are plain numbers: amounts with a separate currency column, times in seconds.
  const plain = (cell: string) => {
    if (cell === '—') return ''
    if (/^\d+ (hr|min|sec)/.test(cell)) return String(secondsIn(cell))
    if (/^-?\$?[\d,.]+%?$/.test(cell)) return String(Number(cell.replace(/[$,%]/g, '')))
    return /^\w{3} \d+, \d{4}$/.test(cell) ? isoDay(cell) : cell
  }
  const width = onScreen[0]?.length
  expect(
    inFile.map((row) =>
      row.slice(0, width).map((cell) => (/^-?\d+\.\d+$/.test(cell) ? String(Number(cell)) : cell)),
    ),
    `${title}, as a file`,
  ).toEqual(onScreen.map((row) => row.map(plain)))
  await page.emulateMedia({ media: 'print' })
  expect(await shownRows(page, title), `${title}, on paper`).toEqual(onScreen)
  await expect(page.getByRole('button', { name: `CSV of ${title}` })).toBeHidden()
  await expect(page.getByRole('banner')).toBeHidden()
  await page.emulateMedia({ media: null })
}

test.describe('reports', () => {
  test.use({ role: 'superadmin' })

  test('match a direct count, can be downloaded, and keep their dates in the address', async ({
    page,
    database,
  }) => {
    // Concurrent tests create calls now, which is yesterday in time zones where it is still night.
    const [days] = (
      await database.query<{ from: string; until: string; calls: string }>(`
        with days as (select (current_date - 8)::text as from, (current_date - 2)::text as until)
        select d.from, d.until, (select count(*) from cdr c join tenants t on t.id = c.tenant_id
          where (c.start_at at time zone t.time_zone)::date between d.from::date and d.until::date) as calls
        from days d`)
    ).rows
    await page.goto(`/app/reports?from=${days?.from}&until=${days?.until}`)
    await expect(page.getByRole('heading', { level: 1, name: 'Reports' })).toBeVisible()
    await expect(
      page.getByText(Number(days?.calls).toLocaleString('en'), { exact: true }).first(),
    ).toBeVisible()
    await expectAccessible(page, 'the report of calls')
    await page.setViewportSize({ width: 1440, height: 900 })
    // One table for each kind of cell: dates and times, amounts, counts.
    await expectOneTruth(page, 'Calls by day')
    const [counted] = (
      await database.query<{ name: string; calls: string }>(
        `select c.name, count(*) as calls from cdr d join tenants t on t.id = d.tenant_id
         join companies c on c.domain_uuid = t.id
         where (d.start_at at time zone t.time_zone)::date between $1 and $2
         group by c.name order by 2 desc, 1 limit 1`,
        [days?.from, days?.until],
      )
    ).rows
    const first = page.getByRole('table', { name: 'Calls by tenant' }).getByRole('row').nth(1)
    await expect(first.getByRole('cell').first()).toHaveText(String(counted?.name))
    await expect(first.getByRole('cell').nth(1)).toHaveText(String(counted?.calls))

    await page.getByRole('tab', { name: 'Business' }).click()
    await expect(page.getByRole('table', { name: 'Pipeline by stage' })).toBeVisible()
    await expectOneTruth(page, 'Monthly recurring revenue')
    await expectOneTruth(page, 'Seats assigned against billed')
    await expectAccessible(page, 'the report of business')
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.getByRole('tab', { name: 'Audit trail' }).click()
    await expect(
      page.getByRole('table', { name: 'Audit trail' }).or(page.getByText('No entries')),
    ).toBeVisible()
    await expect(page).toHaveURL(`/app/reports?from=${days?.from}&until=${days?.until}&view=audit`)
  })
})

test.describe('a report', () => {
  test.use({ role: 'superadmin' })

  test('covers the dates in the address, 30 days by default, and follows browser history', async ({
    page,
  }) => {
    await page.goto('/app/reports?from=2026-01-05&until=2026-01-09')
    await expect(page.getByText('Jan 5, 2026 to Jan 9, 2026.')).toBeVisible()
    await page.getByRole('button', { name: 'Last quarter' }).click()
    await expect(page).toHaveURL(/from=\d{4}-(01|04|07|10)-01&until=\d{4}-(03-31|06-30|09-30|12-31)/)
    await page.goBack()
    await expect(page.getByLabel('From')).toHaveValue('2026-01-05')
    await goBackAtOnce(page)
    await page.getByRole('button', { name: 'Last quarter' }).click()
    await expect(page.getByLabel('From')).toHaveValue('2026-01-05')
    for (const nonsense of ['from=2026-02-31&until=x', 'from=2026-05-01&until=2026-04-01', 'view=nothing']) {
      await follow(page, `/app/reports?${nonsense}`)
      await expect(page.getByLabel('Period')).toHaveValue('30d')
      await expect(page.getByRole('tab', { name: 'Calls', selected: true })).toBeVisible()
    }
  })
})

test.describe('an admin on a narrow phone', () => {
  // 360 px, of which a scroll bar takes 15.
  test.use({ role: 'admin', viewport: { width: 345, height: 740 } })

  test('gets no audit trail but the report of calls at its address, and reports whose tables do not scroll sideways', async ({
    page,
    rows,
  }) => {
    await rows.tenant('Schreinermeisterinnung Northwest')
    await page.goto('/app/reports?view=audit')
    await expect(page.getByRole('tab', { name: 'Business' })).toBeVisible()
    await expect(page.getByRole('tab', { name: 'Audit trail' })).toHaveCount(0)
    await expect(page.getByRole('main')).toContainText('Calls are counted in each tenant’s time zone.')
    await expect(page.getByRole('heading', { name: 'Calls by day' })).toBeVisible()
    await expect(page.getByRole('table').first()).toBeVisible()
    await expect.poll(() => wideTables(page.getByRole('table'))).toEqual([])

    // A tenant's talk time stands on one line.
    const cell = page
      .getByRole('table', { name: 'Calls by tenant' })
      .locator('tbody tr td:last-child')
      .first()
    expect(await cell.innerText()).toMatch(/^\d[\d,]*(\.\d h| h| min)$/)
    expect((await cell.boundingBox())?.height).toBeLessThan(50)

    await page.getByRole('tab', { name: 'Business' }).click()
    await expect(page.getByRole('table', { name: 'Pipeline by stage' })).toBeVisible()
    await expect.poll(() => wideTables(page.getByRole('table'))).toEqual([])
  })
})

/** Goes back from the next URL change before the page is drawn with it, as on a slow machine. */
async function goBackAtOnce(page: Page) {
  await page.evaluate(() => {
    const push = history.pushState.bind(history)
    history.pushState = (...state) => {
      history.pushState = push
      push(...state)
      history.back()
    }
  })
}
