import { wavFile } from '../tests/support/audio-files'
import { expect } from './fixtures'
import { expectAccessible } from './support/accessible'
import { test } from './support/rows'

test.use({ role: 'tech' })

// Maple Hollow Senior Living of the demo data.
const COMPANY = 'Maple Hollow Senior Living'

test('a recording is checked, played and kept while in use; a deleted one keeps its file for the trail', async ({
  page,
  database,
}) => {
  const { rows } = await database.query<{ id: string }>(
    'select domain_uuid as id from public.companies where name = $1',
    [COMPANY],
  )
  const tenant = rows[0]?.id
  const stored = async (name: string) =>
    (
      await database.query<{ file: string; duration_ms: number; path: string }>(
        'select file, duration_ms, path from public.recordings where tenant_id = $1 and name = $2',
        [tenant, name],
      )
    ).rows[0]
  await database.query("delete from public.recordings where tenant_id = $1 and name like 'Spring sale%'", [
    tenant,
  ])

  await page.goto(`/app/tenants/${tenant}/recordings`)
  await page.getByLabel('Recordings to upload').setInputFiles([
    { name: 'spring_sale.wav', mimeType: 'audio/wav', buffer: Buffer.from(wavFile({ seconds: 2 })) },
    { name: 'page.mp3', mimeType: 'audio/mpeg', buffer: Buffer.from('<script>alert(1)</script>') },
  ])
  const uploads = page.getByRole('list', { name: 'Uploads' })
  await expect(uploads).toContainText('Added')
  await expect(uploads).toContainText('not a WAV or MP3 file')
  const made = await stored('Spring sale')
  expect(made).toMatchObject({ file: 'spring_sale.wav', duration_ms: 2000 })

  const table = page.getByRole('table', { name: 'Recordings' })
  await table.getByRole('link', { name: 'Spring sale' }).click()
  const dialog = page.getByRole('dialog', { name: 'Spring sale' })
  await expect(dialog.getByRole('slider', { name: 'Position in Spring sale' })).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Play Spring sale' })).toBeEnabled()
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByRole('alertdialog')).toBeHidden()
  expect(await stored('Spring sale')).toBeUndefined()
  const files = await database.query('select from storage.objects where name = $1', [made?.path])
  expect(files.rowCount).toBe(1)

  await expectAccessible(page, 'the recordings', [390])
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.getByRole('button', { name: 'Actions for After hours' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await expect(page.getByRole('alertdialog')).toContainText('It is used')
})

test('a recording’s file is replaced on save, and its uses stay', async ({ page, rows, service }) => {
  const tenant = await rows.tenant('Replace Trial')
  await page.goto(`/app/tenants/${tenant}/recordings`)
  await page.getByLabel('Recordings to upload').setInputFiles({
    name: 'welcome.wav',
    mimeType: 'audio/wav',
    buffer: Buffer.from(wavFile({ seconds: 2 })),
  })
  await expect(page.getByRole('list', { name: 'Uploads' })).toContainText('Added')
  const stored = async () =>
    (
      await service
        .from('recordings')
        .select('id, file, file_id, path, duration_ms, version')
        .eq('tenant_id', tenant)
        .single()
        .throwOnError()
    ).data
  const before = await stored()
  await rows.add('ring_groups', {
    tenant_id: tenant,
    name: 'Sales',
    number: '6000',
    greeting_recording_id: before.id,
  })

  await page.getByRole('link', { name: 'Welcome' }).click()
  const dialog = page.getByRole('dialog', { name: 'Welcome' })
  const replacement = dialog.getByLabel('File that replaces this one')
  const noSound = { name: 'page.wav', mimeType: 'audio/wav', buffer: Buffer.from('<html>') }
  await replacement.setInputFiles(noSound)
  await expect(dialog.getByRole('alert')).toContainText('not a WAV or MP3 file')
  expect(await stored()).toEqual(before)

  const longer = { name: 'other.wav', mimeType: 'audio/wav', buffer: Buffer.from(wavFile({ seconds: 5 })) }
  await replacement.setInputFiles(longer)
  await expect(dialog).toContainText('The new sound (WAV, 0:05) replaces this one when you save.')
  expect(await stored()).toEqual(before)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()
  const after = await stored()
  expect(after).toMatchObject({ id: before.id, file: 'welcome.wav', duration_ms: 5000, version: 2 })
  expect(after.path).not.toBe(before.path)
  await expect(page.getByRole('row', { name: /Welcome/ })).toContainText('0:05')
})
