import type { Client } from 'pg'
import type { Page } from 'playwright'
import { expect, test } from './support/camera'
import { holdLookUps, openSearch, searchOverlay } from './support/search'

test.use({ role: 'tech' })

/** The table of bars and spaces that a reader of Code 128 needs. */
const DECODER = /\[2,1,2,2,2,2\]/

/** A device of the demo data and the tenant that has it. */
async function findDevice(database: Client) {
  const { rows } = await database.query<{ mac: string; company: string; tenantId: string }>(
    `select d.mac, c.name as company, d.tenant_id as "tenantId"
     from devices d join companies c on c.domain_uuid = d.tenant_id
     where c.name = 'Cedar Ridge Logistics' order by d.mac limit 1`,
  )
  if (!rows[0]) throw new Error('The demo data has no such device.')
  return rows[0]
}

function scannerOf(page: Page) {
  return page.getByRole('dialog', { name: 'Scan a MAC address barcode' })
}

function scanAlert(page: Page, mac: string) {
  return page.getByRole('alert').filter({ hasText: `Scanned ${mac}` })
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

test('a Code 128 barcode of a MAC address leads to the tenant that has the device', async ({
  openWithCamera,
  database,
}) => {
  const { mac, company, tenantId } = await findDevice(database)
  const page = await openWithCamera([{ kind: 'code128', text: mac, seconds: 2 }])
  const decoders = countDecoders(page)
  const lookUps = await holdLookUps(page)
  await page.goto('/app/tenants', { waitUntil: 'networkidle' })
  const search = await openSearch(page)
  expect(await decoders()).toBe(0)

  await search.dialog.getByRole('button', { name: 'Scan a barcode' }).click()

  await expect(scanAlert(page, mac)).toBeVisible()
  await expect(scannerOf(page)).toBeHidden()
  await expect(search.input).toBeDisabled()
  await expect(search.input).toHaveValue(mac)
  expect(await decoders()).toBe(1)
  lookUps.release()
  await expect(page).toHaveURL(`/app/tenants/${tenantId}`)
  await expect(page.getByRole('heading', { level: 1, name: company })).toBeVisible()
  await expect(search.dialog).toBeHidden()
})

test('the barcode may hold the twelve digits alone, as labels print them', async ({
  openWithCamera,
  database,
}) => {
  const { mac, tenantId } = await findDevice(database)
  const page = await openWithCamera([{ kind: 'code128', text: mac.replaceAll(':', ''), seconds: 2 }])
  await page.goto('/app')

  await openScanner(page)

  await expect(page).toHaveURL(`/app/tenants/${tenantId}`)
})

test('a Code 128 barcode that is no MAC address is passed over until one is', async ({
  openWithCamera,
  database,
}) => {
  const { mac, tenantId } = await findDevice(database)
  const page = await openWithCamera([
    { kind: 'code128', text: 'SN-4471-0093', seconds: 4 },
    { kind: 'code128', text: mac, seconds: 2 },
  ])
  const lookUps = await holdLookUps(page)
  await page.goto('/app/tenants')

  const scanner = await openScanner(page)

  await expect(scanner.getByText('Not a MAC address')).toBeVisible()
  await expect(scanAlert(page, mac)).toBeVisible()
  expect(lookUps.asked).toEqual([{ type: 'mac', value: mac }])
  lookUps.release()
  await expect(page).toHaveURL(`/app/tenants/${tenantId}`)
})

test('barcodes of other kinds are not read, whatever they hold', async ({ openWithCamera, database }) => {
  const { mac, tenantId } = await findDevice(database)
  const page = await openWithCamera([
    // Shows that the decoder is at work before the others come.
    { kind: 'code128', text: 'SN-4471-0093', seconds: 4 },
    { kind: 'qrcode', text: '02:00:5E:10:00:01', seconds: 1 },
    { kind: 'code39', text: '02005E100002', seconds: 1 },
    { kind: 'upca', text: '012345678905', seconds: 1 },
    { kind: 'code128', text: mac, seconds: 2 },
  ])
  const lookUps = await holdLookUps(page)
  await page.goto('/app/tenants')

  const scanner = await openScanner(page)

  await expect(scanner.getByText('Not a MAC address')).toBeVisible()
  await expect(scanAlert(page, mac)).toBeVisible()
  expect(lookUps.asked).toEqual([{ type: 'mac', value: mac }])
  lookUps.release()
  await expect(page).toHaveURL(`/app/tenants/${tenantId}`)
})

test('a scanned address that no tenant has is reported, and can be corrected', async ({ openWithCamera }) => {
  const page = await openWithCamera([{ kind: 'code128', text: '02:00:5E:10:00:00', seconds: 2 }])
  await page.goto('/app/tenants')

  await openScanner(page)

  const search = searchOverlay(page)
  await expect(search.dialog.getByRole('alert')).toHaveText('No tenant found')
  await expect(search.input).toBeFocused()
  await expect(search.input).toHaveValue('02:00:5E:10:00:00')
})

for (const [how, leave] of Object.entries({
  'the Close button': (page: Page) => scannerOf(page).getByRole('button', { name: 'Close' }).click(),
  Escape: (page: Page) => page.keyboard.press('Escape'),
})) {
  test(`${how} switches the camera off and leads back to the search`, async ({ openWithCamera }) => {
    const page = await openWithCamera([{ kind: 'qrcode', text: 'nothing to read', seconds: 2 }])
    await page.goto('/app/tenants')
    const scanner = await openScanner(page)
    const camera = await page.waitForFunction(() => {
      const stream = document.querySelector('video')?.srcObject
      return stream instanceof MediaStream ? stream.getVideoTracks()[0] : undefined
    })
    await expect(scanner.getByText('Starting the camera…')).toHaveCount(0)
    expect(await camera.evaluate((track) => track?.readyState)).toBe('live')
    await expect(scanner.getByRole('button', { name: 'Switch Torch' })).toBeHidden()

    await leave(page)

    await expect(scanner).toBeHidden()
    await expect.poll(() => camera.evaluate((track) => track?.readyState)).toBe('ended')
    await expect(searchOverlay(page).input).toBeFocused()
  })
}

for (const [camera, title] of [
  ['denied', 'The camera is not allowed'],
  ['missing', 'No camera found'],
] as const) {
  test(`a ${camera} camera is explained, with typing as the way out`, async ({ openWithCamera }) => {
    const page = await openWithCamera(camera)
    const decoders = countDecoders(page)
    await page.goto('/app/tenants')

    const scanner = await openScanner(page)

    await expect(scanner.getByRole('alert')).toContainText(title)
    await scanner.getByRole('button', { name: 'Type the MAC instead' }).click()
    await expect(scanner).toBeHidden()
    await expect(searchOverlay(page).input).toBeFocused()
    expect(await decoders()).toBe(0)
  })
}

test.describe('in the overlay that searches companies by their names', () => {
  test.use({ role: 'admin' })

  test('a scanned address leads nowhere', async ({ openWithCamera, database }) => {
    const { mac } = await findDevice(database)
    const page = await openWithCamera([{ kind: 'code128', text: mac, seconds: 2 }])
    const lookUps = await holdLookUps(page)
    await page.goto('/app/sales/companies')
    await page.getByRole('button', { name: 'Find a company' }).click()
    const dialog = page.getByRole('dialog', { name: 'Search companies' })
    await dialog.getByRole('button', { name: 'Scan a barcode' }).click()

    await expect(scannerOf(page)).toBeVisible()
    await expect(scannerOf(page)).toBeHidden()

    await expect(dialog.getByRole('combobox')).toHaveValue('')
    await expect(dialog.getByRole('combobox')).toBeEnabled()
    await expect(scanAlert(page, mac)).toHaveCount(0)
    expect(lookUps.asked).toEqual([])
  })
})
