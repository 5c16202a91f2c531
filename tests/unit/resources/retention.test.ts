import { expect, test } from 'vitest'
import { extension } from '@/lib/resources/extension'
import { fax } from '@/lib/resources/fax'
import { faxBox } from '@/lib/resources/fax-box'
import { tenantSettings } from '@/lib/resources/tenant-settings'
import { voicemailMessage } from '@/lib/resources/voicemail-message'

const hintOf = ({ fields }: Pick<typeof extension, 'fields'>, name: string) =>
  fields.find((field) => field.name === name)?.hint

test('the setting that deletes call recordings says that it deletes voicemail and faxes too', () => {
  const retention = tenantSettings.fields.find(({ name }) => name === 'recording_retention_days')
  expect(retention?.label).toBe('Keep recordings, voicemail and faxes')
  expect(retention?.hint).toBe('Older ones are deleted, including messages that nobody has heard.')
})

test('what says that messages and faxes are kept says for how long', () => {
  expect(voicemailMessage.description).toContain(
    'kept as long as call recordings, even if nobody has heard them',
  )
  expect(fax.description).toContain('kept as long as call recordings')
  expect(hintOf(faxBox, 'recipients')).toContain('as long as call recordings')
  for (const resource of [extension, tenantSettings])
    expect(hintOf(resource, 'voicemail_keep')).toContain('kept as long as call recordings')
})
