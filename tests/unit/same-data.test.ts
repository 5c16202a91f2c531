import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sameData } from '@/lib/same-data'

describe('whether two answers hold the same', () => {
  it('is so for every value and its copy', () => {
    fc.assert(
      fc.property(fc.anything({ withMap: true, withSet: true, withDate: true }), (value) => {
        expect(sameData(value, structuredClone(value))).toBe(true)
      }),
    )
  })

  it.each([
    [new Map([['a', 1]]), new Map([['a', 2]])],
    [new Map([['a', 1]]), new Map()],
    [{ names: new Map([['a', new Map([['b', 1]])]]) }, { names: new Map([['a', new Map([['b', 2]])]]) }],
    [new Set([1]), new Set([2])],
    [new Date(1), new Date(2)],
    [{ a: undefined }, { b: undefined }],
    [[1], { 0: 1 }],
    [null, {}],
    [undefined, null],
  ])('is not so for %o and %o', (one, other) => {
    expect(sameData(one, other)).toBe(false)
    expect(sameData(other, one)).toBe(false)
  })
})
