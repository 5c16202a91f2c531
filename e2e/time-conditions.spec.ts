import { randomUUID } from 'node:crypto'
import { expect } from './fixtures'
import { followAfterForm } from './screens/shell'
import { expectAccessible } from './support/accessible'
import { test } from './support/rows'

test.use({ role: 'tech' })

/** A tenant in Denver with the extension 1001 Reception. */
const withTenant = test.extend<{ tenant: { id: string; reception: string } }>({
  tenant: async ({ rows }, use) => {
    const id = await rows.tenant('Schedule Trial', { time_zone: 'America/Denver' })
    const reception = await rows.extension(id, '1001', 'Reception')
    await use({ id, reception })
  },
})

withTenant(
  'a time condition is made with its rules, changed, undone and deleted',
  async ({ page, service, tenant }) => {
    const conditions = async () =>
      (
        await service
          .from('time_conditions')
          .select('*, time_condition_rules(*)')
          .eq('tenant_id', tenant.id)
          .order('position', { referencedTable: 'time_condition_rules' })
          .throwOnError()
      ).data
    const choose = async (label: string, option: string) => {
      await dialog.getByRole('combobox', { name: label }).click()
      await page.getByRole('option', { name: option, exact: true }).click()
    }

    await page.goto(`/app/tenants/${tenant.id}/routing/time-conditions`)
    await expect(page.getByText('No time conditions yet')).toBeVisible()
    await page.getByRole('button', { name: 'New time condition' }).first().click()
    const dialog = page.getByRole('dialog', { name: 'New time condition' })
    await dialog.getByLabel('Name').fill('Office hours')
    await dialog.getByLabel('Number').fill('1001')
    await choose('Otherwise', 'Hang up')

    await dialog.getByRole('button', { name: 'Add opening hours' }).click()
    await dialog.getByLabel('Rule name').fill('Late shift')
    await choose('Send calls to', '1001 Reception')
    await dialog.getByRole('checkbox', { name: 'Friday' }).check()
    await dialog.getByRole('button', { name: 'Add hours' }).click()
    await dialog.getByRole('textbox', { name: 'Range 1 from' }).fill('22:00')
    await dialog.getByRole('textbox', { name: 'Range 1 until' }).fill('02:00')
    const hours = dialog.getByRole('region', { name: 'Rules' }).getByText('10:00 PM', { exact: true })
    await expect(hours).toBeVisible()

    // Friday's night belongs to Friday, though it ends on Saturday.
    const happens = dialog.getByRole('region', { name: 'What happens at' })
    await happens.getByLabel('Date').fill('2026-02-07')
    await happens.getByRole('textbox', { name: 'Time' }).fill('01:30')
    await expect(happens.getByRole('status')).toContainText('Calls go to 1001 Reception.')
    await happens.getByLabel('Date').fill('2026-02-06')
    await expect(happens.getByRole('status')).toContainText('Calls go to Hang up.')

    // 1001 is an extension: the form names what holds the number, and nothing is stored.
    await dialog.getByRole('button', { name: 'Create time condition' }).click()
    await expect(dialog.getByText('1001 is already taken by the extension Reception.')).toBeVisible()
    expect(await conditions()).toEqual([])
    await dialog.getByLabel('Number').fill('5000')
    await dialog.getByRole('button', { name: 'Create time condition' }).click()
    await expect(dialog).toBeHidden()
    expect(await conditions()).toEqual([
      expect.objectContaining({
        name: 'Office hours',
        number: '5000',
        time_zone: null,
        time_condition_rules: [
          expect.objectContaining({
            name: 'Late shift',
            state: 'open',
            weekdays: [5],
            time_ranges: [[1320, 120]],
            destination_id: tenant.reception,
          }),
        ],
      }),
    ])

    const row = page.getByRole('row', { name: /Office hours/ })
    await expect(row).toContainText('America/Denver')
    await expect(row).toContainText('1001 Reception, Hang up')
    await row.getByRole('link', { name: 'Office hours' }).click()
    const stored = page.getByRole('dialog', { name: '5000 Office hours' })
    await stored.getByRole('button', { name: 'Add a closure' }).click()
    const list = stored.getByRole('region', { name: 'Rules' })
    const closure = list.getByRole('listitem').nth(0)
    await expect(list.getByText('Never applies: Rule 1 above it decides first.')).toBeVisible()
    await closure.getByRole('checkbox', { name: /Christmas Day/ }).check()
    await expect(list.getByText(/^Never applies/)).toBeHidden()
    await closure.getByRole('combobox', { name: 'Send calls to' }).click()
    await page.getByRole('option', { name: 'Hang up', exact: true }).click()
    const week = stored.getByRole('region', { name: 'Week' })
    await week.getByLabel('Show the week of').fill('2026-12-25')
    await expect(week.getByText('Christmas Day', { exact: true })).toBeVisible()
    await expect(week.getByRole('list', { name: 'Friday, Dec 25, 2026' }).getByRole('listitem')).toHaveText([
      '12:00 AM–12:00 AM: closed, rule 1',
    ])
    await stored.getByRole('button', { name: 'Save' }).click()
    await expect(stored).toBeHidden()
    const rules = async () => (await conditions())?.[0]?.time_condition_rules
    expect(await rules()).toEqual([
      expect.objectContaining({ holidays: ['christmas_day'], state: 'closed', holidays_observed: true }),
      expect.objectContaining({ name: 'Late shift' }),
    ])

    await row.getByRole('link', { name: 'Office hours' }).click()
    await stored.getByRole('tab', { name: 'History' }).click()
    await stored
      .getByRole('button', { name: /Revert|Undo/ })
      .first()
      .click()
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: /Revert|Undo/ })
      .click()
    await expect.poll(async () => (await rules())?.length).toBe(1)
    // Both close once the list has been read again. By role, what is behind a dialog is not found.
    await expect(page.locator('[role="dialog"], [role="alertdialog"]')).toHaveCount(0)

    await followAfterForm(page, `/app/tenants/${tenant.id}/routing/time-conditions`)
    await page.getByRole('button', { name: 'Actions for 5000 Office hours' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    await expect(page.getByText('No time conditions yet')).toBeVisible()
    expect(await conditions()).toEqual([])
  },
)

