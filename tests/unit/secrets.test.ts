import { describe, expect, test, vi } from 'vitest'
import { generatePassword, generatePin, isWeakPin } from '@/lib/secrets'

describe('a generated password', () => {
  test('has all four character classes, none that is easily confused, and is never the same twice', () => {
    const passwords = Array.from({ length: 500 }, generatePassword)
    for (const password of passwords) {
      expect(password).toHaveLength(24)
      for (const kind of [/[a-z]/, /[A-Z]/, /[0-9]/, /[^a-zA-Z0-9]/]) expect(password).toMatch(kind)
      expect(password).not.toMatch(/[\s0O1lI"'<>&\\]/)
    }
    expect(new Set(passwords).size).toBe(500)
  })
})

describe('a generated PIN', () => {
  test('has six digits, and no leading zero that a spreadsheet would drop', () => {
    for (const pin of Array.from({ length: 200 }, generatePin)) expect(pin).toMatch(/^[1-9][0-9]{5}$/)
  })

  test('is made again if its digits are all equal or sequential', () => {
    const bytes = [0, 1, 1, 1, 1, 1, 0, 2, 3, 4, 5, 6, 0, 2, 4, 6, 8, 0]
    vi.spyOn(crypto, 'getRandomValues').mockImplementation((array) => {
      if (array) new Uint8Array(array.buffer).set([bytes.shift() ?? 0])
      return array
    })
    expect(generatePin()).toBe('124680')
    vi.restoreAllMocks()
  })

  test.each(['1111', '1234', '9876', '8901', '000000', '3210'])('is never a PIN like %s', (pin) => {
    expect(isWeakPin(pin)).toBe(true)
  })

  test.each(['1357', '2580', '1243'])('may be a PIN like %s', (pin) => {
    expect(isWeakPin(pin)).toBe(false)
  })
})
