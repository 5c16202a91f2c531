import { randomUUID } from 'node:crypto'
import { mergeTests, type Page } from '@playwright/test'
import type { SupabaseClient } from '@supabase/supabase-js'
import type { Database } from '../lib/supabase/database.types'
import { parseKeys, Vault } from '../lib/vault/vault'
import { loadSecrets } from '../local/keys.ts'
import { TEST_APP } from '../scripts/lib/test-app.ts'
import { expect } from './fixtures'
import { expectAccessible } from './support/accessible'
import { test as withCamera } from './support/camera'
import { check } from './support/imports'
import { loseCode } from './support/lost-code'
import { test as withRows } from './support/rows'

const withCameraAndRows = mergeTests(withCamera, withRows)

const MACS = {
  first: '80:5E:C0:E2:E0:01',
  second: '80:5E:C0:E2:E0:02',
  spare: '80:5E:C0:E2:E0:03',
  grandstream: '00:0B:82:E2:E0:04',
  fanvil: '0C:38:3E:E2:E0:05',
}

interface Tenant {
  id: string
  extension: string
  neighbor: string
  profile: string
}

const withTenant = withRows.extend<{ tenant: Tenant }>({
  role: 'tech',
  tenant: async ({ rows }, use) => {
    const tenant_id = await rows.tenant('Phones Trial')
    const extension = await rows.extension(tenant_id, '1001', 'Reception')
    const neighbor = await rows.extension(tenant_id, '1002', 'Billing')
    const of = { tenant_id, vendor: 'Yealink', model: 'T54W' }
    const profile = await rows.add('device_profiles', { ...of, name: 'Lobby phones' })
    await rows.add('device_profile_keys', {
      tenant_id,
      profile_id: profile,
      position: 2,
      type: 'park',
      value: '5901',
    })
    await use({ id: tenant_id, extension, neighbor, profile })
  },
})
const withPhone = withTenant.extend<{ phone: string }>({
  phone: async ({ rows, tenant }, use) => {
    const of = { tenant_id: tenant.id }
    const id = await rows.add('devices', {
      ...of,
      mac: MACS.first,
      label: 'Front door',
      vendor: 'Yealink',
      model: 'T54W',
      profile_id: tenant.profile,
    })
    await rows.add('device_lines', { ...of, device_id: id, line: 1, extension_id: tenant.extension })
    await use(id)
  },
})
const withSpare = withPhone.extend<{ spare: string }>({
  /** A phone in stock, which may replace the tenant's. */
  spare: async ({ service, phone }, use) => {
    const id = randomUUID()
    await service
      .from('inventory')
      .insert({ id, name: 'Yealink T46U', model: 'T46U', mac: MACS.spare })
      .throwOnError()
    await use(id)
    await service.from('devices').delete().eq('id', phone).throwOnError()
    await service.from('inventory').delete().eq('id', id).throwOnError()
  },
})

async function storedDevices(service: SupabaseClient<Database>, tenantId: string) {
  const { data } = await service
    .from('devices')
    .select('*, device_lines(*), device_keys(*)')
    .eq('tenant_id', tenantId)
    .order('mac')
    .throwOnError()
  return data
}

const form = (page: Page) => page.getByRole('dialog')

/** Chooses an action of the phone. */
async function act(page: Page, name: string) {
  await page
    .getByRole('row', { name: /Front door/ })
    .getByRole('button', { name: /Actions|More/ })
    .click()
  await page.getByRole('menuitem', { name }).click()
}

withTenant(
  'a phone is added with a line and a key of its own over the profile’s',
  async ({ page, service, tenant }) => {
    await page.goto(`/app/tenants/${tenant.id}/devices`)
    await page.getByRole('button', { name: 'New device' }).first().click()
    await form(page).getByLabel('MAC address').fill('805ec0e2e001')
    await expect(form(page).getByLabel('Vendor')).toHaveValue('Yealink')
    await form(page).getByLabel('Label', { exact: true }).first().fill('Front door')
    await form(page).getByLabel('Model').fill('T54W')
    await form(page).getByLabel('Profile').click()
    await page.getByRole('option', { name: 'Lobby phones' }).click()
    await form(page).getByRole('button', { name: 'Add a line' }).click()
    await form(page).getByLabel('Extension').click()
    await page.getByRole('option', { name: '1001 Reception' }).click()

    await form(page).getByRole('button', { name: 'Line key 2: Call park 5901' }).click()
    await page.keyboard.press('ArrowDown')
    await expect(form(page).getByRole('button', { name: 'Line key 3: nothing' })).toBeFocused()
    const key = form(page).getByRole('region', { name: 'Line key 3' })
    await key.getByLabel('Type').selectOption('Busy lamp (BLF)')
    await key.getByLabel('Watches').click()
    await page.getByRole('option', { name: '1001 Reception' }).click()
    await form(page).getByRole('button', { name: 'Create device' }).click()
    await expect(
      form(page).getByText('Line key 3: a BLF key cannot watch an extension of its own phone.'),
    ).toBeVisible()
    await key.getByLabel('Watches').click()
    await page.getByRole('option', { name: '1002 Billing' }).click()
    await form(page).getByRole('button', { name: 'Create device' }).click()
    await expect(form(page)).toBeHidden()
    await expect(page.getByRole('row', { name: /Front door.*Lobby phones.*1001/ })).toBeVisible()

    expect(await storedDevices(service, tenant.id)).toMatchObject([
      {
        mac: MACS.first,
        vendor: 'Yealink',
        profile_id: tenant.profile,
        device_lines: [{ line: 1, extension_id: tenant.extension, transport: 'udp', register_expires: 600 }],
        device_keys: [{ category: 'line', position: 3, type: 'blf', destination_id: tenant.neighbor }],
      },
    ])
  },
)

