import type { Page } from '@playwright/test'
import type { Client } from 'pg'
import { expect } from './fixtures'
import { follow } from './screens/shell'
import { test } from './support/rows'

test.use({ role: 'tech' })

/** The ids of the demo data's tenants by their companies' names. */
async function tenantIds(database: Client): Promise<Map<string, string>> {
  const { rows } = await database.query<{ name: string; id: string }>(
    'select name, domain_uuid as id from companies where domain_uuid is not null',
  )
  return new Map(rows.map(({ name, id }) => [name, id]))
}

function tenantsTable(page: Page) {
  const table = page.getByRole('table', { name: 'Tenants' })
  return {
    table,
    /** The names in the order they are listed. */
    names: table.getByRole('row').getByRole('link'),
    search: page.getByRole('searchbox', { name: 'Search tenants' }),
    status: page.getByRole('combobox', { name: 'Status' }),
    header: (name: string) => table.getByRole('columnheader', { name }),
  }
}

test.describe('the tenant list', () => {
  test('is searched, kept in the address, with _ as it is, and says that nothing matches', async ({
    page,
  }) => {
    await page.goto('/app/tenants')
    const { names, search, status } = tenantsTable(page)
    await search.fill('ridge-logistics.pbx')
    await expect(names).toHaveText(['Cedar Ridge Logistics'])
    await expect(page).toHaveURL((url) => url.searchParams.get('q') === 'ridge-logistics.pbx')
    await page.reload()
    await expect(search).toHaveValue('ridge-logistics.pbx')
    await expect(names).toHaveText(['Cedar Ridge Logistics'])

    await search.fill('cedar_ridge')
    await expect(page).toHaveURL(/q=cedar_ridge/)
    await expect(page.getByText('No tenant matches')).toBeVisible()
    await status.selectOption('Active')
    await expect(page).toHaveURL(/status=active/)
    await page.getByRole('button', { name: 'Clear filters' }).last().click()
    await expect(page).toHaveURL('/app/tenants')
    await expect(search).toHaveValue('')
    await expect(status).toHaveValue('')
    await expect(names.first()).toBeVisible()
  })

  test('ignores invalid values in the address, and is sorted and filtered, which Back undoes', async ({
    page,
    rows,
  }) => {
    await rows.tenant('Quincewood Mining Supply')
    await rows.tenant('Quincewood Travel Partners')
    await rows.tenant('Zonal Trial Dental')
    await rows.tenant('Zonal Trial Bakery', { status: 'suspended' })
    await page.goto('/app/tenants?sort=drop&status=none&after=zzz&desc=maybe')
    const { names, header, status } = tenantsTable(page)
    await expect(names.first()).toBeVisible()
    await expect(header('Company')).toHaveAttribute('aria-sort', 'ascending')

    await test.step('sorted by clicking a header, kept in the address', async () => {
      await follow(page, '/app/tenants?q=quincewood')
      await expect(names).toHaveText(['Quincewood Mining Supply', 'Quincewood Travel Partners'])
      await expect(header('Company')).toHaveAttribute('aria-sort', 'ascending')

      await header('Company').getByRole('button').click()
      await expect(names).toHaveText(['Quincewood Travel Partners', 'Quincewood Mining Supply'])
      await expect(header('Company')).toHaveAttribute('aria-sort', 'descending')
      await expect(page).toHaveURL(/desc=true/)

      await page.goBack()
      await expect(names).toHaveText(['Quincewood Mining Supply', 'Quincewood Travel Partners'])
      await expect(header('Company')).toHaveAttribute('aria-sort', 'ascending')
    })

    await test.step('filtered by status', async () => {
      await follow(page, '/app/tenants?q=zonal')
      await expect(names).toHaveCount(2)
      await status.selectOption('Suspended')
      await expect(page).toHaveURL('/app/tenants?q=zonal&status=suspended')
      await expect(names).toHaveText(['Zonal Trial Bakery'])
      await page.goBack()
      await expect(page).toHaveURL('/app/tenants?q=zonal')
      await expect(status).toHaveValue('')
    })
  })

  test('opens a tenant by its name, by a click in the row, and by keyboard', async ({ page, database }) => {
    const id = (await tenantIds(database)).get('Cedar Ridge Logistics')
    const { table, names } = tenantsTable(page)
    const heading = page.getByRole('heading', { level: 1, name: 'Cedar Ridge Logistics' })
    await page.goto('/app/tenants?q=cedar+ridge')
    for (const go of [
      () => names.first().click(),
      () => table.getByRole('row').nth(1).getByRole('cell').nth(5).click(),
      () => names.first().press('Enter'),
    ]) {
      await expect(names).toHaveText(['Cedar Ridge Logistics'])
      await go()
      await expect(page).toHaveURL(`/app/tenants/${id}`)
      await expect(heading).toBeVisible()
      await page.goBack()
    }
    await expect(names).toHaveText(['Cedar Ridge Logistics'])

    await test.step('which shows its details, and if suspended says so on every page', async () => {
      const suspended = (await tenantIds(database)).get('Copper Basin Mining Supply')
      await follow(page, `/app/tenants/${suspended}`)
      await expect(page.getByRole('heading', { level: 1, name: 'Copper Basin Mining Supply' })).toBeVisible()
      await expect(page.getByText('copper-basin-mining-supply.pbx.example')).toBeVisible()
      // Only those who may open the customer's page are led there.
      await expect(page.getByText('Customer', { exact: true })).toHaveCount(0)
      await expect(page.getByText('This tenant is suspended')).toBeVisible()
      await page
        .getByRole('navigation', { name: 'Tenant' })
        .getByRole('link', { name: 'Devices', exact: true })
        .click()
      await expect(page).toHaveURL(`/app/tenants/${suspended}/devices`)
      await expect(page.getByText('This tenant is suspended')).toBeVisible()
      await follow(page, `/app/tenants/${(await tenantIds(database)).get('Harbor Lane Dental')}`)
      await expect(page.getByRole('heading', { level: 1, name: 'Harbor Lane Dental' })).toBeVisible()
      await expect(page.getByText('This tenant is suspended')).toHaveCount(0)
    })
  })
})
