import { expect } from './fixtures'
import { expectAccessible } from './support/accessible'
import { test } from './support/called-tenant'

test('a call to a number is tested at two moments with two outcomes', async ({ page, tenant }) => {
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

test('a change saved by someone else updates the path without a reload', async ({
  page,
  service,
  tenant,
}) => {
  await page.clock.install()
  await page.goto(
    `/app/tenants/${tenant.id}/test-call?to=${encodeURIComponent(tenant.number)}&at=2026-11-23T10:00`,
  )
  const steps = page.getByRole('list', { name: 'Steps' })
  await expect(steps).toContainText('6000 Front office rings 2 phones')
  await service.from('ring_groups').update({ call_timeout: 12 }).eq('id', tenant.group).throwOnError()
  // The page asks every quarter of a minute. In order, so that the first answer is old by then: a question soon after another shares its answer.
  await page.clock.runFor('00:16')
  await expect(steps).toContainText('6000 Front office rings 2 phones all at once, for 12 secs at most.')
})
