import { expect, test } from 'vitest'
import { newHireSchema } from '@/lib/telephony/new-hire'

const hire = {
  first_name: 'Ada',
  last_name: '',
  email: '',
  did_id: null,
  mac: '',
  model: '',
  profile_id: null,
  voicemail: false,
  portal: false,
}

test.each([
  ['911', 'This is an emergency number.'],
  ['933', 'This is an emergency number.'],
  ['1', 'Enter an extension of 2 to 7 digits.'],
  ['12345678', 'Enter an extension of 2 to 7 digits.'],
])('a new hire’s extension is not %s', (extension, message) => {
  const issues = newHireSchema.safeParse({ ...hire, extension }).error?.issues
  expect(issues).toMatchObject([{ path: ['extension'], message }])
})

test('spaces around a new hire’s extension are left out', () => {
  expect(newHireSchema.parse({ ...hire, extension: ' 1001 ' }).extension).toBe('1001')
})
