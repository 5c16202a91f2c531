import type { Page } from '@playwright/test'
import { expect } from './fixtures'
import { expectAccessible } from './support/accessible'
import { moveHeld } from './support/drag'
import { test } from './support/rows'

test.use({ role: 'tech' })

/** A tenant with the extensions 1001 Reception, 1002 Billing and 1003 Workshop, which is on do-not-disturb. */
const withTenant = test.extend<{ tenant: { id: string; extensions: Record<string, string> } }>({
  tenant: async ({ rows, service }, use) => {
    const id = await rows.tenant('Ringing Trial')
    const extensions = {
      Reception: await rows.extension(id, '1001', 'Reception'),
      Billing: await rows.extension(id, '1002', 'Billing'),
      Workshop: await rows.extension(id, '1003', 'Workshop'),
    }
    const { Workshop } = extensions
    await service.from('extensions').update({ do_not_disturb: true }).eq('id', Workshop).throwOnError()
    await use({ id, extensions })
  },
})

async function addMember(page: Page, typed: string, option: string) {
  await page.getByRole('combobox', { name: 'Add a member' }).click()
  await page.getByPlaceholder('Extension, name or external number').fill(typed)
  await page.getByRole('option', { name: option }).click()
  // The list stays open for further choices.
  if (option.startsWith('Ring')) return
  await page.keyboard.press('Escape')
}

withTenant(
  'a ring group is made with its members, reordered, and kept as it was saved',
  async ({ page, service, tenant }) => {
    const groups = async () =>
      (
        await service
          .from('ring_groups')
          .select('*, ring_group_members(*)')
          .eq('tenant_id', tenant.id)
          .order('position', { referencedTable: 'ring_group_members' })
          .throwOnError()
      ).data
    const { Reception, Billing, Workshop } = tenant.extensions

    await page.goto(`/app/tenants/${tenant.id}/ring-groups`)
    await expect(page.getByText('No ring groups yet')).toBeVisible()
    await page.getByRole('button', { name: 'New ring group' }).first().click()
    const dialog = page.getByRole('dialog', { name: 'New ring group' })
    await dialog.getByLabel('Name', { exact: false }).first().fill('Front office')
    await dialog.getByLabel('Number').fill('1001')
    await dialog.getByLabel('Strategy').selectOption('Sequence')
    await expect(dialog.getByText('One phone after another, in the order of the members.')).toBeVisible()
    await addMember(page, '1001', '1001 Reception')
    await addMember(page, 'work', '1003 Workshop')
    await addMember(page, '(207) 555-0123', 'Ring (207) 555-0123')
    const timeline = dialog.getByRole('region', { name: 'Who rings when' }).getByRole('listitem')
    await expect(timeline).toHaveText([
      /1001 Reception\s*0–30 s/,
      /1003 Workshop\s*Do not disturb/,
      /0123\s*Too late/,
    ])

    // 1001 is an extension: the form names what holds the number, and nothing is stored.
    await dialog.getByRole('button', { name: 'Create ring group' }).click()
    await expect(dialog.getByText('1001 is already taken by the extension Reception.')).toBeVisible()
    expect(await groups()).toEqual([])
    await dialog.getByLabel('Number').fill('6000')
    await dialog.getByLabel('Call timeout').fill('60')
    await dialog.getByRole('button', { name: 'Create ring group' }).click()
    await expect(dialog).toBeHidden()
    expect(await groups()).toEqual([
      expect.objectContaining({
        name: 'Front office',
        number: '6000',
        strategy: 'sequence',
        call_timeout: 60,
        ring_group_members: [
          expect.objectContaining({ extension_id: Reception, position: 1, delay: 0, timeout: 30 }),
          expect.objectContaining({ extension_id: Workshop, position: 2 }),
          expect.objectContaining({ external_number: '+12075550123', position: 3, confirm: true }),
        ],
      }),
    ])

    const row = page.getByRole('row', { name: /Front office/ })
    await expect(row).toContainText('2 ring')
    await row.getByRole('link', { name: 'Front office' }).click()
    const editor = page.getByRole('dialog', { name: '6000 Front office' })
    await editor.getByRole('button', { name: 'Move 1003 Workshop up' }).click()
    const handle = editor.getByRole('button', { name: 'Drag (207) 555-0123' })
    await handle.press('Space')
    await expect(page.getByText('(207) 555-0123 is over place 3 of 3.')).toBeAttached()
    await moveHeld(page, 'ArrowUp', '(207) 555-0123 is over place 2 of 3.')
    await handle.press('Space')
    await addMember(page, '1002', '1002 Billing')
    await editor.getByRole('button', { name: 'Remove 1001 Reception' }).click()
    await editor.getByRole('spinbutton', { name: 'Delay, s' }).first().fill('7')
    await editor.getByRole('button', { name: 'Save' }).click()
    await expect(editor).toBeHidden()
    expect((await groups())?.[0]?.ring_group_members).toEqual([
      expect.objectContaining({ extension_id: Workshop, position: 1, delay: 7 }),
      expect.objectContaining({ external_number: '+12075550123', position: 2 }),
      expect.objectContaining({ extension_id: Billing, position: 3 }),
    ])
  },
)

