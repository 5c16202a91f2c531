import { randomUUID } from 'node:crypto'
import { expect } from './fixtures'
import { expectAccessible } from './support/accessible'
import { test } from './support/rows'

test.use({ role: 'tech' })

test('a portal user is added with extensions and invited, and gets no staff rights', async ({
  page,
  rows,
  service,
}) => {
  const id = await rows.tenant('Portal Trial')
  const email = `portal-${randomUUID()}@demo.test`
  await rows.extension(id, '1001', 'Reception')
  await rows.extension(id, '1002', 'Billing')
  const stored = async () => (await service.from('portal_users').select('*').eq('email', email).single()).data

  await page.goto(`/app/tenants/${id}/users`)
  await expect(page.getByText('No users yet')).toBeVisible()
  await page.getByRole('button', { name: 'New user' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'New user' })
  await expectAccessible(page, 'the form of a user', [390])
  await page.setViewportSize({ width: 1440, height: 900 })
  await dialog.getByLabel('Name').fill('Front desk')
  await dialog.getByLabel('Email').fill('nobody')
  await dialog.getByRole('combobox', { name: 'Add an extension' }).click()
  await page.getByRole('option', { name: '1001 Reception' }).click()
  await dialog.getByRole('combobox', { name: 'Add an extension' }).click()
  await page.getByRole('option', { name: '1002 Billing' }).click()
  await dialog.getByRole('button', { name: 'Move 1002 Billing up' }).click()
  await dialog.getByRole('button', { name: 'Create user' }).click()
  await expect(dialog.getByText('Enter a valid email address.')).toBeVisible()
  await dialog.getByLabel('Email').fill(email)
  await dialog.getByRole('button', { name: 'Create user' }).click()
  await expect(dialog).toHaveCount(0)
  const row = page.getByRole('row', { name: /Front desk/ })
  await expect(row).toContainText('1002, 1001')
  await expect(row).toContainText('Not invited')
  await expectAccessible(page, 'the users of a tenant', [390])
  await page.setViewportSize({ width: 1440, height: 900 })

  await page.getByRole('button', { name: 'Actions for Front desk' }).click()
  await page.getByRole('menuitem', { name: 'Send an invitation' }).click()
  await expect(row).toContainText('Invited')
  const invited = await stored()
  expect(invited).toMatchObject({ invited_at: expect.any(String), accepted_at: null })
  await page.getByRole('button', { name: 'Actions for Front desk' }).click()
  await page.getByRole('menuitem', { name: 'Send the invitation again' }).click()
  await expect.poll(async () => (await stored())?.invited_at).not.toBe(invited?.invited_at)

  const members = await service.from('members').select('id').eq('user_id', String(invited?.auth_user_id))
  expect(members.data).toEqual([])
  const trail = await service
    .from('audit_log')
    .select('actor_email')
    .eq('record_id', String(invited?.id))
    .eq('action', 'update')
  expect(new Set(trail.data?.map(({ actor_email }) => actor_email))).toEqual(new Set(['tech@demo.test']))
  await service.auth.admin.deleteUser(String(invited?.auth_user_id))
})
