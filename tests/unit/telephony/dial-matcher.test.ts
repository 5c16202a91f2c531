import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { dialMatcher } from '@/lib/telephony/dial-matcher'
import { patternProblem } from '@/lib/telephony/outbound'
import { processorTime, SECOND } from '../../support/processor-time'

const dialed = fc.string({ unit: fc.constantFrom(...'0129*#+'), maxLength: 14 })

const atom = fc.constantFrom('1', '2', '9', '\\d', '.', '[12]', '[^2]', '[0-2]', '\\*', '#', '^', '$')
const quantifier = fc.constantFrom('', '', '', '*', '+', '?', '*?', '+?', '??', '{2}', '{0,2}', '{1,}')
const { pattern } = fc.letrec<{ pattern: string; part: string }>((tie) => ({
  pattern: fc
    .array(fc.array(tie('part'), { maxLength: 4 }), { minLength: 1, maxLength: 3 })
    .map((ways) => ways.map((parts) => parts.join('')).join('|')),
  part: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc
      .tuple(atom, quantifier)
      .map(([one, times]) => (/[$^]/.test(one) && one.length === 1 ? one : one + times)),
    fc
      .tuple(tie('pattern'), fc.constantFrom('', '*', '+', '?'))
      .map(([inner, times]) => `(${inner})${times}`),
  ),
}))

describe('a pattern of dialed digits', () => {
  test('matches the same numbers as the equivalent regular expression', () => {
    fc.assert(
      fc.property(pattern, dialed, (made, digits) => {
        fc.pre(made.length <= 60)
        expect(dialMatcher(made).test(digits)).toBe(new RegExp(made).test(digits))
      }),
    )
  })

  test.each([
    ['nested repetition', '^(1*)*2$'],
    ['equivalent alternatives', `^${'(1|1)'.repeat(22)}2$`],
    ['a repeated alternative', '^(1|1|1?)+2$'],
    ['many repetitions', `^${'1*'.repeat(55)}2$`],
    ['optional digits', `^${'1?'.repeat(55)}2$`],
    ['long repetitions', `^${'1{0,99}'.repeat(16)}2$`],
  ])('matches in linear time with %s', (_what, made) => {
    expect(patternProblem(made)).toBeUndefined()
    const took = processorTime(() => {
      expect(dialMatcher(made).test('1'.repeat(24))).toBe(false)
      expect(dialMatcher(made).test(`${'1'.repeat(22)}2`)).toBe(true)
    })
    // RegExp would take minutes or longer.
    expect(took).toBeLessThan(SECOND)
  })

  test.each(['(1{9}){9}', '((1{99}){99}){99}', '(1){2}'])('with a repeated group is rejected: %s', (made) => {
    expect(patternProblem(made)).toContain('groups with *, + or ?')
  })

  test.each([
    ['[\\d*]', '5*', 'a#'],
    ['[\\*1]', '*1', '2\\'],
    ['[^\\d]', '*#', '05'],
    ['[2-4]', '234', '15-'],
    ['[2-2]', '2', '13'],
    ['[^2-4]', '15', '234'],
    ['\\d', '09', '*/:'],
    ['\\+', '+', '\\1'],
    ['.', '1*', ''],
  ])('is a set of characters: %s', (made, taken, left) => {
    const matcher = dialMatcher(`^${made}$`)
    expect([...taken].filter((character) => !matcher.test(character))).toEqual([])
    expect([...left].filter((character) => matcher.test(character))).toEqual([])
  })

  test.each<[string, string[], string[]]>([
    ['^1{2}$', ['11'], ['1', '111']],
    ['^1{2,}$', ['11', '111111'], ['1']],
    ['^1{1,3}$', ['1', '11', '111'], ['', '1111']],
    ['^1{0,1}$', ['', '1'], ['11']],
    ['^1{12}$', ['1'.repeat(12)], ['1', '11', '1'.repeat(13)]],
    ['^1+?$', ['1', '11'], ['', '12']],
    ['^(12)*$', ['', '12', '1212'], ['1', '121']],
    ['^(12|3)+$', ['12', '3', '123'], ['', '2']],
    ['1|2', ['1', '2', '21', '31'], ['', '3']],
    ['^1|2$', ['1', '13', '2', '32'], ['31', '23']],
    ['', ['', '1'], []],
  ])('matches as often as it says: %s', (made, taken, left) => {
    const matcher = dialMatcher(made)
    expect(taken.filter((digits) => !matcher.test(digits))).toEqual([])
    expect(left.filter((digits) => matcher.test(digits))).toEqual([])
  })

  test.each(['(', ')', '(1', '1)', '[1', '[', '[9-1]', '[1-', '1{3,2}'])(
    'is rejected if it is malformed: %s',
    (made) => {
      expect(() => dialMatcher(made)).toThrow(SyntaxError)
      expect(patternProblem(made)).toBeTypeOf('string')
    },
  )
})
