import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { wavFile } from '../tests/support/audio-files'
import { expect } from './fixtures'
import { expectAccessible } from './support/accessible'
import { test } from './support/served'

test.describe('for a tech', () => {
  test.use({ role: 'tech' })

  test('plays and downloads a voicemail message, which is reported to its switch, marks it as new and deletes it', async ({
    page,
    served,
    service,
    database,
  }) => {
    const { tenant, switchId, extension } = await served('Elder Brook Clinic')
    const id = randomUUID()
    const path = `${tenant}/${id}.wav`
    const sound = wavFile({ seconds: 2 })
    const stored = await service.storage.from('voicemail').upload(path, sound, { contentType: 'audio/wav' })
    expect(stored.error).toBeNull()
    await database.query(
      `insert into public.voicemail_messages (id, tenant_id, switch_id, extension_id, domain, account, uuid, from_number, from_name,
         left_at, seconds, path, duration_ms, size_bytes, peaks)
       values ($1, $2, $3, $4, 'trial.pbx.example', '1001', gen_random_uuid(), '+12085550142', 'Ada', now(), 2, $5, 2000, $6, '{10,80,40}')`,
      [id, tenant, switchId, extension, path, sound.length],
    )
    const commands = async () => {
      const { rows } = await database.query<{ command: string; heard: boolean | null }>(
        'select command, heard from private.voicemail_commands where switch_id = $1',
        [switchId],
      )
      return rows
    }
    await page.goto(`/app/tenants/${tenant}/voicemail`)
    const row = page.getByRole('row', { name: /\(208\) 555-0142/ })
    await expect(row).toContainText('New')
    await row.click()
    const dialog = page.getByRole('dialog', { name: 'Message for 1001' })
    await dialog.getByRole('button', { name: 'Play the message' }).click()
    await expect(dialog.getByRole('slider', { name: 'Position in the message' })).toBeVisible()
    await expect.poll(commands).toEqual([{ command: 'mark', heard: true }])
    await expectAccessible(page, 'a voicemail message')
    const downloading = page.waitForEvent('download')
    await dialog.getByRole('button', { name: 'Download' }).click()
    const file = await downloading
    expect(file.suggestedFilename()).toMatch(/^message \d{4}-\d\d-\d\dT\d\d-\d\d\.wav$/)
    expect((await readFile(await file.path())).equals(Buffer.from(sound))).toBe(true)
    const { rows: heard } = await database.query(
      "select count(*)::int as times from public.audit_log where record_id = $1 and action = 'hear'",
      [id],
    )
    expect(heard).toEqual([{ times: 2 }])

    await dialog.getByRole('button', { name: 'Mark as new' }).click()
    await expect(row).toContainText('New')
    await expect.poll(commands).toEqual([{ command: 'mark', heard: false }])
    await row.click()
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    await expect(page.getByText('Messages appear here')).toBeVisible()
    await expect.poll(commands).toEqual([{ command: 'remove', heard: null }])
    const { data } = await service.from('voicemail_messages').select('id').eq('id', id).throwOnError()
    expect(data).toEqual([])
  })
})
