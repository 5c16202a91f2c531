import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { tenantRequest } from '@/lib/switch/agent/agent-update'
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

  test('is of any version and variant, also where it is sent to the server', () => {
    for (const id of ['12345678-1234-1234-1234-123456789012', '9f86d081-884c-7d65-09aa-5e0c15d6a4ef']) {
      expect(isUuid(id)).toBe(true)
      expect(tenantRequest.safeParse({ id }).success).toBe(true)
    }
  })

  test.each([undefined, null, 7, {}, [ID]])('is text, and not %j', (value) =>
    expect(isUuid(value)).toBe(false),
  )
})