withPhone('a phone’s file is shown with its secrets masked', async ({ page, database, tenant, phone }) => {
  expect(phone).not.toBe('')
  const [password, place] = ['Lighthouse-2468-keeper', { owner: tenant.extension, field: 'sip_password' }]
  const vault = new Vault(parseKeys(loadSecrets(TEST_APP.dataDir).secretsKey))
  await database.query(
    'update public.secrets set sealed = $3, proof = $4 where owner_id = $1 and field = $2',
    [...Object.values(place), vault.seal(password, place), vault.proof(password, place)],
  )
  await page.goto(`/app/tenants/${tenant.id}/devices`)
  await act(page, 'Configuration file')
  const file = page.getByRole('region', { name: '805ec0e2e001.cfg' })
  await expect(file).toContainText('account.1.password = ••••••••')
  await expect(file).toContainText('linekey.2.value = park+5901')
  await expect(file).not.toContainText(password)
})

withSpare(
  'a broken phone is swapped for one in stock, of whose model it then is',
  async ({ page, service, tenant, phone, spare }) => {
    await page.goto(`/app/tenants/${tenant.id}/devices`)
    await act(page, 'Swap the phone…')
    await form(page).getByLabel('New MAC address').fill('80-5E-C0-E2-E0-03')
    await expect(form(page).getByText('In stock: Yealink T46U. Saving deploys it.')).toBeVisible()
    await expect(form(page).getByLabel('Model')).toHaveValue('T46U')
    await form(page).getByRole('button', { name: 'Swap', exact: true }).click()
    await expect(page.getByRole('row', { name: new RegExp(MACS.spare) })).toBeVisible()

    expect(await storedDevices(service, tenant.id)).toMatchObject([
      {
        id: phone,
        mac: MACS.spare,
        model: 'T46U',
        inventory_id: spare,
        device_lines: [{ extension_id: tenant.extension }],
      },
    ])
    const { data } = await service.from('inventory').select('status').eq('id', spare).single().throwOnError()
    expect(data.status).toBe('deployed')
  },
)

withPhone(
  'a phone of another maker asks for its model and its profile, and gets its own file',
  async ({ page, rows, service, tenant, phone }) => {
    const profile = await rows.add('device_profiles', {
      tenant_id: tenant.id,
      name: 'Grandstream desks',
      vendor: 'Grandstream',
      model: 'GRP2614',
    })
    await page.goto(`/app/tenants/${tenant.id}/devices`)
    await act(page, 'Swap the phone…')
    await form(page).getByLabel('New MAC address').fill(MACS.grandstream)
    await expect(form(page).getByText('This Grandstream phone replaces a Yealink T54W')).toBeVisible()
    await form(page).getByRole('button', { name: 'Swap', exact: true }).click()
    const refusal = form(page).getByText('Choose the model of the Grandstream phone.')
    await expect(refusal).toBeVisible()
    await expect(form(page).getByLabel('Model')).toBeFocused()
    await form(page).getByLabel('Model').fill('GRP2614')
    await expect(refusal).toHaveCount(0)
    await form(page).getByLabel('New MAC address').fill(MACS.fanvil)
    await expect(form(page).getByText('There is no configuration file for Fanvil phones.')).toBeVisible()
    await expect(refusal).toHaveCount(0)
    await expect(form(page).getByLabel('Profile')).toHaveCount(0)
    // A maker that the MAC address does not tell is chosen.
    await form(page).getByLabel('New MAC address').fill('02:00:00:E2:E0:09')
    await expect(form(page).getByLabel('Vendor')).toHaveValue('Yealink')
    await form(page).getByLabel('Vendor').selectOption('Snom')
    await expect(form(page).getByText('This Snom phone replaces a Yealink T54W')).toBeVisible()
    await expect(form(page).getByLabel('Model')).toHaveValue('')
    await form(page).getByLabel('New MAC address').fill(MACS.grandstream)
    await expect(form(page).getByLabel('Vendor')).toHaveCount(0)
    await expect(form(page)).toContainText('its model and its profile are replaced.')
    await form(page).getByLabel('Model').fill('GRP2614')
    await form(page).getByLabel('Profile').selectOption('Grandstream desks')
    await form(page).getByRole('button', { name: 'Swap', exact: true }).click()
    await expect(page.getByRole('row', { name: new RegExp(MACS.grandstream) })).toBeVisible()
    expect(await storedDevices(service, tenant.id)).toMatchObject([
      { id: phone, mac: MACS.grandstream, vendor: 'Grandstream', model: 'GRP2614', profile_id: profile },
    ])

    await act(page, 'Configuration file')
    await expect(page.getByRole('dialog')).toContainText('cfg000b82e2e004.xml')
    await expect(page.getByRole('dialog')).toContainText('<P237>')
  },
)

