import { expect, test } from 'vitest'
import { isNetwork } from '@/lib/validation/network'

test.each(['192.0.2.7', '192.0.2.0/24', '2001:db8::7', '2001:db8::/32', '::1'])(
  '%s is a valid address or network',
  (text) => expect(isNetwork(text)).toBe(true),
)

test.each(['', '192.0.2', '192.0.2.256', '192.0.2.0/33', '2001:db8::/129', 'example.com', '192.0.2.7 '])(
  '%j is invalid',
  (text) => expect(isNetwork(text)).toBe(false),
)
