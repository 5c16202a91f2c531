import { beforeEach, expect, test, vi } from 'vitest'
import { ApiFailure } from '@/lib/api/failure'
import { failureAnswer } from '@/lib/api/text-answer'

beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => undefined))

const refused = (code: string) => Object.assign(new Error('Refused'), { details: null, hint: null, code })

test('a failure for machines keeps its own status, message and headers', () => {
  const failure = new ApiFailure(429, 'Wait.', { headers: { 'Retry-After': '8' } })
  expect(failureAnswer(failure)).toMatchObject({
    status: 429,
    body: 'Wait.\n',
    headers: { 'Retry-After': '8' },
  })
})

test.each(['25006', '53100'])('a full disk (%s) is a 503 that says so', (code) => {
  expect(failureAnswer(refused(code))).toEqual({
    status: 503,
    contentType: 'text/plain; charset=utf-8',
    body: 'The server has no room left. Try again later.\n',
    headers: { 'Retry-After': '300' },
  })
})

test('any other failure is a 500 without its cause', () => {
  expect(failureAnswer(refused('XX000'))).toMatchObject({ status: 500, body: 'Something went wrong.\n' })
})
