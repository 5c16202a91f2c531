import { expect } from './fixtures'
import { expectAccessible } from './support/accessible'
import { test } from './support/rows'

test.use({ role: 'tech' })

const withTenant = test.extend<{ tenant: { id: string; extension: string } }>({
  tenant: async ({ rows }, use) => {
    const id = await rows.tenant('Profiles Trial')
    await use({ id, extension: await rows.extension(id, '1001', 'Reception') })
  },
})

withTenant(
  'a profile is made on the picture of a phone, and not deleted while a phone uses it',
  async ({ page, rows, service, tenant }) => {
    await withTenant.step('it is made, with the change of its file shown before', async () => {
      await page.goto(`/app/tenants/${tenant.id}/device-profiles`)
      await page.getByRole('button', { name: 'New device profile' }).first().click()
      const form = page.getByRole('dialog', { name: 'New device profile' })
      await form.getByLabel('Name').fill('Front desk')
      const changes = form.getByRole('region', { name: 'Changes to the configuration file' })
      await expect(form.getByText('Nothing changes in the phones’ files.')).toBeVisible()

      await form.getByRole('button', { name: 'Line key 2: nothing' }).click()
      const key = form.getByRole('region', { name: 'Line key 2' })
      await key.getByLabel('Type').selectOption('Busy lamp (BLF)')
      await form.getByRole('button', { name: 'Create device profile' }).click()
      await expect(form.getByText('Line key 2: say which number it dials.')).toBeVisible()
      await key.getByLabel('Watches').click()
      await page.getByRole('option', { name: '1001 Reception' }).click()
      await expect(changes).toContainText('− linekey.2.type = 0')
      await expect(changes).toContainText('+ linekey.2.value = 1001')

      await form.getByLabel('Part of the phone').selectOption('Expansion module 1, page 1')
      await form.getByRole('button', { name: 'Expansion key 1: nothing' }).click()
      const expansion = form.getByRole('region', { name: 'Expansion key 1' })
      await expansion.getByLabel('Type').selectOption('Call park')
      await expansion.getByLabel('Parking space').fill('5901')
      await form.getByRole('button', { name: 'Add a setting' }).click()
      await form.getByRole('textbox', { name: 'Setting' }).fill('features.dnd.enable')
      await form.getByRole('textbox', { name: 'Value' }).fill('0')
      await expect(changes).toContainText('+ features.dnd.enable = 0')
      await form.getByRole('button', { name: 'Create device profile' }).click()
      await expect(form).toBeHidden()

      const { data } = await service
        .from('device_profiles')
        .select('*, device_profile_keys(*), device_profile_settings(*)')
        .eq('tenant_id', tenant.id)
        .throwOnError()
      expect(data).toMatchObject([
        {
          name: 'Front desk',
          device_profile_keys: expect.arrayContaining([
            expect.objectContaining({
              category: 'line',
              position: 2,
              type: 'blf',
              destination_id: tenant.extension,
            }),
            expect.objectContaining({ category: 'expansion', position: 1, type: 'park', value: '5901' }),
          ]),
          device_profile_settings: [{ name: 'features.dnd.enable', value: '0', enabled: true }],
        },
      ])
      expect(data[0]?.device_profile_keys).toHaveLength(2)
    })

    await withTenant.step('one in use is not deleted, and the phone is named', async () => {
      const of = { tenant_id: tenant.id }
      const made = { name: 'Lobby phones', vendor: 'Grandstream', model: 'GRP2614' }
      const profile = await rows.add('device_profiles', { ...of, ...made })
      const phone = { mac: '00:0B:82:E2:E1:01', label: 'Front door', profile_id: profile }
      await rows.add('devices', { ...of, ...phone })
      await page.goto(`/app/tenants/${tenant.id}/device-profiles?record=${profile}`)
      await expect(page.getByRole('heading', { name: 'What saving changes' })).toBeVisible()
      await expectAccessible(page, 'a device profile')
      await page.setViewportSize({ width: 1440, height: 900 })
      await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
      await expect(page.getByRole('alertdialog')).toContainText(`device ${phone.mac}`)
      const { data } = await service.from('device_profiles').select('id').eq('id', profile).throwOnError()
      expect(data).toHaveLength(1)
    })
  },
)
