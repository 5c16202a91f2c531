import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { generatePassword, generatePin, isWeakPin } from '@/lib/secrets'

describe('a generated password', () => {
  test('has the requested length and all four character classes', () => {
    fc.assert(
      fc.property(fc.integer({ min: 20, max: 64 }), (length) => {
        const password = generatePassword(length)
        expect(password).toHaveLength(length)
        for (const kind of [/[a-z]/, /[A-Z]/, /[0-9]/, /[^a-zA-Z0-9]/]) expect(password).toMatch(kind)
        expect(password).not.toMatch(/[\s0O1lI"'<>&\\]/)
      }),
    )
  })

  test('is never the same twice', () => {
    expect(new Set(Array.from({ length: 500 }, () => generatePassword())).size).toBe(500)
  })

  test('is refused below 20 characters', () => {
    expect(() => generatePassword(19)).toThrow(RangeError)
  })
})

describe('a generated PIN', () => {
  test('has digits that are neither all equal nor sequential, and no leading zero that a spreadsheet would drop', () => {
    fc.assert(
      fc.property(fc.integer({ min: 4, max: 10 }), (length) => {
        const pin = generatePin(length)
        expect(pin).toMatch(new RegExp(`^[1-9][0-9]{${length - 1}}$`))
        expect(isWeakPin(pin)).toBe(false)
      }),
    )
  })

  test.each(['1111', '1234', '9876', '8901', '000000', '3210'])('is never a PIN like %s', (pin) => {
    expect(isWeakPin(pin)).toBe(true)
  })

  test.each(['1357', '2580', '1243'])('may be a PIN like %s', (pin) => {
    expect(isWeakPin(pin)).toBe(false)
  })
})
