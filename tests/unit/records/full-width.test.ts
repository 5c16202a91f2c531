// Full-width digits, spaces and invisible marks, as pasted from documents and web pages, in forms and files.
import { expect, test } from 'vitest'
import type { ZodType } from 'zod'
import { parseText } from '@/lib/records/field-text'
import { device } from '@/lib/resources/device'
import { emergencyAddress } from '@/lib/resources/emergency-address'
import { extension } from '@/lib/resources/extension'
import { dialedDigits } from '@/lib/telephony/dialed-number'

const names = { label: () => undefined, id: () => undefined }

test.each([
  ['extension', extension, '１００１', '1001'],
  ['first_name', extension, '５', '５'],
  ['mac', device, '００１５６５ａａｂｂｃｃ', '00:15:65:AA:BB:CC'],
  ['first_name', extension, '\u200bMary\u00a0Ann\u200e ', 'Mary Ann'],
  ['voicemail_email', extension, '\u200b', null],
  ['street', emergencyAddress, '12½ Main Street', '12½ Main Street'],
] as const)('%s is read by its own rule', (name, { shape }, typed, read) => {
  expect((shape as Record<string, ZodType>)[name]?.safeParse(typed).data).toBe(read)
})

test('numbers and days in files are read', () => {
  const number = { kind: 'number', name: 'n', label: 'N' } as const
  expect(parseText(number, '１,２００.５', names)).toBe(1200.5)
  expect(parseText({ ...number, kind: 'date' }, '２０２６－０１－３１', names)).toBe('2026-01-31')
})

test('a number to dial is read', () => {
  expect(dialedDigits('＊９８')).toBeUndefined()
  expect(dialedDigits('（２０７）５５５－０１４２')).toBe('2075550142')
})