withTenant(
  'a ring group in use is not deleted unless what leads to it is sent elsewhere',
  async ({ page, rows, service, tenant }) => {
    const group = await rows.add('ring_groups', { tenant_id: tenant.id, name: 'Overflow', number: '6001' })
    await rows.add('ring_groups', {
      tenant_id: tenant.id,
      name: 'Sales',
      number: '6000',
      timeout_destination_id: group,
    })
    await page.goto(`/app/tenants/${tenant.id}/ring-groups`)
    await page.getByRole('button', { name: 'Actions for 6001 Overflow' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    const question = page.getByRole('alertdialog', { name: 'Delete the ring group 6001 Overflow?' })
    await expect(question).toContainText('ring group Sales, if no one answers')
    await question.getByRole('combobox', { name: 'Send these calls to' }).click()
    await page.getByRole('option', { name: '1001 Reception', exact: true }).click()
    await question.getByRole('button', { name: 'Reroute calls and delete' }).click()
    await expect(question).toBeHidden()
    expect(
      (await service.from('ring_groups').select('name, timeout_destination_id').eq('tenant_id', tenant.id))
        .data,
    ).toEqual([{ name: 'Sales', timeout_destination_id: tenant.extensions.Reception }])
  },
)

withTenant(
  'what someone else saves while the form is open is told there, and merged member by member',
  async ({ page, rows, service, tenant }) => {
    const { Reception, Billing } = tenant.extensions
    const group = await rows.add('ring_groups', { tenant_id: tenant.id, name: 'Sales', number: '6000' })
    const members = [Reception, Billing].map((extension_id, index) => ({
      tenant_id: tenant.id,
      ring_group_id: group,
      extension_id,
      position: index + 1,
    }))
    await service.from('ring_group_members').insert(members).throwOnError()
    await page.goto(`/app/tenants/${tenant.id}/ring-groups?record=${group}`)
    const form = page.getByRole('dialog', { name: '6000 Sales' })
    await form.getByRole('spinbutton', { name: 'Delay, s' }).nth(1).fill('5')

    await service
      .from('ring_group_members')
      .delete()
      .match({ ring_group_id: group, extension_id: Billing })
      .throwOnError()
    // Changes before the page follows the tenant are not pushed.
    const told = form.getByText('Someone else has saved this ring group')
    await expect(async () => {
      await service
        .from('ring_groups')
        .update({ name: `Sales ${Date.now()}` })
        .eq('id', group)
        .throwOnError()
      await expect(told).toBeVisible({ timeout: 2000 })
    }).toPass()
    await form.getByRole('button', { name: 'Compare with yours' }).click()
    const entry = form.getByRole('group', { name: 'Ring group members, entry 2 (1002 Billing)' })
    await entry.getByRole('radio', { name: 'Yours: kept' }).check()
    await form.getByRole('button', { name: 'Save these choices' }).click()
    await expect(form).toBeHidden()
    const { data } = await service
      .from('ring_group_members')
      .select('extension_id, delay')
      .eq('ring_group_id', group)
      .order('position')
      .throwOnError()
    expect(data).toEqual([
      { extension_id: Reception, delay: 0 },
      { extension_id: Billing, delay: 5 },
    ])
  },
)

withTenant('the page and its form can be used by everybody', async ({ page, rows, service, tenant }) => {
  const id = await rows.add('ring_groups', {
    tenant_id: tenant.id,
    name: 'Front office',
    number: '6000',
    strategy: 'rollover',
  })
  await service
    .from('ring_group_members')
    .insert(
      Object.values(tenant.extensions).map((extension_id, index) => ({
        tenant_id: tenant.id,
        ring_group_id: id,
        extension_id,
        position: index + 1,
      })),
    )
    .throwOnError()
  await page.goto(`/app/tenants/${tenant.id}/ring-groups`)
  await expect(page.getByRole('link', { name: 'Front office' })).toBeVisible()
  await expectAccessible(page, 'the ring groups', [390])
  await page.goto(`/app/tenants/${tenant.id}/ring-groups?record=${id}`)
  await expect(page.getByRole('dialog').getByText('Who rings when')).toBeVisible()
  await expectAccessible(page, 'a ring group')
})