withTenant('a time condition reads well for everybody', async ({ page, service, tenant }) => {
  const id = randomUUID()
  await service
    .rpc('save_record', {
      target_table: 'time_conditions',
      record: id,
      tenant: tenant.id,
      expected_version: null as unknown as number,
      record_values: { name: 'Office hours', number: '5000', otherwise_destination_id: tenant.reception },
      children: {
        time_condition_rules: {
          parent: 'time_condition_id',
          rows: [
            {
              id: randomUUID(),
              name: 'Holidays',
              state: 'closed',
              holidays: ['labor_day'],
              position: 1,
              destination_id: tenant.reception,
            },
            {
              id: randomUUID(),
              name: 'Weekdays',
              weekdays: [1, 2],
              time_ranges: [[540, 1020]],
              position: 2,
              destination_id: tenant.reception,
            },
          ],
        },
      },
    })
    .throwOnError()
  await page.goto(`/app/tenants/${tenant.id}/routing/time-conditions`)
  await expect(page.getByRole('link', { name: 'Office hours' })).toBeVisible()
  await expectAccessible(page, 'the list of time conditions', [390])
  await page.goto(`/app/tenants/${tenant.id}/routing/time-conditions?record=${id}`)
  await page.getByRole('button', { name: /^Holidays/ }).click()
  await expect(page.getByRole('checkbox', { name: /Labor Day/ })).toBeVisible()
  await expectAccessible(page, 'a time condition')
})

withTenant(
  'a closure whose last day is half typed or impossible is not saved',
  async ({ page, service, tenant }) => {
    const lastDays = async () =>
      (
        await service
          .from('time_condition_rules')
          .select('date_from, date_to')
          .eq('tenant_id', tenant.id)
          .throwOnError()
      ).data
    await page.goto(`/app/tenants/${tenant.id}/routing/time-conditions`)
    await page.getByRole('button', { name: 'New time condition' }).first().click()
    const dialog = page.getByRole('dialog', { name: 'New time condition' })
    await dialog.getByLabel('Name').fill('Office hours')
    await dialog.getByLabel('Number').fill('5000')
    const choose = async (label: string) => {
      await dialog.getByRole('combobox', { name: label }).click()
      await page.getByRole('option', { name: 'Hang up', exact: true }).click()
    }
    await choose('Otherwise')
    await dialog.getByRole('button', { name: 'Add a closure' }).click()
    await choose('Send calls to')
    await dialog.getByLabel('From date').fill('2026-12-24')
    const until = dialog.getByLabel('Until date, included')
    const create = dialog.getByRole('button', { name: 'Create time condition' })
    // Another program would add the year.
    for (const typed of ['1226', '11312026']) {
      await until.fill('')
      await until.blur()
      await until.focus()
      await page.keyboard.type(typed)
      await create.click()
      await expect(until).toHaveAccessibleDescription('This date is incomplete, or no such day exists.')
      await expect(until).toBeFocused()
      expect(await lastDays()).toEqual([])
    }
    await until.fill('2026-12-26')
    await expect(until).not.toHaveAccessibleDescription(/./)
    await create.click()
    await expect(dialog).toBeHidden()
    expect(await lastDays()).toEqual([{ date_from: '2026-12-24', date_to: '2026-12-26' }])
  },
)
