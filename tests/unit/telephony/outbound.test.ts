import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { calledNumber, dialedDigits, withAreaCode } from '@/lib/telephony/dialed-number'
import { isEmergency } from '@/lib/telephony/emergency-number'
import {
  isCostly,
  mayUse,
  type OutboundRoute,
  patternProblem,
  PHONE_CLASSES,
  type Preset,
  PRESETS,
  routeMatches,
} from '@/lib/telephony/outbound'
import { emergencyDialed, numberSent, routesInOrder, testRoutes } from '@/lib/telephony/route-choice'

const OPEN = new Map([['east', { enabled: true, may_carry_emergency: true }]])
const OPEN_WEST = { enabled: true, may_carry_emergency: true }
const presets = Object.keys(PRESETS) as Preset[]

function route(given: Partial<OutboundRoute> = {}): OutboundRoute {
  return {
    id: 'r',
    name: 'Route',
    matches: 'national',
    pattern: null,
    toll_class: 'national',
    gateway_1_id: 'east',
    gateway_2_id: null,
    gateway_3_id: null,
    strip_digits: 0,
    prefix: '',
    position: 100,
    caller_id_did_id: null,
    concurrent_limit: null,
    enabled: true,
    ...given,
  }
}
const preset = (matches: Preset, given: Partial<OutboundRoute> = {}) =>
  route({ id: matches, name: matches, matches, toll_class: PRESETS[matches].tollClass, ...given })
const digit = fc.integer({ min: 0, max: 9 }).map(String)
const digits = fc.array(digit, { minLength: 1, maxLength: 20 }).map((list) => list.join(''))

describe('a dialed number', () => {
  test.each([
    ['(207) 555-0142', '2075550142'],
    ['+1 207 555 0142', '12075550142'],
    ['+44 20 7946 0018', '011442079460018'],
    ['*98', '*98'],
    ['911', '911'],
  ])('%s is matched against the routes as %s', (typed, expected) => {
    expect(dialedDigits(typed)).toBe(expected)
  })

  test.each(['', 'reception', '+', '12+34', '1'.repeat(25)])('%j cannot be dialed', (typed) => {
    expect(dialedDigits(typed)).toBeUndefined()
  })

  test('is the same with any separators', () => {
    fc.assert(
      fc.property(
        digits,
        fc.array(fc.constantFrom(' ', '-', '.', '(', ')', ''), { maxLength: 20 }),
        (number, marks) => {
          const separated = [...number].map((each, index) => each + (marks[index] ?? '')).join('')
          expect(dialedDigits(separated)).toBe(dialedDigits(number))
        },
      ),
    )
  })
})

describe('route presets', () => {
  test.each(presets)('%s matches its own example, and no other preset does', (name) => {
    const matching = presets.filter((each) => routeMatches(preset(each), PRESETS[name].example))
    expect(matching).toEqual([name])
  })

  test.each([
    ['933', 'emergency'],
    ['988', 'emergency'],
    ['18665550142', 'toll_free'],
    ['12025550142', 'national'],
    ['4165550142', 'national'],
    ['18765550142', 'international'],
    ['8095550142', 'international'],
    ['2079765550', 'premium'],
    ['9765550', 'premium'],
    ['8669765550', 'toll_free'],
    ['19005550142', 'premium'],
    ['01133123456789', 'international'],
  ])('%s is classified as %s', (number, name) => {
    expect(presets.filter((each) => routeMatches(preset(each), number))).toEqual([name])
  })

  test('no number matches two presets', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          digits,
          fc.stringMatching(/^1?[2-9][0-9]{9}$/),
          fc.stringMatching(/^1?(?:8(?:00|66|88)|900|242|207)976[0-9]{4}$/),
          fc.stringMatching(/^011[2-9][0-9]{6,14}$/),
        ),
        (number) => {
          expect(presets.filter((each) => routeMatches(preset(each), number)).length).toBeLessThanOrEqual(1)
        },
      ),
      { numRuns: 2000 },
    )
  })

  test('local includes ten-digit numbers in the tenant’s own area code', () => {
    expect(routeMatches(preset('local'), '2075550142', '207')).toBe(true)
    expect(routeMatches(preset('local'), '12075550142', '207')).toBe(true)
    expect(routeMatches(preset('local'), '2085550142', '207')).toBe(false)
    expect(routeMatches(preset('local'), '2075550142')).toBe(false)
  })
})

describe('a route’s pattern', () => {
  test.each(['^77\\d{3}$', '^9(0|1)[0-5]*$', '^\\*[0-9]{2}$', '2075550142'])('%s is valid', (pattern) => {
    expect(patternProblem(pattern)).toBeUndefined()
  })

  test.each(['', '(', '[1', 'abc', '(?=9)', '\\w+', '\\1', '9'.repeat(121), '9 9'])(
    '%j is invalid',
    (pattern) => {
      expect(patternProblem(pattern)).toBeTypeOf('string')
    },
  )
})

