import { createHash } from 'node:crypto'
import type { Locator } from '@playwright/test'
import { expect } from './fixtures'
import { followAfterForm } from './screens/shell'
import { expectAccessible } from './support/accessible'
import { test } from './support/rows'

test.use({ role: 'superadmin' })

/** Opens the combobox whose name starts with this, required or not, and chooses the option. */
async function pick(form: Locator, box: string, option: string): Promise<void> {
  await form.getByRole('combobox', { name: new RegExp(`^${box}`) }).click()
  await form.page().getByRole('option', { name: option, exact: true }).click()
}

test.afterEach(async ({ service }) => {
  await service.from('gateways').delete().like('name', 'trial-%').throwOnError()
  await service.from('switches').delete().like('name', 'trial-%').throwOnError()
})

test('a gateway is added, calls are routed through it, and it can be deleted only by replacing it', async ({
  page,
  rows,
  service,
}) => {
  const tenant = await rows.tenant('Gateway Trial')
  const stored = async (name: string) =>
    (await service.from('gateways').select('*').eq('name', name).maybeSingle().throwOnError()).data

  await page.goto('/app/superadmin/gateways')
  await expect(page.getByRole('table', { name: 'Gateways' })).toContainText('carrier-east')
  await expectAccessible(page, 'the gateways')
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.getByRole('button', { name: 'New gateway' }).click()
  const form = page.getByRole('dialog', { name: 'New gateway' })
  await form.getByRole('textbox', { name: /^Name/ }).fill('trial-north')
  await form.getByLabel('Host').fill('sip north')
  await form.getByRole('button', { name: 'Create gateway' }).click()
  await expect(form.getByText('Enter a host name or an IP address, IPv6 in brackets.')).toBeVisible()
  await form.getByLabel('Host').fill('sip.north.example')
  await form.getByLabel('Number format').selectOption('national_with_1')
  await form.getByLabel('Prefix').fill('88#')
  const sent = form.getByRole('status').filter({ hasText: /Sent as|Shows what is sent/ })
  await form.getByLabel('Number', { exact: true }).fill('(207) 555-0142')
  await expect(sent).toHaveText('Sent as 88#12075550142')
  await form.getByLabel('Number', { exact: true }).fill('911')
  await expect(sent).toHaveText('Sent as 911')
  await form.getByLabel('Calls come from').fill('192.0.2.0/24\nsomewhere')
  await form.getByRole('button', { name: 'Create gateway' }).click()
  await expect(form.getByText(/^Each line is an IP address/)).toBeVisible()
  await form.getByLabel('Calls come from').fill('192.0.2.0/24\n2001:db8::/32')
  await form.getByLabel('May carry 911').check()
  await form.getByRole('button', { name: 'Create gateway' }).click()
  await expect(form).toBeHidden()
  expect(await stored('trial-north')).toMatchObject({
    host: 'sip.north.example',
    port: 5060,
    number_format: 'national_with_1',
    prefix: '88#',
    codecs: null,
    trusted_addresses: ['192.0.2.0/24', '2001:db8::/32'],
    may_carry_emergency: true,
    enabled: true,
  })

  await followAfterForm(page, `/app/tenants/${tenant}/dids/outbound`)
  await page.getByRole('button', { name: 'Add the default routes' }).click()
  const usual = page.getByRole('dialog', { name: 'Add the default routes' })
  await pick(usual, 'First gateway', 'trial-north')
  await usual.getByRole('button', { name: 'Add routes' }).click()
  await expect(usual).toBeHidden()
  await page.getByRole('textbox', { name: 'Dialed' }).fill('2075550142')
  await expect(page.getByText(/National sends/)).toContainText('88#12075550142 to trial-north')

  await followAfterForm(page, '/app/superadmin/gateways?q=trial-north')
  await page.getByRole('button', { name: 'Actions for trial-north' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  const removal = page.getByRole('alertdialog', { name: 'Delete the gateway trial-north?' })
  await expect(removal).toContainText('It is used by 6 outbound routes')
  await expect(removal).toContainText('Gateway Trial: ')
  await expect(removal.getByRole('button', { name: 'Replace and delete' })).toBeDisabled()
  await expectAccessible(page, 'the deletion of a gateway', [390])
  await page.setViewportSize({ width: 1440, height: 900 })
  await pick(removal, 'Use this gateway instead', 'carrier-west')
  await removal.getByRole('button', { name: 'Replace and delete' }).click()
  await expect(removal).toBeHidden()
  expect(await stored('trial-north')).toBeNull()
  const west = await stored('carrier-west')
  const { data: routes } = await service
    .from('outbound_routes')
    .select('gateway_1_id')
    .eq('tenant_id', tenant)
    .throwOnError()
  expect(routes).toEqual(Array.from({ length: 6 }, () => ({ gateway_1_id: west?.id })))
})

test('a switch gets a secret that is shown once, and configuration files that contain it', async ({
  page,
  service,
}) => {
  // There may be more switches than fit on a page.
  await page.goto('/app/superadmin/switches?q=trial-pbx')
  await page.getByRole('button', { name: 'New switch' }).first().click()
  const form = page.getByRole('dialog', { name: 'New switch' })
  await form.getByRole('textbox', { name: /^Name/ }).fill('trial-pbx')
  await form.getByLabel('Address').fill('pbx1.example.com')
  await form.getByLabel('FreeSWITCH version').fill('1.8.7')
  await form.getByLabel('Serves all tenants').uncheck()
  await form.getByRole('button', { name: 'Create switch' }).click()
  await expect(form.getByText('Choose at least one tenant.')).toBeVisible()
  await pick(form, 'Add a tenant', 'Harbor Lane Dental (harbor-lane-dental)')
  await expectAccessible(page, 'the form of a switch')
  await page.setViewportSize({ width: 1440, height: 900 })
  await form.getByRole('button', { name: 'Create switch' }).click()

  const connect = page.getByRole('dialog', { name: 'Connect trial-pbx' })
  await expect(connect).toContainText('This FreeSWITCH is too old')
  const files = connect.getByRole('region', { name: 'autoload_configs/xml_curl.conf.xml' })
  await expect(files).toContainText('trial-pbx:THE-SECRET-OF-THIS-SWITCH')
  await expect(connect.getByRole('region', { name: 'autoload_configs/acl.conf.xml' })).toContainText(
    '192.0.2.0/28',
  )
  await connect.getByRole('button', { name: 'Create secret' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Create secret' }).click()
  await expect(connect).toContainText('Copy it now: it is not shown again')
  await expect(files).toContainText(/trial-pbx:[0-9a-f]{64}/)
  const secret = /trial-pbx:([0-9a-f]{64})/.exec(await files.innerText())?.[1] ?? ''
  await expectAccessible(page, 'the connection of a switch')
  await page.setViewportSize({ width: 1440, height: 900 })
  const known = async () => {
    const secret_sha256 = createHash('sha256').update(secret).digest('hex')
    const asked = { address: crypto.randomUUID(), switch_name: 'trial-pbx', secret_sha256 }
    return (await service.rpc('authenticate_switch', asked).throwOnError()).data
  }
  expect(await known()).toMatchObject({
    switch: { switch_name: 'trial-pbx', all_tenants: false, tenant_ids: [expect.any(String)] },
  })

  await connect.getByRole('button', { name: 'Close' }).last().click()
  await page.getByRole('button', { name: 'Actions for trial-pbx' }).click()
  await page.getByRole('menuitem', { name: 'Connect' }).click()
  await expect(connect).toContainText('It cannot be shown again, only renewed.')
  await expect(connect).not.toContainText(secret)
  await connect.getByRole('button', { name: 'Revoke secret' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke secret' }).click()
  await expect(connect).toContainText('No secret yet')
  expect(await known()).toMatchObject({ outcome: 'refused' })
})

test.describe('a tech', () => {
  test.use({ role: 'tech' })

  test('sees neither page', async ({ page }) => {
    for (const path of ['gateways', 'switches']) {
      await page.goto(`/app/superadmin/${path}`)
      await expect(page.getByRole('main')).toContainText('You do not have access to this page')
    }
  })
})
