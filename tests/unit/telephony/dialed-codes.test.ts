import { expect, test } from 'vitest'
import { codeWithDigits, isInternal } from '@/lib/telephony/dialed-codes'

const CODES = [
  { feature: 'directed_pickup', code: '**' },
  { feature: 'call_forward', code: '*72' },
  { feature: 'record', code: '*732' },
]

test('a feature code that takes digits is recognized with digits after it; other codes are not', () => {
  expect(codeWithDigits(CODES, '**1001')?.feature).toBe('directed_pickup')
  expect(codeWithDigits(CODES, '*721002')?.feature).toBe('call_forward')
  expect(codeWithDigits(CODES, '*7321')).toBeUndefined()
  expect(codeWithDigits(CODES, '*411')).toBeUndefined()
})

test.each([
  ['1001', true],
  ['*78', true],
  ['*991001', false],
  ['911', false],
  ['2075550142', false],
  ['+12075550142', false],
  ['sip:desk@example.com', false],
  ['7', false],
])('only the tenant’s own numbering plan can resolve %s: %s', (dialed, internal) => {
  expect(isInternal(dialed)).toBe(internal)
})