describe('the number sent to the carrier', () => {
  test('has digits stripped and a prefix added', () => {
    expect(numberSent({ strip_digits: 3, prefix: '+' }, '011442079460018')).toBe('+442079460018')
    fc.assert(
      fc.property(
        digits,
        fc.integer({ min: 0, max: 15 }),
        fc.stringMatching(/^\+?[0-9*#]{0,15}$/),
        (number, strip_digits, prefix) => {
          if (isEmergency(number)) return
          const sent = numberSent({ strip_digits, prefix }, number)
          expect(sent.startsWith(prefix)).toBe(true)
          expect(number.endsWith(sent.slice(prefix.length))).toBe(true)
          expect(sent.length - prefix.length).toBe(Math.max(0, number.length - strip_digits))
        },
      ),
    )
  })

  test('keeps all digits of an emergency number, which the pattern for a leading 9 takes too', () => {
    expect(numberSent({ strip_digits: 1, prefix: '' }, '911')).toBe('911')
    expect(numberSent({ strip_digits: 1, prefix: '' }, '9911')).toBe('911')
    expect(numberSent({ strip_digits: 1, prefix: '1' }, '911')).toBe('911')
    expect(numberSent({ strip_digits: 0, prefix: '1' }, '911')).toBe('1911')
  })
})

describe('an emergency number that a route makes of others', () => {
  const made = (changes: Partial<OutboundRoute>, number = '9911') =>
    emergencyDialed(
      [route({ matches: 'pattern', pattern: '^9[0-9]+$', strip_digits: 1, ...changes })],
      number,
    )

  test.each(['', '1', '+', '88#'])('is what is left of them behind the prefix %j', (prefix) => {
    expect(made({ prefix })).toBe('911')
    expect(made({ prefix }, '9933')).toBe('933')
  })

  test.each(['12075550', '+12075550', '011442079460'])(
    'is none if the prefix %s completes them to a telephone number',
    (prefix) => {
      expect(made({ prefix })).toBeUndefined()
    },
  )

  test.each(['2', '5550'])('is none behind the prefix %s of a route to a branch office', (prefix) => {
    expect(made({ pattern: '^7[0-9]{3}$', prefix }, '7911')).toBeUndefined()
  })

  test('is what a route to a branch office sends, if it sends one', () => {
    expect(made({ pattern: '^7[0-9]{3}$' }, '7911')).toBe('911')
  })
})

describe('the route test for a number', () => {
  const usual = presets.map((name, index) => preset(name, { position: 10 * (index + 1) }))

  test('finds the first enabled route, by position, that matches', () => {
    const routes = [
      route({ id: 'late', position: 50 }),
      route({ id: 'off', position: 1, enabled: false }),
      route({ id: 'first', position: 20, prefix: '9' }),
      preset('international', { position: 5 }),
    ]
    const { winner, sent, verdicts } = testRoutes(routes, '2075550142', OPEN)
    expect([winner?.id, sent]).toEqual(['first', '92075550142'])
    expect(verdicts.map(({ route: { id }, verdict }) => [id, verdict])).toEqual([
      ['off', 'off'],
      ['international', 'other numbers'],
      ['first', 'taken'],
      ['late', 'not reached'],
    ])
  })

  test('skips a route whose gateways are off, or may not carry an emergency call', () => {
    const routes = [
      preset('emergency', { position: 1 }),
      preset('national', { position: 2 }),
      route({ id: 'second', matches: 'pattern', pattern: '^[0-9]+$', gateway_1_id: 'west', position: 3 }),
    ]
    const taken = (number: string, gateway: { enabled: boolean; may_carry_emergency: boolean }) =>
      testRoutes(routes, number, new Map([...OPEN, ['east', gateway], ['west', OPEN_WEST]])).winner?.id
    expect(taken('2075550142', { enabled: false, may_carry_emergency: true })).toBe('second')
    expect(taken('2075550142', { enabled: true, may_carry_emergency: false })).toBe('national')
    expect(taken('911', { enabled: true, may_carry_emergency: false })).toBe('second')
    expect(taken('911', { enabled: true, may_carry_emergency: true })).toBe('emergency')
    const { winner, verdicts } = testRoutes(routes.slice(0, 2), '911', new Map())
    expect([winner, verdicts[0]?.verdict]).toEqual([undefined, 'no gateway'])
  })

  test('reports that no route matches', () => {
    expect(testRoutes([preset('local')], '011442079460018', OPEN)).toMatchObject({
      winner: undefined,
      sent: undefined,
    })
  })

  test("enforces a phone's toll class, but never for emergency calls", () => {
    const call = (number: string, phoneClass: (typeof PHONE_CLASSES)[number]) =>
      testRoutes(usual, number, OPEN, { phoneClass }).winner?.id
    expect(call('911', 'internal')).toBe('emergency')
    expect(call('5550142', 'internal')).toBeUndefined()
    expect(call('5550142', 'local')).toBe('local')
    expect(call('2075550142', 'local')).toBeUndefined()
    expect(call('011442079460018', 'national')).toBeUndefined()
    expect(call('011442079460018', 'international')).toBe('international')
    expect(call('9005550142', 'international')).toBeUndefined()
  })

  test('does not depend on the order in which routes are listed', () => {
    const some = fc.array(
      fc.record({
        id: fc.uuid(),
        name: fc.string({ minLength: 1, maxLength: 4 }),
        position: fc.integer({ min: 1, max: 30 }),
        enabled: fc.boolean(),
        matches: fc.constantFrom(...presets),
      }),
      { maxLength: 8 },
    )
    fc.assert(
      fc.property(
        some.chain((list) =>
          fc.tuple(fc.constant(list), fc.shuffledSubarray(list, { minLength: list.length })),
        ),
        fc.constantFrom(...presets.map((name) => PRESETS[name].example)),
        ([list, shuffled], number) => {
          const make = (each: (typeof list)[number]) => route(each)
          const [a, b] = [
            testRoutes(list.map(make), number, OPEN),
            testRoutes(shuffled.map(make), number, OPEN),
          ]
          expect(a.winner?.position).toBe(b.winner?.position)
          expect(a.winner?.name).toBe(b.winner?.name)
          if (a.winner) {
            expect(a.winner.enabled).toBe(true)
            const earlier = routesInOrder(list.map(make)).filter(
              ({ position }) => position < (a.winner?.position ?? 0),
            )
            expect(earlier.some((each) => each.enabled && routeMatches(each, number))).toBe(false)
          }
        },
      ),
    )
  })

  test('a higher toll class allows everything that a lower one does', () => {
    fc.assert(
      fc.property(
        fc.nat(3),
        fc.nat(3),
        fc.constantFrom('emergency', 'local', 'national', 'international', 'premium'),
        (a, b, needed) => {
          const [less, more] = [
            PHONE_CLASSES[Math.min(a, b)] ?? 'internal',
            PHONE_CLASSES[Math.max(a, b)] ?? 'internal',
          ]
          if (mayUse(less, needed)) expect(mayUse(more, needed)).toBe(true)
        },
      ),
    )
  })
})

test('international and premium calls are the costly ones', () => {
  expect([...PHONE_CLASSES, 'premium', 'emergency'].filter((tollClass) => isCostly(tollClass))).toEqual([
    'international',
    'premium',
  ])
})

test('a route without a usable pattern, or of an unknown kind, takes no number', () => {
  const takes = (given: Partial<OutboundRoute>) => routeMatches(route(given), '2075550142')
  expect(takes({ matches: 'pattern', pattern: '^207' })).toBe(true)
  for (const pattern of [null, '', '207(', '20[^x]'])
    expect(takes({ matches: 'pattern', pattern })).toBe(false)
  expect(takes({ matches: 'satellite' })).toBe(false)
})

test('a local route takes ten digits only of the tenant’s own area code', () => {
  const local = (digits: string, areaCode?: string) =>
    routeMatches(route({ matches: 'local' }), digits, areaCode)
  for (const digits of ['2075550142', '12075550142']) {
    expect(local(digits, '207')).toBe(true)
    expect(local(digits, '303')).toBe(false)
    expect(local(digits)).toBe(false)
  }
  expect(local('9005550142', '900')).toBe(false)
})

test('a pattern is refused for being empty, too long, or made of other characters', () => {
  expect(patternProblem('')).toBe('Enter a regular expression.')
  expect(patternProblem('1'.repeat(120))).toBeUndefined()
  expect(patternProblem('1'.repeat(121))).toBe('Use at most 120 characters.')
  expect(patternProblem('^207x')).toBe('Remove “x”: it cannot appear in a pattern of dialed numbers.')
})

test('the called number is in E.164 where the dialed digits are a whole number', () => {
  expect(withAreaCode('5550142')).toBe('5550142')
  expect(withAreaCode('5550142', '207')).toBe('2075550142')
  expect(calledNumber('5550142', '207')).toBe('+12075550142')
  expect(calledNumber('011442079460018')).toBe('+442079460018')
  // Networks abroad ignore what is dialed beyond the longest number.
  expect(calledNumber('0114420794600181234567')).toBe('+442079460018123')
  for (const digits of ['5550142', '9011442079460018', '011044207946', '*98'])
    expect(calledNumber(digits)).toBe(digits)
})
