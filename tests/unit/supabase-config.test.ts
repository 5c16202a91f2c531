import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { ROWS_PER_REQUEST } from '@/lib/live/pages'
import { RESET_PASSWORD_PATH } from '@/lib/paths'
import { MINIMUM_PASSWORD_LENGTH } from '@/lib/session/password-length'
import { linkSeconds } from '@/local/auth/recovery'

/** The settings of supabase/config.toml, by section and name. */
const settings: Record<string, string> = {}
let section = ''
for (const line of readFileSync('supabase/config.toml', 'utf8').split('\n')) {
  section = /^\[(.+)\]$/.exec(line)?.[1] ?? section
  const [, name, value] = /^(\w+) = (.+)$/.exec(line) ?? []
  if (name && value) settings[`${section}.${name}`] = value
}

test.each(['invite', 'recovery'])('the link of the template %s leads to the page that uses it up', (type) => {
  expect(settings[`auth.email.template.${type}.content_path`]).toBe(`"./supabase/templates/${type}.html"`)
  const link = `{{ .SiteURL }}${RESET_PASSWORD_PATH}?token={{ .TokenHash }}&amp;type=${type}&amp;redirect_to={{ .RedirectTo }}`
  const links = readFileSync(`supabase/templates/${type}.html`, 'utf8').match(/(?<=href=")[^"]+/g)
  expect(links).toEqual([link])
})

test.each([
  ['email_change', 'email_change'],
  ['magic_link', 'no_link'],
  ['confirmation', 'no_link'],
])('the template %s has neither a link nor a code that confirms what was asked for', (type, file) => {
  expect(settings[`auth.email.template.${type}.content_path`]).toBe(`"./supabase/templates/${file}.html"`)
  expect(readFileSync(`supabase/templates/${file}.html`, 'utf8')).not.toMatch(/href|URL|Token/)
})

// The embedded backend reads none of it: local/ takes these from the same constants.
test('hosted Supabase gets the limits of the embedded backend', () => {
  expect(settings).toMatchObject({
    'api.max_rows': String(ROWS_PER_REQUEST),
    'auth.minimum_password_length': String(MINIMUM_PASSWORD_LENGTH),
    'auth.enable_signup': 'false',
    'auth.email.otp_expiry': String(linkSeconds),
    // The service takes a code in place of a mailed link, for as long: six digits, its default, could be guessed in a day.
    'auth.email.otp_length': '10',
  })
})
