import fc from 'fast-check'
import { expect, test } from 'vitest'
import { codeAt, newSecret, openSecret, qrCode, sealSecret, stepOf } from '@/local/auth/totp'

// RFC 6238, appendix B: the ASCII secret 12345678901234567890; its eight-digit codes end in these six.
const RFC_SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'

test.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
])('at second %i the code matches RFC 6238', (second, code) => {
  expect(codeAt(RFC_SECRET, Math.floor(second / 30))).toBe(code)
  expect(stepOf(RFC_SECRET, code, second * 1000)).toBe(Math.floor(second / 30))
})

test('a code is valid for its time step and one on either side', () => {
  const now = 1_700_000_000_000
  const step = Math.floor(now / 30_000)
  fc.assert(
    fc.property(fc.integer({ min: -1, max: 1 }), (off) => {
      const secret = newSecret()
      expect(secret).toMatch(/^[A-Z2-7]{32}$/)
      expect(stepOf(secret, codeAt(secret, step + off), now)).not.toBeNull()
    }),
  )
  const codes = [-1, 0, 1].map((off) => codeAt(RFC_SECRET, step + off))
  for (const off of [-2, 2]) {
    const code = codeAt(RFC_SECRET, step + off)
    if (!codes.includes(code)) expect(stepOf(RFC_SECRET, code, now)).toBeNull()
  }
  expect(stepOf(RFC_SECRET, '', now)).toBeNull()
})

test('a sealed secret opens only for its factor and with its key', () => {
  fc.assert(
    fc.property(fc.uuid(), fc.string({ minLength: 1 }), (factor, key) => {
      const secret = newSecret()
      const sealed = sealSecret(secret, factor, key)
      expect(sealed).not.toContain(secret)
      expect(openSecret(sealed, factor, key)).toBe(secret)
      expect(() => openSecret(sealed, `${factor}x`, key)).toThrow()
      expect(() => openSecret(sealed, factor, `${key}x`)).toThrow()
    }),
    { numRuns: 50 },
  )
})

test('a QR code is an image without a # in its data URL', () => {
  expect(qrCode('otpauth://totp/a:b?secret=GEZDGNBV')).toMatch(/^<svg [^#]+<\/svg>$/)
})
