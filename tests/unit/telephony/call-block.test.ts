import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { blockingRule, type BlockRule, isInForce } from '@/lib/telephony/call-block'
import { callerMatches, ruleNumber } from '@/lib/telephony/caller-match'

const now = new Date('2026-03-02T15:00:00Z')
const rule = (given: Partial<BlockRule> = {}): BlockRule => ({
  id: 'r',
  direction: 'inbound',
  extension_id: null,
  match: 'exact',
  number: '+12075550111',
  action: 'reject',
  destination_id: null,
  expires_at: null,
  enabled: true,
  ...given,
})
const call = { direction: 'inbound', other: '+12075550111', extensionId: 'reception' }

describe('a call', () => {
  test('is blocked by a rule for its number, direction and extension', () => {
    expect(blockingRule([rule()], call, now)?.id).toBe('r')
    expect(blockingRule([rule({ extension_id: 'reception' })], call, now)?.id).toBe('r')
    for (const other of [
      rule({ number: '+12075550112' }),
      rule({ number: '+1207555' }),
      rule({ number: '' }),
      rule({ match: 'prefix', number: '' }),
      rule({ match: 'prefix', number: null }),
      rule({ direction: 'outbound' }),
      rule({ extension_id: 'kitchen' }),
      rule({ enabled: false }),
      rule({ expires_at: '2026-03-02T15:00:00Z' }),
      rule({ match: 'anonymous', number: null }),
    ]) {
      expect(blockingRule([other], call, now)).toBeUndefined()
    }
  })

  test('is blocked by the most specific rule', () => {
    const rules = [
      rule({ id: 'area', match: 'prefix', number: '+1207' }),
      rule({ id: 'exchange', match: 'prefix', number: '+1207555' }),
      rule({ id: 'whole', match: 'prefix', number: '+12075550111' }),
      rule({ id: 'exact' }),
      rule({ id: 'own', extension_id: 'reception', match: 'prefix', number: '+1' }),
    ]
    const order = ['own', 'exact', 'whole', 'exchange', 'area']
    for (let left = order.length; left > 0; left -= 1) {
      const remaining = order.slice(order.length - left)
      expect(
        blockingRule(
          rules.filter(({ id }) => remaining.includes(id)),
          call,
          now,
        )?.id,
      ).toBe(remaining[0])
    }
  })

  test('abroad is blocked by the 011 with which it is dialed, and by the longer prefix in either spelling', () => {
    const abroad = { ...call, other: '+442079460018' }
    const rules = [
      rule({ id: 'abroad', match: 'prefix', number: '011' }),
      rule({ id: 'country', match: 'prefix', number: '+44' }),
      rule({ id: 'city', match: 'prefix', number: '0114420' }),
    ]
    expect(blockingRule(rules.slice(0, 1), abroad, now)?.id).toBe('abroad')
    expect(blockingRule(rules.slice(0, 2), abroad, now)?.id).toBe('country')
    expect(blockingRule(rules, abroad, now)?.id).toBe('city')
    for (const other of ['+12075550111', '+10115550111', '', '1001'])
      expect(blockingRule(rules, { ...call, other }, now)).toBeUndefined()
  })

  test('that is dialed is blocked by the seven digits of the tenant’s area code', () => {
    const dialed = { ...call, direction: 'outbound', areaCode: '207' }
    for (const [match, number] of [
      ['exact', '5550111'],
      ['prefix', '5550'],
    ] as const) {
      const seven = rule({ direction: 'outbound', match, number })
      expect(blockingRule([seven], dialed, now)).toBe(seven)
      expect(blockingRule([seven], { ...dialed, areaCode: '303' }, now)).toBeUndefined()
      expect(blockingRule([seven], { ...dialed, areaCode: undefined }, now)).toBeUndefined()
      const caller = { ...dialed, direction: 'inbound' }
      expect(blockingRule([{ ...seven, direction: 'inbound' }], caller, now)).toBeUndefined()
    }
  })

  test('that is dialed is blocked by the narrower prefix, whether either has the area code or not', () => {
    const dialed = { ...call, direction: 'outbound', areaCode: '207' }
    const narrowest = (...numbers: string[]) => {
      const given = numbers.map((number) => rule({ direction: 'outbound', match: 'prefix', number }))
      return blockingRule(given, dialed, now)?.number
    }
    expect(narrowest('+1207555', '5550111')).toBe('5550111')
    expect(narrowest('+1', '55')).toBe('55')
    expect(narrowest('+120755501', '555')).toBe('+120755501')
    expect(narrowest('555011', '+12075550111')).toBe('+12075550111')
  })

  test('is never blocked by a disabled or expired rule', () => {
    const rules = fc.array(
      fc.record({
        id: fc.uuid(),
        enabled: fc.boolean(),
        expires_at: fc.constantFrom(null, '2026-01-01T00:00:00Z', '2027-01-01T00:00:00Z'),
        match: fc.constantFrom('exact', 'prefix', 'anonymous'),
        number: fc.constantFrom('+12075550111', '+1207', '+1', null),
      }),
    )
    fc.assert(
      fc.property(rules, fc.constantFrom('+12075550111', '', '+442079460018'), (list, other) => {
        const found = blockingRule(
          list.map((each) => rule(each)),
          { ...call, other },
          now,
        )
        if (found) {
          expect(isInForce(found, now)).toBe(true)
          expect(callerMatches(found, other)).toBe(true)
        }
      }),
    )
  })
})

describe('the number of a block rule', () => {
  test.each([
    ['(207) 555-0111', 'exact', '+12075550111'],
    ['+44 20 7946 0018', 'exact', '+442079460018'],
    ['1001', 'exact', '1001'],
    ['+1 900', 'prefix', '+1900'],
    ['011232', 'prefix', '+232'],
    ['(406) 555', 'prefix', '+1406555'],
    ['406', 'prefix', '+1406'],
    ['1-900', 'prefix', '+1900'],
    ['900\u2013976', 'prefix', '+1900976'],
    ['4065550114', 'prefix', '+14065550114'],
    ['411', 'prefix', '411'],
    ['44', 'prefix', '44'],
    ['00', 'prefix', '00'],
    ['011', 'prefix', '011'],
    ['011 44 20 7946 0018', 'exact', '+442079460018'],
    ['+44 (0)20 7946 0018', 'exact', '+442079460018'],
    ['41446681800', 'exact', '+41446681800'],
    ['41446681800', 'prefix', '+41446681800'],
  ])('typed as %s (%s) is stored as %s', (typed, match, expected) => {
    expect(ruleNumber(typed, match)).toBe(expected)
  })

  test.each([
    ['', 'exact'],
    ['1', 'exact'],
    ['reception', 'exact'],
    ['+', 'prefix'],
    ['12a', 'prefix'],
    ['a12', 'prefix'],
    ['1234567890123456', 'exact'],
    ['123456789012345', 'prefix'],
    ['12x', 'exact'],
    ['x12', 'exact'],
  ])('cannot be %j (%s)', (typed, match) => {
    expect(ruleNumber(typed, match)).toBeUndefined()
  })

  test('is unchanged when entered in stored form', () => {
    fc.assert(
      fc.property(fc.string(), fc.constantFrom('exact', 'prefix'), (typed, match) => {
        const stored = ruleNumber(typed, match)
        if (stored !== undefined) expect(ruleNumber(stored, match)).toBe(stored)
      }),
    )
  })
})
