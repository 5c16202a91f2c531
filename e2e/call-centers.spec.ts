import { expect } from './fixtures'
import { expectAccessible } from './support/accessible'
import { test } from './support/rows'

test.use({ role: 'tech' })

/** A tenant with the agents Desk 1 (available) and Desk 2 (on break) at 1001 and 1002. */
const withTenant = test.extend<{ tenant: { id: string; agents: [string, string] } }>({
  tenant: async ({ rows }, use) => {
    const id = await rows.tenant('Queueing Trial')
    const agent = async (extension: string, name: string, status: string) => {
      const extension_id = await rows.extension(id, extension, name)
      return rows.add('call_center_agents', { tenant_id: id, extension_id, name, status })
    }
    const agents: [string, string] = [
      await agent('1001', 'Desk 1', 'Available'),
      await agent('1002', 'Desk 2', 'On Break'),
    ]
    await use({ id, agents })
  },
})

withTenant(
  'a queue is made with its agents and says who would get the next call',
  async ({ page, service, tenant }) => {
    await page.goto(`/app/tenants/${tenant.id}/routing/call-centers`)
    await page.getByRole('button', { name: 'New queue' }).first().click()
    const dialog = page.getByRole('dialog', { name: 'New queue' })
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Support')
    await dialog.getByRole('textbox', { name: 'Number' }).fill('7000')
    await expect(dialog.getByText(/whose last call ended longest ago/)).toBeVisible()
    await dialog.getByRole('combobox', { name: 'Add an agent' }).click()
    for (const option of ['1002 Desk 2', '1001 Desk 1']) {
      await page.getByRole('option', { name: option }).click()
    }
    await page.keyboard.press('Escape')
    const preview = dialog.getByRole('region', { name: 'Who would get the next call' })
    await expect(preview.getByRole('listitem')).toHaveText([/Desk 1.*Next/, /Desk 2.*On break/])
    const level = dialog.getByRole('spinbutton', { name: 'Level' }).last()
    await level.fill('0')
    await dialog.getByRole('button', { name: 'Create queue' }).click()
    await expect(dialog.getByText('Between 1 and 999.')).toBeVisible()
    await level.fill('2')
    await dialog.getByRole('switch', { name: 'Apply tier rules' }).click()
    await expect(preview).toContainText('Nobody: the caller waits.')
    await preview.getByRole('spinbutton', { name: 'A caller who has waited (seconds)' }).fill('60')
    await expect(preview.getByRole('listitem').first()).toHaveText(/Desk 1.*Next/)
    await dialog.getByRole('button', { name: 'Create queue' }).click()
    await expect(dialog).toBeHidden()
    const { data } = await service
      .from('call_center_queues')
      .select('name, number, strategy, tier_rules_apply, call_center_tiers(agent_id, level, position)')
      .eq('tenant_id', tenant.id)
      .order('position', { referencedTable: 'call_center_tiers' })
      .throwOnError()
    expect(data).toEqual([
      {
        name: 'Support',
        number: '7000',
        strategy: 'longest-idle-agent',
        tier_rules_apply: true,
        call_center_tiers: [
          { agent_id: tenant.agents[1], level: 1, position: 1 },
          { agent_id: tenant.agents[0], level: 2, position: 2 },
        ],
      },
    ])
    await expect(page.getByRole('row', { name: /Support/ })).toContainText('1 available')
    await page.getByRole('link', { name: 'Support' }).click()
    await expect(page.getByText('Who would get the next call')).toBeVisible()
    await expectAccessible(page, 'a queue')
  },
)

withTenant('an agent’s status is changed in one click', async ({ page, service, tenant }) => {
  await page.goto(`/app/tenants/${tenant.id}/routing/call-centers`)
  await page.getByRole('tab', { name: 'Agents' }).click()
  await expect(page).toHaveURL(/tab=agents/)
  const status = page.getByRole('group', { name: 'Status of Desk 2' })
  await expect(status.getByRole('button', { name: 'On break' })).toHaveAttribute('aria-pressed', 'true')
  await expectAccessible(page, 'the agents', [390])
  await status.getByRole('button', { name: 'Available' }).press('Enter')
  await expect(status.getByRole('button', { name: 'Available' })).toHaveAttribute('aria-pressed', 'true')
  await expect(status.getByRole('button', { name: 'Available' })).toBeFocused()
  const { data } = await service
    .from('call_center_agents')
    .select('status, version')
    .eq('id', tenant.agents[1])
    .single()
  expect(data).toEqual({ status: 'Available', version: 2 })
})

withTenant(
  'an agent is given hours by which it is signed in and out',
  async ({ page, rows, service, tenant }) => {
    const { data: agent } = await service
      .from('call_center_agents')
      .select('extension_id')
      .eq('id', tenant.agents[1])
      .single()
      .throwOnError()
    const hours = await rows.add('time_conditions', {
      tenant_id: tenant.id,
      name: 'Day shift',
      number: '5000',
      otherwise_destination_id: agent.extension_id,
    })
    await page.goto(`/app/tenants/${tenant.id}/routing/call-centers?tab=agents`)
    await page.getByRole('link', { name: 'Desk 2' }).click()
    const dialog = page.getByRole('dialog', { name: 'Desk 2' })
    const choice = dialog.getByRole('combobox', { name: 'Hours' })
    await expect(choice).toContainText('Signed in and out by hand')
    await choice.click()
    await page.getByRole('option', { name: 'Day shift' }).click()
    await expectAccessible(page, 'an agent with hours')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(dialog).toBeHidden()
    const { data } = await service
      .from('call_center_agents')
      .select('time_condition_id, status')
      .eq('id', tenant.agents[1])
      .single()
      .throwOnError()
    expect(data).toEqual({ time_condition_id: hours, status: 'On Break' })
  },
)
