import fc from 'fast-check'
import { expect, test } from 'vitest'
import { filesOf } from '@/lib/telephony/provisioning/files'
import { PHONE_MODELS } from '@/lib/telephony/provisioning/models'
import { SETTING_NAMES, SETTING_VALUES } from '@/tests/support/setting-names'
import { receptionPhone } from './arbitrary'

const URLS = [
  'http://evil.example/x',
  'TFTP://evil.example',
  'url https://evil.example/$mac',
  'sip://evil.example',
]
const HOSTS = ['evil.example', 'evil.example:8080/x', ' user@evil.example/', '203.0.113.66']
const refused = SETTING_NAMES.flatMap(([name, refusal]) => (refusal ? [name] : []))
const listed = [...SETTING_NAMES.map(([name]) => name), ...SETTING_VALUES.map(([name]) => name)]
/** Grandstream's parameters in which a server is named without a scheme, as SIP, NTP, STUN and LDAP are. */
const NAMED = new Set(SETTING_VALUES.flatMap(([name, , refusal]) => (refusal ? [] : [name])))

/** A vendor parameter, and another server in its value where none may be. */
const redirecting = fc.oneof(
  fc.tuple(
    fc.oneof(fc.constantFrom(...listed), fc.stringMatching(/^[A-Za-z_][A-Za-z0-9_.-]{0,30}$/)),
    fc.constantFrom(...URLS),
  ),
  fc.tuple(fc.constantFrom(...refused), fc.constantFrom(...URLS, ...HOSTS)),
  fc.tuple(
    fc
      .integer({ min: 2000, max: 2300 })
      .map((number) => `P${number}`)
      .filter((name) => !NAMED.has(name)),
    fc.constantFrom(...URLS, ...HOSTS),
  ),
)

test('a phone’s files never name another server for what a profile sets', () => {
  fc.assert(
    fc.property(fc.constantFrom(...PHONE_MODELS), fc.array(redirecting, { maxLength: 6 }), (model, given) => {
      const settings = given.map(([name, value]) => ({ name, value }))
      const phone = receptionPhone({
        vendor: model.vendor,
        model: model.name,
        profile: { name: 'Desk', keys: [], overrides: {}, settings },
      })
      for (const { text } of filesOf(phone)) expect(text).not.toMatch(/evil\.example|203\.0\.113\.66/i)
    }),
    { numRuns: 200 },
  )
})
