import { randomBytes } from 'node:crypto'
import { expect } from './fixtures'
import { expectAccessible } from './support/accessible'
import { test as base } from './support/rows'

/** MAC addresses of their own, received by a test and removed after it. */
const test = base.extend<{ macs: string[] }>({
  // Of the tenant's rows, so that it is over before these are removed.
  macs: async ({ database, rows: _rows }, use) => {
    const run = randomBytes(2).toString('hex').toUpperCase()
    const macs = Array.from(
      { length: 25 },
      (_, n) =>
        `02:E2:${run.slice(0, 2)}:${run.slice(2)}:00:${n.toString(16).padStart(2, '0').toUpperCase()}`,
    )
    await use(macs)
    await database.query('delete from devices where mac = any ($1)', [macs])
    await database.query('delete from inventory where mac = any ($1)', [macs])
  },
})

test.describe('a tech', () => {
  test.use({ role: 'tech', viewport: { width: 390, height: 844 } })

  test('receives 25 phones while the network drops twice, each once, and assigns one to a tenant', async ({
    page,
    context,
    database,
    macs,
    rows,
  }) => {
    test.setTimeout(120_000)
    await page.goto('/app/inventory')
    await expect(page.getByRole('table')).toHaveCount(0)
    await page.getByRole('button', { name: 'Receive by scanning' }).click()
    const station = page.getByRole('dialog', { name: 'Receive by scanning' })
    await station.getByLabel('Model of these phones').fill('T54W')
    const scan = async (mac: string) => {
      await station.getByLabel('MAC address').fill(mac)
      await station.getByLabel('MAC address').press('Enter')
    }
    for (const [n, mac] of macs.entries()) {
      if (n === 8 || n === 17) await context.setOffline(true)
      if (n === 12 || n === 21) await context.setOffline(false)
      await scan(mac)
      if (n === 10) await expect(station.getByText('No connection.')).toBeVisible()
    }
    await scan(macs[3] ?? '')
    await expect(station.getByText(`${macs[3]} was scanned already`)).toBeVisible()
    await scan('nonsense')
    await expect(station.getByText('Not a MAC address')).toBeVisible()
    await expect(station.getByText('25 received')).toBeVisible({ timeout: 30_000 })
    const stored = await database.query(
      'select mac, model, status from inventory where mac = any ($1) order by mac',
      [macs],
    )
    expect(stored.rows).toEqual(macs.map((mac) => ({ mac, model: 'T54W', status: 'in_stock' })))
    await station.getByRole('button', { name: 'Done' }).click()

    const tenantId = await rows.tenant('Receives a phone')
    await page.goto(`/app/tenants/${tenantId}/devices?record=new`)
    const form = page.getByRole('dialog', { name: 'New device' })
    await form.getByLabel('MAC address').fill(macs[0] ?? '')
    await form.getByRole('button', { name: 'Create device' }).click()
    await expect(form).toBeHidden()
    const linked = await database.query(
      `select i.status, d.tenant_id from inventory i join devices d on d.inventory_id = i.id where i.mac = $1`,
      [macs[0]],
    )
    expect(linked.rows).toEqual([{ status: 'deployed', tenant_id: tenantId }])
  })
})

test.describe('an admin', () => {
  test.use({ role: 'admin' })

  test('finds, changes and counts stock', async ({ page, database, macs }) => {
    const [mac] = macs
    await database.query(
      "insert into inventory (name, mac, model, serial) values ('Trial phone', $1, 'ZZ-1', $2)",
      [mac, `S-${mac}`],
    )
    await page.goto('/app/inventory')
    await expectAccessible(page, 'the stock', [1440, 390])
    await page.setViewportSize({ width: 1440, height: 900 })
    await page
      .getByRole('searchbox', { name: /Search stock items|Name, tag/ })
      .first()
      .fill(String(mac))
    await page.getByRole('row', { name: new RegExp(String(mac)) }).click()
    const form = page.getByRole('dialog', { name: 'Trial phone' })
    await form.getByLabel('Status').selectOption('RMA')
    await form.getByRole('button', { name: 'Save' }).click()
    await expect(form).toBeHidden()
    const stored = await database.query('select status from inventory where mac = $1', [mac])
    expect(stored.rows).toEqual([{ status: 'rma' }])
  })
})