withPhone('the pages of phones are accessible', async ({ page, tenant, phone }) => {
  await page.goto(`/app/tenants/${tenant.id}/devices`)
  await expect(page.getByRole('row', { name: /Front door/ })).toBeVisible()
  await expectAccessible(page, 'devices', [390])
  await page.goto(`/app/tenants/${tenant.id}/devices?record=${phone}`)
  await expect(form(page).getByText('The phone has not asked for its configuration yet.')).toBeVisible()
  await expectAccessible(page, 'a device')
})

withCameraAndRows.describe('a phone', () => {
  withCameraAndRows.use({ role: 'tech' })

  withCameraAndRows(
    'is scanned although the code of the scanner and of the form could not be loaded at first',
    async ({ camera, rows, service }) => {
      const tenantId = await rows.tenant('Lost Code')
      const page = await camera.open({ kind: 'code128', text: MACS.first })
      const findScanner = await loseCode(page, 'Scan a MAC address barcode')
      const findForm = await loseCode(page, 'No record refers to this ')
      await page.setViewportSize({ width: 390, height: 844 })
      await page.goto(`/app/tenants/${tenantId}/devices`)
      for (const words of ['Provisioning server', 'Unknown phones']) {
        await expect(page.getByRole('button').getByText(words)).toBeVisible()
      }
      await page.getByRole('button', { name: 'Scan', exact: true }).click()
      await page.getByRole('button', { name: 'Start scanning' }).click()

      const failure = page.getByRole('alertdialog', { name: 'This could not be loaded' })
      const again = failure.getByRole('button', { name: 'Try again' })
      await expect(failure).toBeVisible()
      await expectAccessible(page, 'a dialog whose code could not be loaded')
      findScanner()
      await again.click()
      await page.waitForURL(/record=new/)
      await expect(failure).toBeVisible()
      findForm()
      await again.click()
      const device = page.getByRole('dialog', { name: 'New device' })
      await expect(device.getByLabel('MAC address')).toHaveValue(MACS.first)
      await device.getByRole('button', { name: 'Create device' }).click()
      await expect(page.getByRole('dialog', { name: 'Scan a MAC address barcode' })).toBeVisible()
      expect(await storedDevices(service, tenantId)).toMatchObject([{ mac: MACS.first }])
    },
  )
})

withTenant('phones and their lines come in files', async ({ page, rows, service, tenant }) => {
  const elsewhere = await rows.tenant('Other Phones')
  await rows.add('devices', { tenant_id: elsewhere, mac: MACS.spare })
  await page.goto(`/app/tenants/${tenant.id}/devices`)
  await expect(page.getByText('No devices yet')).toBeVisible()

  const header = 'MAC address,Label,Vendor,Model,Profile,Location\n'
  const bad = await check(
    page,
    'devices',
    `${header}805EC0E2E001,Front door,Yealink,T54W,Lobby phones,Ground floor
80:5E:C0:E2:E0,Short,Yealink,T54W,,
${MACS.spare},Taken,Yealink,T54W,,
80-5e-c0-e2-e0-02,Lost,Yealink,T54W,Attic phones,
`,
    'Devices',
  )
  await expect(bad.outcomes).toHaveText(['3 rejected', '1 to be added'])
  await expect(bad.refused.nth(0)).toContainText(
    'Enter a MAC address: 12 digits 0–9 and A–F, not all 0 or all F.',
  )
  await expect(bad.refused.nth(1)).toContainText('is already the phone without a label of Other Phones.')
  await expect(bad.refused.nth(2)).toContainText(
    'Profile: "Attic phones" matches no record, or more than one.',
  )
  await bad.dialog.getByRole('button', { name: 'Cancel' }).click()
  expect(await storedDevices(service, tenant.id)).toEqual([])

  const good = `${header}805ec0e2e001,Front door,Yealink,T54W,Lobby phones,Ground floor
80-5E-C0-E2-E0-02,Back door,Yealink,T46U,,Yard
`
  const first = await check(page, 'devices', good, 'Devices')
  await first.apply()

  const lines = 'Device,Line,Extension,Transport\n805ec0e2e001,1,1001,TLS\n805ec0e2e001,2,1001,tcp\n'
  const registered = await check(page, 'device lines', lines, 'Device lines')
  await expect(registered.outcomes).toHaveText(['2 to be added'])
  await registered.apply()
  expect(await storedDevices(service, tenant.id)).toMatchObject([
    {
      mac: MACS.first,
      label: 'Front door',
      profile_id: tenant.profile,
      location: 'Ground floor',
      device_lines: [
        { line: 1, extension_id: tenant.extension, transport: 'tls' },
        { line: 2, extension_id: tenant.extension, transport: 'tcp' },
      ],
    },
    { mac: MACS.second, label: 'Back door', profile_id: null, version: 1, device_lines: [] },
  ])
})
