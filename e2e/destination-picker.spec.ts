import type { Page } from '@playwright/test'
import { wavFile } from '../tests/support/audio-files'
import { expect } from './fixtures'
import { expectAccessible } from './support/accessible'
import { test } from './support/rows'

test.use({ role: 'tech' })

/** A tenant with the extension 1001 Reception and the ring group 6000 Sales. */
const withTenant = test.extend<{ tenant: { id: string; reception: string; sales: string } }>({
  tenant: async ({ rows }, use) => {
    const id = await rows.tenant('Picker Trial')
    const reception = await rows.extension(id, '1001', 'Reception')
    const sales = await rows.add('ring_groups', { tenant_id: id, name: 'Sales', number: '6000' })
    await use({ id, reception, sales })
  },
})

/** Opens the form's combobox with the keyboard only, and types. */
async function take(page: Page, name: string, typed: string) {
  await page.getByRole('combobox', { name, exact: true }).last().focus()
  await page.keyboard.press('ArrowDown')
  const box = page.getByPlaceholder('Number or name')
  await expect(box).toBeFocused()
  await box.fill(typed)
  await expect(page.getByRole('option').first()).toBeVisible()
}

withTenant(
  'a missing extension, call flow, recording or outside number is made where it is needed, by keyboard too',
  async ({ page, service, tenant }) => {
    test.slow()
    await page.goto(`/app/tenants/${tenant.id}/ring-groups?record=${tenant.sales}`)
    const form = page.getByRole('dialog', { name: '6000 Sales' })
    const box = form.getByRole('combobox', { name: 'If no one answers' })
    await expect(box).toBeVisible()

    const kinds: [string, string, Record<string, string>, string[]][] = [
      ['extension', '1002 Billing', { Number: '1002', 'Caller ID name': 'Billing' }, []],
      [
        'call flow',
        '6200 Night switch',
        { Name: 'Night switch', Number: '6200', 'Feature code': '*31' },
        ['Calls go to'],
      ],
    ]
    for (const [noun, label, values, routes] of kinds) {
      await take(page, 'If no one answers', `New ${noun}`)
      await page.getByRole('option', { name: `New ${noun}…` }).click()
      const dialog = page.getByRole('dialog', { name: `New ${noun}` })
      for (const [field, value] of Object.entries(values)) {
        await dialog.getByRole('textbox', { name: field, exact: true }).fill(value)
      }
      for (const route of routes) {
        for (const each of await dialog.getByRole('combobox', { name: route }).all()) {
          await each.focus()
          await page.keyboard.press('ArrowDown')
          await expect(page.getByPlaceholder('Number or name')).toBeFocused()
          await page.getByPlaceholder('Number or name').fill('1001 Reception')
          await expect(page.getByRole('option', { name: '1001 Reception', exact: true })).toBeVisible()
          await page.keyboard.press('Enter')
          await expect(each).toHaveText('1001 Reception')
          await expect(each).toBeFocused()
        }
      }
      await dialog.getByRole('button', { name: `Create ${noun}` }).press('Enter')
      await expect(dialog).toBeHidden()
      await expect(box).toHaveText(label)
    }

    await take(page, 'If no one answers', '')
    await page.getByRole('option', { name: 'New recording…' }).click()
    const upload = page.getByRole('dialog', { name: 'New recording' })
    await upload.getByLabel('Audio file').setInputFiles({
      name: 'closed.wav',
      mimeType: 'audio/wav',
      buffer: Buffer.from(wavFile({ seconds: 1 })),
    })
    await expectAccessible(page, 'a recording made while choosing')
    await page.setViewportSize({ width: 1440, height: 900 })
    await upload.getByRole('button', { name: 'Upload recording' }).click()
    await expect(upload).toBeHidden()
    await expect(box).toHaveText('Closed')

    // An outside number is typed, picked with Enter, and the focus returns.
    await take(page, 'If no one answers', '(207) 555-0123')
    await expect(page.getByRole('option', { name: 'Send to (207) 555-0123' })).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(box).toHaveText('(207) 555-0123')
    await expect(box).toBeFocused()
    await form.getByRole('button', { name: 'Save' }).press('Enter')
    await expect(form).toBeHidden()
    const { data } = await service
      .from('ring_groups')
      .select('timeout_destination_id')
      .eq('id', tenant.sales)
      .single()
    const target = await service
      .from('destinations')
      .select('kind, number')
      .eq('id', String(data?.timeout_destination_id))
      .single()
    expect(target.data).toEqual({ kind: 'external', number: '+12075550123' })
    const made = await service
      .from('destinations')
      .select('kind, name')
      .eq('tenant_id', tenant.id)
      .in('kind', ['extensions', 'call_flows', 'recordings'])
      .order('name')
      .throwOnError()
    expect(made.data).toEqual([
      { kind: 'extensions', name: 'Billing' },
      { kind: 'recordings', name: 'Closed' },
      { kind: 'call_flows', name: 'Night switch' },
      { kind: 'extensions', name: 'Reception' },
    ])
    const flow = await service
      .from('call_flows')
      .select('feature_code, normal_destination_id, alternate_destination_id')
      .eq('tenant_id', tenant.id)
      .throwOnError()
    expect(flow.data).toEqual([
      {
        feature_code: '*31',
        normal_destination_id: tenant.reception,
        alternate_destination_id: tenant.reception,
      },
    ])
  },
)
