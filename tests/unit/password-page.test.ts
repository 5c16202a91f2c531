import type { IncomingMessage } from 'node:http'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { passwordPage } from '@/lib/staff/account'

beforeEach(() => {
  vi.stubEnv('NEXT_PUBLIC_SUPABASE_URL', 'http://127.0.0.1:54321')
  vi.stubEnv('NEXT_PUBLIC_SUPABASE_ANON_KEY', 'anon')
})
afterEach(() => {
  vi.unstubAllEnvs()
})

test.each([
  ['of the requested host', {}, '', 'http://staff.example.com/reset-password'],
  [
    'over HTTPS where the proxy was asked so',
    { 'x-forwarded-proto': 'https' },
    '',
    'https://staff.example.com/reset-password',
  ],
  ['of the configured site', {}, 'https://public.example.com/', 'https://public.example.com/reset-password'],
])('mailed links lead to the page for a new password %s', (_case, headers, siteUrl, expected) => {
  vi.stubEnv('NEXT_PUBLIC_SITE_URL', siteUrl)
  const request = { headers: { host: 'staff.example.com', ...headers } } as IncomingMessage
  expect(passwordPage(request)).toBe(expected)
})
