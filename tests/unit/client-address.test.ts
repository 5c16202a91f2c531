import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { clientAddress, networkOf, trustedProxies } from '@/lib/server/client-address'

describe('the client address of a request', () => {
  const isTrusted = trustedProxies('10.0.0.0/8, ::1 ,192.0.2.10')

  test.each([
    ['is the peer’s', '203.0.113.7', undefined, '203.0.113.7'],
    ['is the peer’s when the peer is not trusted', '203.0.113.7', '198.51.100.1', '203.0.113.7'],
    ['is the one a trusted proxy forwards for', '10.0.0.2', '198.51.100.1', '198.51.100.1'],
    ['is the last untrusted one', '::1', ['1.2.3.4, 198.51.100.1', '192.0.2.10'], '198.51.100.1'],
    ['is the proxy’s own if it forwards for nobody', '10.0.0.2', undefined, '10.0.0.2'],
    ['is the proxy’s own if the header is malformed', '10.0.0.2', 'nonsense', '10.0.0.2'],
    ['is IPv4 if the socket shows it as mapped IPv6', '::ffff:203.0.113.7', undefined, '203.0.113.7'],
    ['is empty if the socket is closed', undefined, undefined, ''],
  ])('%s', (_, peer, forwardedFor, address) => {
    expect(clientAddress(peer, forwardedFor, isTrusted)).toBe(address)
  })

  test('cannot be spoofed by an untrusted client', () => {
    fc.assert(
      fc.property(fc.ipV4(), fc.array(fc.oneof(fc.ipV4(), fc.ipV6(), fc.string())), (peer, hops) => {
        fc.pre(!isTrusted(peer))
        expect(clientAddress(peer, hops, isTrusted)).toBe(peer)
        expect(clientAddress('10.0.0.2', [...hops, peer], isTrusted)).toBe(peer)
      }),
    )
  })
})

describe('the trusted proxies', () => {
  test('are empty unless configured', () => {
    fc.assert(fc.property(fc.oneof(fc.ipV4(), fc.ipV6()), (address) => !trustedProxies('')(address)))
  })

  test.each(['10.0.0.0/33', 'proxy.example.com', '10.0.0.1/', '::1/129', '10.0.0.1/8/8x'])(
    'cannot be %s',
    (list) => {
      expect(() => trustedProxies(list)).toThrow(RangeError)
    },
  )
})

test.each([
  ['192.0.2.1', '192.0.2.1'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002::9', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['64:ff9b::192.0.2.33', '64:ff9b:0:0::/64'],
  ['64:ff9b:1:2:3:4:192.0.2.33', '64:ff9b:1:2::/64'],
  ['unknown', 'unknown'],
])('where attempts are limited, %s counts as %s', (address, network) => {
  expect(networkOf(address)).toBe(network)
})
