import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import type { SupabaseClient } from '@supabase/supabase-js'
import type { Client } from 'pg'
import type { Database } from '../lib/supabase/database.types'
import { expect } from './fixtures'
import { followAfterForm } from './screens/shell'
import { expectAccessible } from './support/accessible'
import { type CalledTenant, test } from './support/called-tenant'

const testPage = ({ id, number }: CalledTenant, more = '') =>
  `/app/tenants/${id}/test-call?to=${encodeURIComponent(number)}${more}`
const steps = (page: Page) => page.getByRole('list', { name: 'Steps' })

/** Sends the calls of the tenant’s number to an outside number, through a gateway and at a price. */
async function priceCalls({ id }: CalledTenant, database: Client, service: SupabaseClient<Database>) {
  const plan = randomUUID()
  await service
    .from('rate_plans')
    .insert({ id: plan, name: `Simulated ${plan}` })
    .throwOnError()
  await service
    .from('rate_plan_rates')
    .insert({ rate_plan_id: plan, prefix: '1', cost_per_minute: 0.02, connect_fee: 0.01 })
    .throwOnError()
  await service.from('billing_accounts').insert({ tenant_id: id, rate_plan_id: plan }).throwOnError()
  const outside = randomUUID()
  await database.query(
    "insert into public.destinations (id, tenant_id, kind, number) values ($1, $2, 'external', $3)",
    [outside, id, '+12075550199'],
  )
  const { data: gateway } = await service
    .from('gateways')
    .select('id')
    .eq('name', 'carrier-east')
    .single()
    .throwOnError()
  await service
    .from('outbound_routes')
    .insert({
      tenant_id: id,
      name: 'National',
      matches: 'national',
      toll_class: 'national',
      gateway_1_id: gateway.id,
      enabled: true,
    })
    .throwOnError()
  await service.from('dids').update({ destination_id: outside }).eq('tenant_id', id).throwOnError()
}

test('a form’s unsaved values are tested, a mistake is flagged instead, and prices are hidden from a tech', async ({
  page,
  database,
  service,
  tenant,
}) => {
  await priceCalls(tenant, database, service)
  const form = page.getByRole('dialog', { name: '6000 Front office' })

  await test.step('the price of a call is hidden from a tech', async () => {
    await page.goto(testPage(tenant))
    await expect(steps(page)).toContainText('The call leaves the tenant.')
    await expect(page.getByText('Minutes of talk')).toHaveCount(0)
  })

  await test.step('a call test includes unsaved changes of a form', async () => {
    await page.goto(`/app/tenants/${tenant.id}/ring-groups?record=${tenant.group}`)
    await form.getByRole('spinbutton', { name: 'Call timeout' }).fill('12')
    await form.getByRole('button', { name: 'Test a call' }).click()
    const dialog = page.getByRole('dialog', { name: 'Test a call' })
    await expect(dialog.getByText('With your unsaved changes')).toBeVisible()
    await expect(steps(page)).toContainText(
      '6000 Front office rings 2 phones all at once, for 12 secs at most.',
    )
    await expectAccessible(page, 'a test over a form')
    await page.setViewportSize({ width: 1440, height: 900 })
    await dialog.getByRole('button', { name: 'Back to the form' }).click()

    await expect(form.getByRole('spinbutton', { name: 'Call timeout' })).toHaveValue('12')
    const { data: stored } = await service
      .from('ring_groups')
      .select('call_timeout')
      .eq('id', tenant.group)
      .single()
      .throwOnError()
    expect(stored.call_timeout).toBe(30)
  })

  await test.step('invalid input is flagged at its field instead of being tested', async () => {
    await form.getByRole('textbox', { name: 'Name' }).fill('')
    await form.getByRole('button', { name: 'Test a call' }).click()
    await expect(form.getByRole('textbox', { name: 'Name' })).toHaveAccessibleDescription(/Fill in|Enter/)
    await expect(page.getByRole('dialog', { name: 'Test a call' })).toHaveCount(0)
  })

  await test.step('a new extension can be called by its number before it is saved', async () => {
    await page.keyboard.press('Escape')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click()
    await expect(form).toBeHidden()
    await page.goto(`/app/tenants/${tenant.id}/extensions?record=new`)
    const created = page.getByRole('dialog', { name: 'New extension' })
    await created.getByRole('textbox', { name: 'Number', exact: true }).fill('1009')
    await created.getByRole('button', { name: 'Test a call' }).click()
    await expect(steps(page)).toContainText('1009 rings for 30 secs.')
  })
})

