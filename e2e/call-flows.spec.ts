import { expect } from './fixtures'
import { expectAccessible } from './support/accessible'
import { test } from './support/rows'

test.use({ role: 'tech' })

/** A tenant in Honolulu, which has no daylight saving time, with the extensions 1001 Reception and 1002 Night desk. */
const withTenant = test.extend<{ tenant: { id: string; reception: string; nightDesk: string } }>({
  tenant: async ({ rows }, use) => {
    const id = await rows.tenant('Switching Trial', { time_zone: 'Pacific/Honolulu' })
    const reception = await rows.extension(id, '1001', 'Reception')
    const nightDesk = await rows.extension(id, '1002', 'Night desk')
    await use({ id, reception, nightDesk })
  },
})
/** With the call flow 6500 Front door, switched by `*31` from Reception to Night desk. */
const withFlow = withTenant.extend<{ frontDoor: string }>({
  frontDoor: async ({ rows, tenant }, use) => {
    await use(
      await rows.add('call_flows', {
        tenant_id: tenant.id,
        name: 'Front door',
        number: '6500',
        feature_code: '*31',
        normal_destination_id: tenant.reception,
        alternate_destination_id: tenant.nightDesk,
      }),
    )
  },
})

withTenant(
  'a call flow is made, and switched from the list in one click',
  async ({ page, service, tenant }) => {
    const stored = async () =>
      (await service.from('call_flows').select('*').eq('tenant_id', tenant.id).throwOnError()).data
    await page.goto(`/app/tenants/${tenant.id}/routing/call-flows`)
    await page.getByRole('button', { name: 'New call flow' }).first().click()
    const dialog = page.getByRole('dialog', { name: 'New call flow' })
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Front door')
    await dialog.getByRole('textbox', { name: 'Number' }).fill('6500')
    await dialog.getByRole('textbox', { name: 'Feature code' }).fill('*98')
    for (const [index, option] of ['1001 Reception', '1002 Night desk'].entries()) {
      await dialog.getByRole('combobox', { name: 'Calls go to' }).nth(index).click()
      await page.getByRole('option', { name: option, exact: true }).click()
    }
    await dialog.getByRole('button', { name: 'Create call flow' }).click()
    await expect(dialog.getByText('*98 is already taken by the feature code Check voicemail.')).toBeVisible()
    await dialog.getByRole('textbox', { name: 'Feature code' }).fill('*31')
    await dialog.getByRole('button', { name: 'Create call flow' }).click()
    await expect(dialog).toBeHidden()
    expect(await stored()).toEqual([
      expect.objectContaining({
        name: 'Front door',
        feature_code: '*31',
        state: 'normal',
        normal_destination_id: tenant.reception,
        alternate_destination_id: tenant.nightDesk,
      }),
    ])

    const row = page.getByRole('row', { name: /Front door/ })
    await expect(row).toContainText('1001 Reception')
    await expect(row).toContainText('Never')
    await row.getByRole('switch', { name: 'Front door: Day' }).press('Space')
    await expect(row.getByRole('switch', { name: 'Front door: Night' })).toBeChecked()
    // The keyboard can go on from there.
    await expect(row.getByRole('switch', { name: 'Front door: Night' })).toBeFocused()
    await expect(row).toContainText('1002 Night desk')
    await expect(row).toContainText('by Field technician')
    expect(await stored()).toEqual([expect.objectContaining({ state: 'alternate', version: 2 })])
  },
)

withFlow(
  'a call flow is switched until a time, and switches itself back',
  async ({ page, service, tenant, frontDoor: id }) => {
    const stored = async () => (await service.from('call_flows').select('*').eq('id', id).single()).data
    await page.goto(`/app/tenants/${tenant.id}/routing/call-flows`)
    await page.getByRole('button', { name: 'Actions for 6500 Front door' }).click()
    await page.getByRole('menuitem', { name: 'Switch until…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Switch Front door until a set time' })
    await dialog.getByLabel('Until').fill('2020-01-01T10:00')
    await dialog.getByRole('button', { name: 'Switch', exact: true }).click()
    await expect(dialog.getByText('Enter a time in the future.')).toBeVisible()
    await dialog.getByLabel('Until').fill('2199-01-01T17:00')
    await dialog.getByRole('button', { name: 'Switch', exact: true }).click()
    await expect(dialog).toBeHidden()
    const row = page.getByRole('row', { name: /Front door/ })
    await expect(row).toContainText('until Jan 1, 2199, 5:00 PM')
    // Honolulu is ten hours behind UTC.
    expect(await stored()).toMatchObject({ state: 'alternate', reverts_at: '2199-01-02T03:00:00+00:00' })

    await service
      .from('call_flows')
      .update({ reverts_at: '2026-01-01T00:00:00Z' })
      .eq('id', id)
      .throwOnError()
    await page.reload()
    await expect(row.getByRole('switch', { name: 'Front door: Day' })).not.toBeChecked()
    await expect(row).toContainText('by itself')
    expect(await stored()).toMatchObject({ state: 'normal', reverts_at: null, switched_by: '' })
    await row.getByRole('link', { name: 'Front door' }).click()
    await page.getByRole('tab', { name: 'History' }).click()
    await expect(page.getByText('The schedule').first()).toBeVisible()
  },
)

withFlow(
  'a switch that somebody else was quicker with is refused, and the list shows theirs',
  async ({ page, service, tenant, frontDoor: id }) => {
    await page.goto(`/app/tenants/${tenant.id}/routing/call-flows`)
    const toggle = page.getByRole('switch', { name: /Front door/ })
    await expect(toggle).not.toBeChecked()
    await expectAccessible(page, 'the call flows', [390])
    // The list follows what others do, so they have to be quicker by less than that takes.
    await page.route(
      /rpc\/switch_call_flow/,
      async (route) => {
        await service.from('call_flows').update({ state: 'alternate' }).eq('id', id).throwOnError()
        await route.continue()
      },
      { times: 1 },
    )
    await toggle.click()
    await expect(page.getByText('Someone else has saved this call flow since you opened it.')).toBeVisible()
    await expect(toggle).toBeChecked()
    expect((await service.from('call_flows').select('state, version').eq('id', id).single()).data).toEqual({
      state: 'alternate',
      version: 2,
    })
    await page.goto(`/app/tenants/${tenant.id}/routing/call-flows?record=${id}`)
    await expect(page.getByRole('dialog').getByText('Alternate state')).toBeVisible()
    await expectAccessible(page, 'a call flow')
  },
)
