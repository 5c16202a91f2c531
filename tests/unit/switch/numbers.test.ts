import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { e164 } from '@/lib/switch/numbers'

const northAmerican = fc.stringMatching(/^[2-9][0-9]{2}[2-9][0-9]{6}$/)
const abroad = fc.stringMatching(/^[2-9][0-9]{10,13}$/)
const separator = fc.constantFrom('', ' ', '.', '-', '/', '\u2013', '\u00a0', '\u202a')

describe('a number as carriers send it', () => {
  it('is the same with or without +, 1 or 011 before it', () => {
    fc.assert(
      fc.property(northAmerican, (number) => {
        for (const sent of [`+1${number}`, `1${number}`, number, `0111${number}`]) {
          expect(e164(sent)).toBe(`+1${number}`)
        }
      }),
    )
    fc.assert(
      fc.property(abroad, (number) => {
        for (const sent of [`+${number}`, number, `011${number}`]) expect(e164(sent)).toBe(`+${number}`)
      }),
    )
  })

  it('is the same however its digits are separated', () => {
    fc.assert(
      fc.property(northAmerican, fc.array(separator, { minLength: 10, maxLength: 10 }), (number, between) => {
        const sent = [...number].map((digit, place) => digit + between[place]).join('')
        expect(e164(sent)).toBe(`+1${number}`)
      }),
    )
  })

  it.each(['', 'anonymous', '1001', '911', '+', '+0207946001', '01120'])('is unknown from "%s"', (sent) => {
    expect(e164(sent)).toBeUndefined()
  })
})
