import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { presentIn, registrationOf } from '@/switch/registration-list'
import { recorded } from '@/tests/support/switch/event-server'

const [head = '', phone = '', foot = ''] = recorded.present.split(
  /(?<=<registrations>\n)|(?<=<\/registration>\n)/,
)
/** What the switch prints of phones with these Call-IDs, which it does not encode. */
const listing = (...callIds: readonly string[]) =>
  [head, ...callIds.map((callId) => phone.replace(recorded.registered['call-id'], () => callId)), foot].join(
    '',
  )
const named = (xml: string) =>
  presentIn(xml).map(({ registration: { account, domain, call_id: callId } }) => ({
    account,
    domain,
    callId,
  }))
const OWN = { account: '1001', domain: 'acme.pbx.test' }

describe('the phones that a switch lists', () => {
  test.each([
    'x</call-id><user>100@other.pbx.test</user><sip-auth-realm>other.pbx.test</sip-auth-realm>',
    'x</call-id></registration>',
    'x</call-id></registration><registration><call-id>y</call-id><user>100@other.pbx.test</user>',
    '<call-id>x</call-id>',
    'x&lt;y&amp;@host',
  ])('are their own, whatever one has as its Call-ID: %s', (callId) => {
    expect(named(listing(callId, 'next'))).toEqual([
      { ...OWN, callId },
      { ...OWN, callId: 'next' },
    ])
  })

  test('are all listed, each with its own Call-ID', () => {
    const word = fc.constantFrom(
      '<',
      '>',
      '/',
      ' ',
      '@',
      '&',
      '&lt;',
      'x',
      'call-id',
      '</call-id>',
      '<user>',
      '</registration>',
      '<registration>',
    )
    const callId = fc.array(word, { minLength: 1, maxLength: 12 }).map((words) => `a${words.join('')}z`)
    fc.assert(
      fc.property(fc.array(callId, { maxLength: 4 }), (callIds) => {
        expect(named(listing(...callIds))).toEqual(callIds.map((each) => ({ ...OWN, callId: each })))
      }),
    )
  })

  test('are those that have registered, under the same names', () => {
    expect(presentIn(listing('a&amp;b')).map(({ registration }) => registration)).toEqual([
      registrationOf({ ...recorded.registered, 'call-id': 'a&amp;b' }),
    ])
  })
})
