import { expect, test } from 'vitest'
import { letterhead } from '@/lib/company/profile'

test.each([
  ['', { name: 'Trunkline', details: '' }],
  ['Granite Voice', { name: 'Granite Voice', details: '' }],
  ['Granite Voice\n1 Ledge Road\n\nBarre', { name: 'Granite Voice', details: '1 Ledge Road\n\nBarre' }],
])('the letterhead %j has a name and what stands below it', (issuer, parts) => {
  expect(letterhead(issuer)).toEqual(parts)
})
