import type { Page } from '@playwright/test'
import type { Client } from 'pg'
import { expect, test } from './support/camera'
import { holdLookUps, openSearch, searchOverlay } from './support/search'

test.use({ role: 'tech' })

/** The table of bars and spaces in a Code 128 reader. */
const DECODER = /\[2,1,2,2,2,2\]/

/** A device of the demo data and the tenant that has it. */
async function findDevice(database: Client, company = 'Cedar Ridge Logistics') {
  const { rows } = await database.query<{ mac: string; company: string; tenantId: string }>(
    `select d.mac, c.name as company, d.tenant_id as "tenantId"
     from devices d join companies c on c.domain_uuid = d.tenant_id
     where c.name = $1 order by d.mac limit 1`,
    [company],
  )
  if (!rows[0]) throw new Error('The demo data has no such device.')
  return rows[0]
}

function scannerOf(page: Page) {
  return page.getByRole('dialog', { name: 'Scan a MAC address barcode' })
}

/** The toast is shown for three seconds, so waiting starts before the scan. */
function scanAlert(page: Page, mac: string) {
  return page.getByRole('region', { name: 'Notifications' }).getByText(`Scanned ${mac}`)
}

async function openScanner(page: Page) {
  const search = await openSearch(page)
  await search.dialog.getByRole('button', { name: 'Scan a barcode' }).click()
  return scannerOf(page)
}

/** Counts the scripts with a barcode decoder that the page has downloaded. */
function countDecoders(page: Page): () => Promise<number> {
  const scripts: Promise<string>[] = []
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script') scripts.push(response.text().catch(() => ''))
  })
  return async () => (await Promise.all(scripts)).filter((script) => DECODER.test(script)).length
}

test('a Code 128 barcode of a MAC address leads to the tenant that has the device; other barcodes are skipped', async ({
  camera,
  database,
}) => {
  const { mac, company, tenantId } = await findDevice(database)
  const page = await camera.open({ kind: 'qrcode', text: '02:00:5E:10:00:01' })
  const decoders = countDecoders(page)
  const lookUps = await holdLookUps(page)
  await page.goto('/app/tenants')
  const search = await openSearch(page)
  expect(await decoders()).toBe(0)
  await search.dialog.getByRole('button', { name: 'Scan a barcode' }).click()
  const scanner = scannerOf(page)

  await expect(scanner.getByText('Point the camera at the barcode.')).toBeVisible()
  await test.step('Code 128 barcodes without a MAC address are skipped', async () => {
    camera.show({ kind: 'code128', text: 'SN-4471-0093' })
    await expect(scanner.getByText('Not a MAC address')).toBeVisible()
  })

  const alerted = scanAlert(page, mac).waitFor()
  camera.show({ kind: 'code128', text: mac })
  await alerted
  await expect(scanner).toBeHidden()
  await expect(search.input).toBeDisabled()
  await expect(search.input).toHaveValue(mac)
  expect(await decoders()).toBe(1)
  await expect.poll(() => lookUps.asked).toEqual([{ type: 'mac', value: mac }])
  lookUps.release()
  await expect(page).toHaveURL(`/app/tenants/${tenantId}`)
  await expect(page.getByRole('heading', { level: 1, name: company })).toBeVisible()
  await expect(search.dialog).toBeHidden()

  await test.step('a barcode with only the twelve digits, turned by 25°, is read', async () => {
    const other = await findDevice(database, 'Harbor Lane Dental')
    camera.show({ kind: 'code128', text: other.mac.replaceAll(':', ''), degrees: 25, scale: 2 })
    await openScanner(page)
    await expect(page).toHaveURL(`/app/tenants/${other.tenantId}`)
  })
})

test('Escape turns the camera off and returns to the search; an unknown scanned address is reported, and can be corrected', async ({
  camera,
}) => {
  const page = await camera.open({ kind: 'qrcode', text: 'nothing to read' })
  await page.goto('/app/tenants')
  const scanner = await openScanner(page)
  const track = await page.waitForFunction(() => {
    const stream = document.querySelector('video')?.srcObject
    return stream instanceof MediaStream ? stream.getVideoTracks()[0] : undefined
  })
  await camera.lookedAt()
  expect(await track.evaluate((used) => used?.readyState)).toBe('live')
  await expect(scanner.getByRole('button', { name: 'Switch Torch' })).toBeHidden()

  await page.keyboard.press('Escape')

  await expect(scanner).toBeHidden()
  await expect.poll(() => track.evaluate((used) => used?.readyState)).toBe('ended')
  const search = searchOverlay(page)
  await expect(search.input).toBeFocused()

  camera.show({ kind: 'code128', text: '02:00:5E:10:00:00' })
  await search.dialog.getByRole('button', { name: 'Scan a barcode' }).click()
  await expect(search.dialog.getByRole('alert')).toHaveText('No tenant found')
  await expect(search.input).toBeFocused()
  await expect(search.input).toHaveValue('02:00:5E:10:00:00')
})

test('a denied camera is explained, and the address can be typed', async ({ camera }) => {
  const page = await camera.open('denied')
  const decoders = countDecoders(page)
  await page.goto('/app/tenants')

  const scanner = await openScanner(page)

  await expect(scanner.getByRole('alert')).toContainText('The camera is not allowed')
  await scanner.getByRole('button', { name: 'Type the MAC instead' }).click()
  await expect(scanner).toBeHidden()
  await expect(searchOverlay(page).input).toBeFocused()
  expect(await decoders()).toBe(0)
})
