import { spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { wavFile } from '../tests/support/audio-files'
import { expect } from './fixtures'
import { expectAccessible } from './support/accessible'
import { test as base } from './support/rows'

/** A tenant with the extension 1001 and the time condition Office hours. */
const test = base.extend<{ office: { tenant: string; extension: string; hours: string } }>({
  role: 'tech',
  office: async ({ rows }, use) => {
    const tenant = await rows.tenant('Greeting Trial')
    const extension = await rows.extension(tenant, '1001', 'Reception')
    const hours = await rows.add('time_conditions', {
      tenant_id: tenant,
      name: 'Office hours',
      number: '5000',
      otherwise_destination_id: extension,
    })
    await use({ tenant, extension, hours })
  },
})

const hasVoice = ['espeak-ng', 'espeak'].some((program) => spawnSync(program, ['--version']).status === 0)

test('a mailbox greets with what was uploaded or recorded by phone, by the hours, and while its owner is away', async ({
  page,
  office: { tenant, extension, hours },
  service,
}) => {
  // As the switch keeps what was recorded in the mailbox's menu.
  const path = `${tenant}/${randomUUID()}.wav`
  const sound = wavFile({ seconds: 2 })
  const sent = await service.storage.from('recordings').upload(path, sound, { contentType: 'audio/wav' })
  expect(sent.error).toBeNull()
  const { data: file } = await service
    .rpc('register_recording_file', {
      tenant,
      object_path: path,
      format: 'wav',
      duration_ms: 2000,
      size_bytes: sound.length,
      peaks: [10, 80, 40],
    })
    .throwOnError()
  const { data: recorded } = await service
    .rpc('store_dialed_recording', { tenant, dialer: extension, file, greeting: 1 })
    .throwOnError()

  await page.goto(`/app/tenants/${tenant}/extensions?record=${extension}`)
  const dialog = page.getByRole('dialog', { name: '1001 Reception' })
  const choice = (name: string) => dialog.getByRole('combobox', { name, exact: true })
  await expect(choice('Greeting')).toContainText('Greeting 1 of 1001')

  await dialog.getByRole('button', { name: 'New greeting' }).click()
  const upload = page.getByRole('dialog', { name: 'New recording' })
  await upload.getByLabel('Audio file').setInputFiles({
    name: 'at_your_service.wav',
    mimeType: 'audio/wav',
    buffer: Buffer.from(wavFile({ seconds: 1 })),
  })
  await upload.getByRole('button', { name: 'Upload recording' }).click()
  await expect(upload).toBeHidden()
  await expect(choice('Greeting')).toContainText('At your service')

  const choose = async (name: string, option: string) => {
    await choice(name).click()
    await page.getByRole('option', { name: option }).click()
  }
  await choose('Greeting when closed', 'Greeting 1 of 1001')
  await choose('Greeting while away', 'At your service')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByText('Choose the hours.')).toBeVisible()
  await expect(dialog.getByText('Choose the last day.')).toBeVisible()
  await choose('Hours', 'Office hours')
  await dialog.getByLabel('Away until').fill('2031-08-15')
  await expectAccessible(page, 'the greetings of a mailbox')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()

  const { data: stored } = await service
    .from('extensions')
    .select(
      'greeting_recording_id, greeting_time_condition_id, closed_greeting_recording_id, away_greeting_recording_id, away_until',
    )
    .eq('id', extension)
    .single()
    .throwOnError()
  const { data: uploaded } = await service
    .from('recordings')
    .select('id, duration_ms')
    .eq('tenant_id', tenant)
    .eq('name', 'At your service')
    .single()
    .throwOnError()
  expect(uploaded.duration_ms).toBe(1000)
  expect(stored).toEqual({
    greeting_recording_id: uploaded.id,
    greeting_time_condition_id: hours,
    closed_greeting_recording_id: recorded,
    away_greeting_recording_id: uploaded.id,
    away_until: '2031-08-15',
  })
})

test('a text is spoken as a recording, and again when it changes, or the page says what the server lacks', async ({
  page,
  office: { tenant },
  service,
}) => {
  await page.goto(`/app/tenants/${tenant}/recordings`)
  await page.getByRole('button', { name: 'Speak text' }).click()
  const dialog = page.getByRole('dialog', { name: 'New recording' })
  await expect(dialog.getByRole('button', { name: 'Speak text' })).toBeDisabled()
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Holiday')
  await dialog.getByRole('textbox', { name: 'Text' }).fill('We are closed today.')
  await expectAccessible(page, 'a text to speak')
  await dialog.getByRole('button', { name: 'Speak text' }).click()
  const stored = async () => {
    const { data } = await service
      .from('recordings')
      .select('name, format, spoken_text, duration_ms, path')
      .eq('tenant_id', tenant)
      .throwOnError()
    return data
  }
  if (!hasVoice) {
    await expect(dialog.getByRole('alert')).toContainText('Install espeak-ng')
    expect(await stored()).toEqual([])
    return
  }
  await expect(dialog).toBeHidden()
  const [spoken] = await stored()
  expect(spoken).toMatchObject({ name: 'Holiday', format: 'wav', spoken_text: 'We are closed today.' })

  await page.getByRole('table', { name: 'Recordings' }).getByRole('link', { name: 'Holiday' }).click()
  const record = page.getByRole('dialog', { name: 'Holiday' })
  await expect(record.getByRole('button', { name: 'Play Holiday' })).toBeEnabled()
  await record
    .getByRole('textbox', { name: 'Spoken text' })
    .fill('We are closed today and tomorrow, and all next week.')
  await expect(record.getByText('Changed. Speak it before you save.')).toBeVisible()
  await record.getByRole('button', { name: 'Speak', exact: true }).click()
  await expect(record.getByText(/The new sound \(WAV/)).toBeVisible()
  await record.getByRole('button', { name: 'Save' }).click()
  await expect(record).toBeHidden()
  const [again] = await stored()
  expect(again?.spoken_text).toBe('We are closed today and tomorrow, and all next week.')
  expect(again?.path).not.toBe(spoken?.path)
  expect(again?.duration_ms).toBeGreaterThan(spoken?.duration_ms ?? 0)
})
