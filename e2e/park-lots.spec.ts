import { expect } from './fixtures'
import { followAfterForm } from './screens/shell'
import { expectAccessible } from './support/accessible'
import { test } from './support/rows'

test.use({ role: 'tech' })

const withTenant = test.extend<{ tenant: string }>({
  tenant: async ({ rows }, use) => {
    const id = await rows.tenant('Parking Trial')
    await rows.extension(id, '1001', 'Reception')
    await rows.extension(id, '5904', 'Workshop')
    await use(id)
  },
})

withTenant(
  'a park lot is made with numbers that are free, and tried before a call comes',
  async ({ page, service, tenant }) => {
    await page.goto(`/app/tenants/${tenant}/routing/park-lots`)
    await page.getByRole('button', { name: 'New park lot' }).first().click()
    const dialog = page.getByRole('dialog', { name: 'New park lot' })
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Front desk')
    await dialog.getByRole('textbox', { name: 'Number' }).fill('5900')
    await dialog.getByRole('button', { name: 'Create park lot' }).click()
    await expect(dialog.getByText('5904 is already taken by the extension Workshop.')).toBeVisible()
    await dialog.getByRole('spinbutton', { name: 'Spaces' }).fill('3')
    await dialog.getByRole('button', { name: 'Create park lot' }).click()
    await expect(dialog).toBeHidden()
    await expect(page.getByRole('row', { name: /Front desk/ })).toContainText('5901–5903')
    const { data } = await service
      .from('park_lots')
      .select('name, number, places')
      .eq('tenant_id', tenant)
      .throwOnError()
    expect(data).toEqual([{ name: 'Front desk', number: '5900', places: 3 }])
    await expectAccessible(page, 'the list of park lots', [390])

    await followAfterForm(page, `/app/tenants/${tenant}/test-call?extension=1001&to=5902`)
    await expect(
      page.getByText(
        '5902 is a space of 5900 Front desk: it parks the call, or picks up the one waiting there.',
      ),
    ).toBeVisible()
    await expect(
      page.getByText(
        /Nobody picks up the call parked at 5900 Front desk within 3 mins, so it goes back to 1001 Reception/,
      ),
    ).toBeVisible()
  },
)

withTenant(
  'a key of a phone is offered the spaces of the lots, and told when there is no such space',
  async ({ page, rows, tenant }) => {
    await rows.add('park_lots', { tenant_id: tenant, name: 'Front desk', number: '5910', places: 2 })
    await page.goto(`/app/tenants/${tenant}/device-profiles`)
    await page.getByRole('button', { name: 'New device profile' }).first().click()
    const form = page.getByRole('dialog', { name: 'New device profile' })
    await form.getByRole('button', { name: 'Line key 2: nothing' }).click()
    const key = form.getByRole('region', { name: 'Line key 2' })
    await key.getByLabel('Type').selectOption('Call park')
    const space = key.getByLabel('Parking space')
    await space.fill('5901')
    await expect(space).toHaveAccessibleDescription('No park lot has this space: the key will not work.')
    await space.fill('5912')
    await expect(space).not.toHaveAccessibleDescription(/./)
    await expect(form.getByRole('region', { name: 'Changes to the configuration file' })).toContainText(
      '+ linekey.2.value = park+5912',
    )
  },
)
