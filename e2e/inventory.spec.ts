import { mergeTests } from '@playwright/test'
import { expect } from './fixtures'
import { giveSession } from './screens/session-cookies'
import { expectAccessible } from './support/accessible'
import { test as withCamera } from './support/camera'
import { test as withRows } from './support/rows'

const base = mergeTests(withCamera, withRows)

/** MAC addresses of Yealink phones that nothing else has, received by a test and removed after it. */
const test = base.extend<{ macs: string[] }>({
  // Of the tenant's rows, so that it is over before these are removed.
  macs: async ({ database, rows: _rows }, use) => {
    const macs = Array.from(
      { length: 9 },
      (_, n) => `80:5E:C0:E2:E8:${n.toString(16).padStart(2, '0').toUpperCase()}`,
    )
    await use(macs)
    await database.query('delete from devices where mac = any ($1)', [macs])
    await database.query('delete from inventory where mac = any ($1)', [macs])
  },
})

test.describe('a tech', () => {
  test.use({ role: 'tech' })

  test('receives nine phones with the camera, each once, while the network drops twice, reads a serial number, and assigns one by scanning', async ({
    camera,
    database,
    macs,
    rows,
  }) => {
    const barcode = (text: string | undefined) => ({ kind: 'code128' as const, text: text ?? '' })
    const tenantId = await rows.tenant('Receives a phone')
    const page = await camera.open(barcode('SN-4471-0093'))
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto('/app/inventory')
    await expect(page.getByRole('table')).toHaveCount(0)
    // Both ways to scan fit beside each other, so that little of a phone's screen is taken.
    await expect(async () => {
      const [lookUpAt, receiveAt] = await Promise.all(
        ['Look up by scanning', 'Receive by scanning'].map((name) =>
          page.getByRole('button', { name }).boundingBox(),
        ),
      )
      expect(lookUpAt).not.toBeNull()
      expect(lookUpAt?.y).toBe(receiveAt?.y)
    }).toPass()
    await page.getByRole('button', { name: 'Receive by scanning' }).click()
    const station = page.getByRole('dialog', { name: 'Receive by scanning' })
    await expect(station.getByLabel('Camera')).toHaveCount(0)
    await station.getByLabel('Model of these phones').fill('T54W')
    await station.getByLabel('Location').fill('Shelf 3')
    await station.getByRole('button', { name: 'Start scanning' }).click()
    await expect(station.getByText('Not a MAC address')).toBeVisible()
    // No on-screen keyboard covers the camera.
    await expect(station.getByLabel('MAC address')).toHaveAttribute('inputmode', 'none')
    for (const [n, mac] of macs.entries()) {
      if (n === 1 || n === 5) await page.context().setOffline(true)
      if (n === 4 || n === 7) await page.context().setOffline(false)
      camera.show(barcode(mac))
      await expect(station.getByText(`${mac} added`)).toBeVisible()
      if (n === 3) await expect(station.getByText('No connection.')).toBeVisible()
    }
    // A phone's second barcode.
    const last = String(macs.at(-1))
    const serial = `SN${last.replaceAll(':', '')}X`
    camera.show(barcode(serial))
    await expect(station.getByText(`Serial number ${serial} added to ${last}`)).toBeVisible()
    await expect
      .poll(async () => (await database.query('select serial from inventory where mac = $1', [last])).rows)
      .toEqual([{ serial }])
    // By hand: a phone that the camera has read a moment ago may still be in its picture.
    await station.getByRole('button', { name: 'Switch the camera off' }).click()
    await station.getByRole('textbox', { name: 'MAC address' }).fill(String(macs[3]))
    await station.getByRole('button', { name: 'Add', exact: true }).click()
    await expect(station.getByText(`${macs[3]} was already scanned`)).toBeVisible()
    await expect(station.getByText('9 received')).toBeVisible()
    const stored = await database.query(
      'select mac, model, location, status from inventory where mac = any ($1) order by mac',
      [macs],
    )
    expect(stored.rows).toEqual(
      macs.map((mac) => ({ mac, model: 'T54W', location: 'Shelf 3', status: 'in_stock' })),
    )
    await station.getByRole('button', { name: 'Done' }).click()

    camera.show(barcode(macs[0]))
    await page.getByRole('button', { name: 'Look up by scanning' }).click()
    const lookUp = page.getByRole('dialog', { name: 'Look up by scanning' })
    await expect(lookUp.getByText(String(macs[0]))).toBeVisible()
    await expect(lookUp.getByText('In stock')).toBeVisible()
    await lookUp.getByRole('combobox', { name: 'Assign to the tenant' }).click()
    await page.getByRole('option', { name: 'Receives a phone' }).click()
    await lookUp.getByRole('button', { name: 'Assign' }).click()
    await lookUp.getByRole('link', { name: 'Show it there' }).click()
    await expect(page).toHaveURL(new RegExp(`/app/tenants/${tenantId}/devices`))
    await expect(page.getByRole('main').getByText(String(macs[0])).first()).toBeVisible()
    const linked = await database.query(
      `select i.status, d.tenant_id, d.vendor from inventory i join devices d on d.inventory_id = i.id where i.mac = $1`,
      [macs[0]],
    )
    expect(linked.rows).toEqual([{ status: 'deployed', tenant_id: tenantId, vendor: 'Yealink' }])
  })

  test('finds a stock phone by MAC address, and queued scans are sent with the dialog closed', async ({
    page,
    context,
    database,
    macs,
  }) => {
    const [held, scanned] = [String(macs[0]), String(macs[1])]
    await database.query(
      "insert into inventory (name, mac, model, status) values ('Broken phone', $1, 'ZZ-1', 'rma')",
      [held],
    )
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto('/app/inventory')
    await page.getByRole('button', { name: 'Look up by scanning' }).click()
    const lookUp = page.getByRole('dialog', { name: 'Look up by scanning' })
    const mac = lookUp.getByLabel('MAC address')
    await mac.fill('80:5E')
    await mac.press('Enter')
    await expect(mac).toHaveAccessibleDescription(/^Enter a MAC address: 12 digits/)
    const installed = await database.query<{ mac: string; name: string }>(
      `select d.mac, c.name from devices d join companies c on c.domain_uuid = d.tenant_id
       where not exists (select 1 from inventory i where i.mac = d.mac) order by d.mac limit 1`,
    )
    await mac.fill(String(installed.rows[0]?.mac))
    await mac.press('Enter')
    await expect(lookUp.getByText(`It is a device of ${installed.rows[0]?.name}.`)).toBeVisible()
    await expect(lookUp.getByRole('link', { name: 'Show it there' })).toBeVisible()
    await lookUp.getByRole('button', { name: 'Scan another' }).click()
    await mac.fill(held)
    await mac.press('Enter')
    await expect(lookUp.getByText('Broken phone', { exact: true })).toBeVisible()
    await expect(lookUp.getByText('RMA')).toBeVisible()
    await expect(lookUp.getByRole('button', { name: 'Assign' })).toHaveCount(0)
    await expectAccessible(page, 'a phone that was looked up', [390])
    await lookUp.getByRole('button', { name: 'Done' }).click()

    await page.getByRole('button', { name: 'Receive by scanning' }).click()
    const station = page.getByRole('dialog', { name: 'Receive by scanning' })
    await station.getByRole('button', { name: 'Start scanning' }).click()
    await expect(station.getByLabel('MAC address')).toBeFocused()
    await context.setOffline(true)
    for (const mac of [held, scanned]) {
      await station.getByLabel('MAC address').fill(mac)
      await station.getByLabel('MAC address').press('Enter')
    }
    await station.getByRole('button', { name: 'Done' }).click()
    await expect(page.getByText('2 scans are waiting to be sent.')).toBeVisible()
    await context.setOffline(false)
    await expect(page.getByText('2 scans are waiting to be sent.')).toBeHidden()
    await page.getByRole('button', { name: 'Receive by scanning' }).click()
    await expect(station.getByText('Already in inventory: Broken phone, in RMA')).toBeVisible()
    await expect(station.getByText('1 received')).toBeVisible()
    const stored = await database.query(
      'select mac, status from inventory where mac = any ($1) order by mac',
      [macs],
    )
    expect(stored.rows).toEqual([
      { mac: held, status: 'rma' },
      { mac: scanned, status: 'in_stock' },
    ])

    await station.getByRole('button', { name: `Correct ${scanned}` }).click()
    const correction = station.getByRole('form', { name: `Correct ${scanned}` })
    await correction.getByLabel('Serial number').fill(`S-${scanned}`)
    await correction.getByLabel('Location').fill('Shelf 4')
    await correction.getByRole('button', { name: 'Save' }).click()
    await expect
      .poll(async () => {
        const { rows } = await database.query('select serial, location from inventory where mac = $1', [
          scanned,
        ])
        return rows
      })
      .toEqual([{ serial: `S-${scanned}`, location: 'Shelf 4' }])
    await station.getByRole('button', { name: `Remove ${scanned}` }).click()
    await expect(station.getByRole('list', { name: 'Scans' }).getByText(scanned)).toHaveCount(0)
    const left = await database.query('select 1 from inventory where mac = $1', [scanned])
    expect(left.rows).toEqual([])
  })

  test('leaves unsent scans to whoever scanned them when someone else signs in', async ({
    page: first,
    context,
    database,
    macs,
    makeAccount,
  }) => {
    const mac = String(macs[0])
    const stored = () => database.query('select mac from inventory where mac = $1', [mac])
    const [ada, ben] = [await makeAccount('tech'), await makeAccount('tech')]
    await giveSession(context, ada)
    await first.goto('/app/inventory')
    await first.getByRole('button', { name: 'Receive by scanning' }).click()
    const station = first.getByRole('dialog', { name: 'Receive by scanning' })
    await station.getByRole('button', { name: 'Start scanning' }).click()
    await context.setOffline(true)
    await station.getByLabel('MAC address').fill(mac)
    await station.getByLabel('MAC address').press('Enter')
    await expect(station.getByText('1 waiting')).toBeVisible()
    await context.clearCookies()

    // The page stays open, and sends nothing with the session of the person in another tab.
    await context.setOffline(false)
    const other = await context.newPage()
    await other.goto('/app/inventory')
    await other.getByLabel('Email').fill(ben.email)
    await other.getByRole('textbox', { name: 'Password' }).fill(ben.password)
    await other.getByRole('button', { name: 'Sign in' }).click()
    await expect(other.getByRole('button', { name: 'Receive by scanning' })).toBeVisible()
    await expect(other.getByText(/waits? to be sent/)).toHaveCount(0)
    await first.close()
    await other.getByRole('button', { name: 'Receive by scanning' }).click()
    const theirs = other.getByRole('dialog', { name: 'Receive by scanning' })
    await theirs.getByRole('button', { name: 'Start scanning' }).click()
    await theirs.getByLabel('MAC address').fill(String(macs[1]))
    await theirs.getByLabel('MAC address').press('Enter')
    await expect(theirs.getByText('1 received')).toBeVisible()
    expect((await stored()).rows).toEqual([])

    await giveSession(context, ada)
    await other.goto('/app')
    await expect(other.getByText('A phone that you scanned is not in inventory yet.')).toBeVisible()
    await expectAccessible(other, 'a page with unsent scans')
    await other.getByRole('link', { name: 'Send it' }).click()
    await expect(theirs.getByText('1 received')).toBeVisible()
    const trail = await database.query(
      `select actor from audit_log where action = 'insert' and record_id in (select id from inventory where mac = $1)`,
      [mac],
    )
    expect(trail.rows).toEqual([{ actor: ada.userId }])
  })
})

test.describe('an admin', () => {
  test.use({ role: 'admin' })

  test('finds and edits stock', async ({ page, database, macs }) => {
    const mac = macs.at(-1)
    await database.query(
      "insert into inventory (name, mac, model, serial) values ('Trial phone', $1, 'ZZ-1', $2)",
      [mac, `S-${mac}`],
    )
    await page.goto('/app/inventory')
    await expect(page.getByRole('table', { name: 'Stock items' }).getByRole('link').first()).toBeVisible()
    await expectAccessible(page, 'the stock')
    await page.setViewportSize({ width: 1440, height: 900 })
    const search = page.getByRole('searchbox', { name: /Search stock items|Name, tag/ }).first()
    await search.fill(String(mac))
    await page.getByRole('row', { name: new RegExp(String(mac)) }).click()
    const form = page.getByRole('dialog', { name: 'Trial phone' })
    await form.getByLabel('Status').selectOption('RMA')
    await form.getByRole('button', { name: 'Save' }).click()
    await expect(form).toBeHidden()
    const edited = await database.query('select status from inventory where mac = $1', [mac])
    expect(edited.rows).toEqual([{ status: 'rma' }])
  })
})
