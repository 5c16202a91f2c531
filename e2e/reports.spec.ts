import { readFile } from 'node:fs/promises'
import { expect, test } from './fixtures'
import { expectAccessible } from './support/accessible'

test.describe('reports', () => {
  test.use({ role: 'superadmin' })

  test('agree with a direct count, are saved as a file, and keep their days in the address', async ({
    page,
    database,
  }) => {
    const [days] = (
      await database.query<{ from: string; until: string; calls: string }>(`
        with days as (select (current_date - 6)::text as from, (current_date - 1)::text as until)
        select d.from, d.until, (select count(*) from cdr c join tenants t on t.id = c.tenant_id
          where (c.start_at at time zone t.time_zone)::date between d.from::date and d.until::date) as calls
        from days d`)
    ).rows
    await page.goto(`/app/reports?from=${days?.from}&until=${days?.until}`)
    await expect(page.getByRole('heading', { level: 1, name: 'Reports' })).toBeVisible()
    await expect(
      page.getByText(Number(days?.calls).toLocaleString('en'), { exact: true }).first(),
    ).toBeVisible()
    await expectAccessible(page, 'the report of calls', [1440, 390])
    await page.setViewportSize({ width: 1440, height: 900 })
    const saving = page.waitForEvent('download')
    await page.getByRole('button', { name: 'CSV of Calls by tenant' }).click()
    const text = await readFile(await (await saving).path(), 'utf8')
    expect(text).toContain('Tenant,Calls,Answer rate,Talk time')

    await page.getByRole('tab', { name: 'Business' }).click()
    await expect(page.getByRole('table', { name: 'Pipeline by stage' })).toBeVisible()
    await expectAccessible(page, 'the report of business', [1440, 390])
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.getByRole('tab', { name: 'Audit trail' }).click()
    await expect(
      page.getByRole('table', { name: 'Audit trail' }).or(page.getByText('No entries')),
    ).toBeVisible()
    await expect(page).toHaveURL(/view=audit/)
  })
})

test.describe('an admin', () => {
  test.use({ role: 'admin' })

  test('has no audit trail among their reports', async ({ page }) => {
    await page.goto('/app/reports')
    await expect(page.getByRole('tab', { name: 'Business' })).toBeVisible()
    await expect(page.getByRole('tab', { name: 'Audit trail' })).toHaveCount(0)
  })
})
