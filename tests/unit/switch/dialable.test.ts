import { describe, expect, test } from 'vitest'
import { isDialable, isPlain } from '@/lib/switch/dialable'

describe('a phone is kept', () => {
  test.each([
    '"" <sip:1001@192.0.2.2:5060>',
    '"Desk, 2nd floor [left] | {back}" <sip:1001@192.0.2.2:5060;transport=tcp;line=a_b-1>',
    '"" <sips:1001@phone.example;fs_nat=yes;fs_path=sip%3A1001%40203.0.113.5%3A40000%3Btransport%3Dtls>',
    '"" <sip:1001@[2001:db8::2]:52380;transport=tls>',
    '"" <sip:q7~x!*@a1b2.invalid;transport=ws;ob;gr=urn:uuid:6a1c>',
  ])('with the contact %s', (contact) => expect(isDialable(contact)).toBe(true))
})

describe('a phone is not kept', () => {
  test.each([
    '"" <sip:1001@192.0.2.2;a=b,sofia/gateway/acme/19005550100>',
    '"" <sip:a,user/1002@192.0.2.2>',
    '"" <sip:1001@192.0.2.2;a=b|user/1002>',
    '"" <sip:1001@192.0.2.2;a=b:_:user/1002>',
    '"" <sip:_:user/1002@192.0.2.2>',
    '"\\" <sip:a@b,[x=y]user/1002>" <sip:1001@192.0.2.2>',
    '"<" <sip:1001@192.0.2.2>',
    '"" <sip:1001@192.0.2.2;a=${x}>',
    '"" <sip:1001@192.0.2.2;a=^1002>',
    '"" <sip:1001@192.0.2.2;a=\'>',
    '"a name that is cut off before its address',
    '"" <sip:1001@192.0.2.2',
  ])('with the contact %s', (contact) => expect(isDialable(contact)).toBe(false))
})

test('what a transfer adds to an address has no meaning in a dial string', () => {
  expect(isPlain(';transport=udp?Replaces=a%40b%3Bto-tag%3D1%3Bfrom-tag%3D2&Require=replaces')).toBe(true)
  for (const text of ['a=b}user/1002', 'a=b,x=y', 'a=b:_:user/1002', 'a b', 'a=b|', '{'])
    expect(isPlain(text), text).toBe(false)
})
