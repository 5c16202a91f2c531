import { randomUUID } from 'node:crypto'
import { expect } from './fixtures'
import { followAfterForm } from './screens/shell'
import { expectAccessible } from './support/accessible'
import { test } from './support/rows'

test.use({ role: 'tech' })

test('a fax box is created, and a received fax is downloaded and deleted', async ({
  page,
  rows,
  service,
  database,
}) => {
  const tenant = await rows.tenant('Fax Trial')
  await page.goto(`/app/tenants/${tenant}/routing/fax-boxes`)
  await page.getByRole('button', { name: 'New fax box' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'New fax box' })
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Front office')
  await dialog.getByRole('textbox', { name: 'Number' }).fill('3700')
  await dialog
    .getByRole('textbox', { name: 'Email faxes to' })
    .fill('anna@customer.example\nben@customer.example')
  await dialog.getByRole('button', { name: 'Create fax box' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('row', { name: /Front office/ })).toContainText('anna@customer.example')
  const { data: boxes } = await service
    .from('fax_boxes')
    .select('id, number, recipients')
    .eq('tenant_id', tenant)
    .throwOnError()
  expect(boxes).toMatchObject([
    { number: '3700', recipients: ['anna@customer.example', 'ben@customer.example'] },
  ])
  await expectAccessible(page, 'the list of fax boxes', [390])

  const path = `${tenant}/${randomUUID()}.pdf`
  const stored = await service.storage
    .from('faxes')
    .upload(path, Buffer.from('%PDF-1.7\n'), { contentType: 'application/pdf' })
  expect(stored.error).toBeNull()
  await database.query(
    `insert into public.faxes (tenant_id, fax_box_id, box, channel, from_number, from_station, received_at, pages, path, size_bytes)
     values ($1, $2, '3700 Front office', gen_random_uuid(), '+12085550142', 'Ada', now(), 2, $3, 9)`,
    [tenant, boxes[0]?.id, path],
  )
  await followAfterForm(page, `/app/tenants/${tenant}/faxes`)
  await page.getByRole('row', { name: /\(208\) 555-0142/ }).click()
  const fax = page.getByRole('dialog', { name: 'Fax for 3700 Front office' })
  const downloading = page.waitForEvent('download')
  await fax.getByRole('button', { name: 'Download' }).click()
  expect((await downloading).suggestedFilename()).toMatch(/^fax .*\.pdf$/)
  await expectAccessible(page, 'a fax')
  await fax.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('Faxes appear here')).toBeVisible()
  const { data: left } = await service.from('faxes').select('id').eq('tenant_id', tenant).throwOnError()
  expect(left).toEqual([])
})