test('the outcome of a test call is saved as an expectation, and a save that breaks it says so', async ({
  page,
  service,
  tenant,
}) => {
  await page.goto(testPage(tenant, '&at=1%2010:00'))
  await expect(page.getByRole('combobox', { name: 'Day of the week' })).toHaveValue('1')
  await page.getByRole('button', { name: 'Keep as an expectation' }).click()
  const keep = page.getByRole('dialog', { name: 'Keep as an expectation' })
  await keep.getByRole('textbox', { name: 'Name' }).fill('Mondays ring the front office')
  await keep
    .getByRole('combobox', { name: 'The call' })
    .selectOption('comes to the ring group 6000 Front office')
  await keep.getByRole('button', { name: 'Save expectation' }).click()
  await expect(keep).toHaveCount(0)
  const kept = page.getByRole('list', { name: 'Expectations' }).getByRole('listitem')
  await expect(kept).toHaveText(/Mondays ring the front office.*Holds.*Mondays at 10:00 AM/s)
  const { data: stored } = await service
    .from('call_expectations')
    .select('name, outcome, destination_id, question')
    .eq('tenant_id', tenant.id)
    .throwOnError()
  expect(stored).toMatchObject([
    {
      name: 'Mondays ring the front office',
      outcome: 'comes_to',
      destination_id: tenant.group,
      question: { to: tenant.number, at: '1 10:00' },
    },
  ])
  await expectAccessible(page, 'expectations')
  await page.setViewportSize({ width: 1440, height: 900 })

  await followAfterForm(page, `/app/tenants/${tenant.id}/routing/time-conditions`)
  await page
    .getByRole('link', { name: 'Office hours' })
    .or(page.getByRole('button', { name: 'Office hours' }))
    .first()
    .click()
  const hours = page.getByRole('dialog', { name: '5000 Office hours' })
  await hours.getByRole('switch', { name: 'Enabled' }).click()
  await hours.getByRole('button', { name: 'Save' }).click()
  const notice = page.getByRole('alert').filter({ hasText: '1 expectation is broken' })
  await expect(notice).toContainText('Mondays ring the front office')
  await notice.getByRole('link', { name: 'See what happens instead' }).click()
  await expect(kept).toHaveText(/Broken.*Instead: The call ends unanswered\./s)

  await page.getByRole('button', { name: 'Actions for Mondays ring the front office' }).click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  const edit = page.getByRole('dialog', { name: 'Edit expectation' })
  await edit.getByRole('textbox', { name: 'Name' }).fill('Closed on Mondays')
  await edit.getByRole('combobox', { name: 'The call' }).selectOption('ends unanswered')
  await edit.getByRole('button', { name: 'Save expectation' }).click()
  await expect(kept).toHaveText(/Closed on Mondays.*Holds/s)

  await page.getByRole('button', { name: 'Actions for Closed on Mondays' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('No expectations yet')).toBeVisible()
})

test.describe('for staff with access to prices', () => {
  test.use({ role: 'admin' })

  test('the price of a test call is shown by number, for the given minutes', async ({
    page,
    database,
    service,
    tenant,
  }) => {
    await priceCalls(tenant, database, service)
    await page.goto(testPage(tenant))
    await expect(page.getByRole('list', { name: 'Prices' })).toHaveText(
      '(207) 555-0199: $0.0200 a minute and $0.0100 to connect.',
    )
    await expect(page.getByText('This call costs $0.0700.')).toBeVisible()
    await page.getByRole('textbox', { name: 'Minutes of talk' }).fill('10')
    await expect(page.getByText('This call costs $0.2100.')).toBeVisible()
  })
})
