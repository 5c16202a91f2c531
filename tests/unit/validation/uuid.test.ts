import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isUuid } from '@/lib/validation/uuid'

const ID = '01890a5d-ac96-774b-bcce-b302099a8057'

describe('a database id', () => {
  test('is a UUID in either case', () => {
    fc.assert(
      fc.property(fc.uuid(), (id) => {
        expect(isUuid(id)).toBe(true)
        expect(isUuid(id.toUpperCase())).toBe(true)
      }),
    )
  })

  test('has nothing before or after it', () => {
    for (const text of [`x${ID}`, `${ID}x`, `${ID}0`, `0${ID}`, ` ${ID}`, `${ID}\n`]) {
      expect(isUuid(text)).toBe(false)
    }
  })

  test('has hexadecimal digits only, each where it belongs', () => {
    for (let at = 0; at < ID.length; at++) {
      const [before, after] = [ID.slice(0, at), ID.slice(at + 1)]
      expect(isUuid(`${before}g${after}`)).toBe(false)
      expect(isUuid(before + after)).toBe(false)
    }
  })

  test.each([undefined, null, 7, {}, [ID]])('is text, and not %j', (value) =>
    expect(isUuid(value)).toBe(false),
  )
})
