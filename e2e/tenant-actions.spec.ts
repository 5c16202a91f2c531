import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import type { Client } from 'pg'
import { expect } from './fixtures'
import { followAfterForm } from './screens/shell'
import { expectAccessible } from './support/accessible'
import { test } from './support/rows'

test.use({ role: 'admin' })

async function stored(database: Client, companyId: string) {
  const { rows } = await database.query<{ id: string; domain: string; status: string; menus: number }>(
    `select t.id, t.domain, t.status,
       (select count(*)::int from public.ivr_menus m where m.tenant_id = t.id) as menus
     from public.companies c join public.tenants t on t.id = c.domain_uuid where c.id = $1`,
    [companyId],
  )
  return rows[0]
}

// A tenant created by a test is removed before its company.
test.afterEach(async ({ database }) => {
  await database.query(
    `delete from public.tenants where id in (
       select domain_uuid from public.companies where name like 'Newcomer %' or name like 'Twin %' or name like 'Triplet %')`,
  )
})

async function choose(page: Page, button: string, name: string) {
  await page.getByRole('button', { name: button }).click()
  await page.getByPlaceholder('Search by company, phone number, or MAC address...').fill(name)
  await page
    .getByRole('option', { name: new RegExp(name) })
    .first()
    .click()
}

test('a company becomes a tenant, and is suspended and resumed', async ({ page, rows, database }) => {
  const name = `Newcomer ${randomUUID().slice(0, 8)}`
  const company = await rows.company(name)
  await page.goto('/app/tenants')
  await page.getByRole('button', { name: 'New tenant' }).click()
  const dialog = page.getByRole('dialog', { name: 'New tenant' })
  await expect(dialog).toBeVisible()
  await expectAccessible(page, 'the form for a new tenant')
  await page.setViewportSize({ width: 1440, height: 900 })
  await choose(page, 'Choose a company', name)
  const domain = `e2e-${company.slice(0, 8)}.pbx.example`
  await dialog.getByRole('textbox', { name: 'Domain' }).fill(domain)
  await dialog.getByRole('button', { name: 'Create tenant' }).click()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  expect(await stored(database, company)).toMatchObject({ domain, status: 'active', menus: 0 })

  for (const [action, status] of [
    ['Suspend', 'suspended'],
    ['Resume', 'active'],
  ] as const) {
    await page.getByRole('button', { name: 'Actions', exact: true }).click()
    await page.getByRole('menuitem', { name: action }).click()
    if (action === 'Suspend') await page.getByLabel('Reason').fill('Two invoices overdue')
    await page.getByRole('alertdialog').getByRole('button', { name: action }).click()
    await expect(page.getByRole('alertdialog')).toBeHidden()
    expect((await stored(database, company))?.status).toBe(status)
    await expect(page.getByText('Reason: Two invoices overdue')).toHaveCount(action === 'Suspend' ? 1 : 0)
  }
})

test('a tenant is created from another one and from an exported configuration', async ({
  page,
  rows,
  database,
}) => {
  const first = `Twin ${randomUUID().slice(0, 8)}`
  const second = `Triplet ${randomUUID().slice(0, 8)}`
  const twin = await rows.company(first)
  const triplet = await rows.company(second)
  const template = await rows.tenant('Template Trial')
  for (const number of ['1001', '1002', '1003']) await rows.extension(template, number, `Desk ${number}`)
  await rows.add('ivr_menus', { tenant_id: template, name: 'Main menu', number: '7000' })
  await page.goto('/app/tenants?q=template+trial')
  await page.getByRole('button', { name: 'Actions for Template Trial' }).click()
  await page.getByRole('menuitem', { name: 'New tenant like this' }).click()
  const dialog = page.getByRole('dialog')
  await choose(page, 'Choose a company', first)
  await dialog.getByRole('textbox', { name: 'Domain' }).fill(`e2e-${twin.slice(0, 8)}.pbx.example`)
  await dialog.getByRole('textbox', { name: 'Extension seats' }).fill('25')
  await dialog.getByRole('button', { name: 'Check' }).click()
  await expect(dialog.getByText('1 IVR menu')).toBeVisible()
  await expectAccessible(page, 'what a template gives')
  await page.setViewportSize({ width: 1440, height: 900 })
  await expect(dialog.getByText('Portal users and email addresses')).toBeVisible()
  expect(await stored(database, twin)).toBeUndefined()
  await dialog.getByRole('button', { name: 'Create tenant' }).click()
  await expect(page.getByRole('heading', { level: 1, name: first })).toBeVisible()
  expect((await stored(database, twin))?.menus).toBe(1)

  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Actions', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Export configuration' }).click()
  const path = await (await download).path()
  expect(JSON.parse(await readFile(path, 'utf8'))).toMatchObject({ format: 'trunkline-tenant', version: 1 })

  await followAfterForm(page, '/app/tenants')
  await page.getByRole('button', { name: 'New tenant' }).click()
  await choose(page, 'Choose a company', second)
  await dialog.getByRole('textbox', { name: 'Domain' }).fill(`e2e-${triplet.slice(0, 8)}.pbx.example`)
  await dialog.getByRole('combobox', { name: 'Starts with' }).selectOption('file')
  await dialog.getByLabel('Configuration file').setInputFiles(path)
  await expect(dialog.getByRole('textbox', { name: 'Extension seats' })).toHaveValue('25')
  await dialog.getByRole('textbox', { name: 'Extension seats' }).fill('2')
  await dialog.getByRole('button', { name: 'Check' }).click()
  await expect(dialog.getByText(/This tenant has 2 of 2 extension seats in use/)).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Create tenant' })).toBeDisabled()
  await dialog.getByRole('button', { name: 'Back' }).click()
  await dialog.getByRole('switch', { name: 'With its extensions' }).uncheck()
  await dialog.getByRole('button', { name: 'Check' }).click()
  await dialog.getByRole('button', { name: 'Create tenant' }).click()
  await expect(page.getByRole('heading', { level: 1, name: second })).toBeVisible()
  expect((await stored(database, triplet))?.menus).toBe(1)
})

test.describe('as a technician', () => {
  test.use({ role: 'tech' })

  test('cannot create or suspend tenants', async ({ page }) => {
    await page.goto('/app/tenants')
    await expect(page.getByRole('table', { name: 'Tenants' }).getByRole('link').first()).toBeVisible()
    await expect(page.getByRole('button', { name: 'New tenant' })).toHaveCount(0)
    await expect(page.getByRole('button', { name: /^Actions/ })).toHaveCount(0)
  })
})
