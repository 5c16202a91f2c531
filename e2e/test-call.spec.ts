import { expect } from './fixtures'
import { expectAccessible } from './support/accessible'
import { test } from './support/simulated-tenant'

test('a call to a number is tested for two moments and two answers', async ({ page, tenant }) => {
  await page.goto(`/app/tenants/${tenant.id}/dids/inbound`)
  await page.getByRole('button', { name: /^Actions for/ }).click()
  await page.getByRole('menuitem', { name: 'Test a call' }).click()
  await expect(page.getByRole('heading', { name: 'Test a call' })).toBeVisible()
  await expect(page.getByRole('combobox', { name: 'Called' })).toContainText('Main line')

  const steps = page.getByRole('list', { name: 'Steps' }).locator('> li')
  const end = page.getByRole('status').filter({ hasText: /\.$/ })
  await page.getByRole('combobox', { name: 'When' }).selectOption('At a date and time')
  await page.getByLabel('Date and time').fill('2026-11-23T10:00')
  await expect(steps).toHaveText([
    /0 s.*routes here\./,
    /0 s5000 Office hours is open: Weekdays/,
    /0 s6000 Front office rings 2 phones all at once, for 30 secs at most\./,
    /30 sNobody in 6000 Front office answers within 30 secs\./,
    /30 sThe voicemail of 1001 Reception takes a message/,
    /30 sThe caller leaves a voicemail message\./,
  ])
  await page.getByRole('combobox', { name: '1002 Workshop' }).selectOption('Answers after 5 secs')
  await expect(end).toHaveText('1002 Workshop answers after 5 secs.')
  await expect(page.getByText('0–5 s, answered')).toBeVisible()
  await expect(steps).toHaveCount(4)
  await expectAccessible(page, 'the call simulator')
  await page.setViewportSize({ width: 1440, height: 900 })

  await page.getByLabel('Date and time').fill('2026-11-22T10:00')
  await expect(end).toHaveText('The caller leaves a voicemail message.')
  await expect(steps.filter({ hasText: 'No rule of 5000 Office hours applies.' })).toBeVisible()
  await expect(page.getByText('No phone rings.')).toBeVisible()

  await page.getByLabel('Date and time').fill('2026-11-23T10:00')
  await expect(end).toHaveText('1002 Workshop answers after 5 secs.')
  await steps.getByRole('link', { name: '6000 Front office' }).first().click()
  await expect(page.getByRole('dialog', { name: '6000 Front office' })).toBeVisible()
})

test('what somebody else saves changes the path without a reload', async ({ page, service, tenant }) => {
  await page.goto(
    `/app/tenants/${tenant.id}/test-call?to=${encodeURIComponent(tenant.number)}&at=2026-11-23T10:00`,
  )
  const steps = page.getByRole('list', { name: 'Steps' })
  await expect(steps).toContainText('6000 Front office rings 2 phones')
  await service.from('ring_groups').update({ call_timeout: 12 }).eq('id', tenant.group).throwOnError()
  await expect(steps).toContainText('6000 Front office rings 2 phones all at once, for 12 secs at most.', {
    timeout: 30_000,
  })
})

test('the configuration check names a number without a route, and leads to it', async ({
  page,
  service,
  tenant,
}) => {
  await service.from('dids').update({ destination_id: null }).eq('tenant_id', tenant.id).throwOnError()
  await page.goto(`/app/tenants/${tenant.id}`)
  await expect(page.getByRole('list', { name: 'Problems' })).toContainText('error')
  await page.getByRole('link', { name: 'See all problems of the configuration' }).click()
  const errors = page.getByRole('list', { name: 'Errors' })
  const unrouted = errors.getByRole('listitem').filter({ hasText: 'it has no route' })
  await expect(unrouted).toBeVisible()
  await expectAccessible(page, 'the configuration check')
  await page.setViewportSize({ width: 1440, height: 900 })
  await unrouted.getByRole('link').click()
  await expect(page.getByRole('dialog').getByRole('textbox', { name: 'Description' })).toHaveValue(
    'Main line',
  )
})

test('the call map follows a number to everywhere its calls may end', async ({ page, tenant }) => {
  await page.goto(`/app/tenants/${tenant.id}/call-map?at=2026-11-23T10:00`)
  const map = page.getByRole('list', { name: /^From / })
  await expect(map.getByRole('link')).toHaveText([
    'Time condition 5000 Office hours',
    'Ring group 6000 Front office',
    'Voicemail of extension 1001 Reception',
    'Voicemail of extension 1001 Reception',
  ])
  await expect(map).toContainText('No rule of 5000 Office hours applies.')
  await expect(map.getByText('Not now')).toHaveCount(1)
  await expectAccessible(page, 'the call map')
})
